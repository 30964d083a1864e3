'use client';
import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

/**
 * What floats above the page and has the keyboard until it is closed. Afterwards the focus is where it was, or on what came of
 * the dialog and marks itself `data-takes-focus`. `isAlert` for what cannot be undone or is shown once: only Esc and its own
 * buttons close it, never a press beside it.
 */
export function ModalDialog({
  title,
  isOpen,
  isAlert = false,
  onClose,
  children,
}: {
  readonly title: ReactNode;
  readonly isOpen: boolean;
  readonly isAlert?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Dialog.Root
      open={isOpen}
      disablePointerDismissal={isAlert}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_232/0.28)] transition-opacity duration-(--duration-open) data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-start justify-items-center overflow-y-auto overscroll-contain px-4 pt-[max(1rem,10vh)] pb-4 max-phone:place-items-end max-phone:p-0 print:static print:block">
          <Dialog.Popup
            role={isAlert ? 'alertdialog' : 'dialog'}
            finalFocus={focusAfter}
            onSubmitCapture={(event) => {
              if (isOpen) return;
              // It has the focus until it is gone, but sends nothing any more.
              event.preventDefault();
              event.stopPropagation();
            }}
            className="w-full max-w-140 overflow-hidden rounded-dialog bg-raised shadow-dialog outline-none transition duration-(--duration-open) ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-phone:max-h-[92dvh] max-phone:max-w-none max-phone:overflow-y-auto max-phone:rounded-b-none print:max-w-none print:overflow-visible print:shadow-none"
          >
            <Dialog.Title className="px-6 pt-5 text-lg font-semibold tracking-title max-phone:px-4">
              {title}
            </Dialog.Title>
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The dialog's matter under its title. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return (
    <div className="grid gap-4 px-6 pt-1 pb-6 [&>:first-child:not(p)]:mt-2.5 max-phone:px-4 max-phone:pb-5">
      {children}
    </div>
  );
}

/** What the dialog is about, read out when it opens. */
export function DialogText({ children }: { readonly children: ReactNode }) {
  return <Dialog.Description className="text-pretty text-text-soft">{children}</Dialog.Description>;
}

/** The dialog's buttons, the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex justify-end gap-2 border-t border-line bg-sunken px-6 py-3.5 max-phone:sticky max-phone:bottom-0 max-phone:px-4 max-phone:pb-[max(0.875rem,env(safe-area-inset-bottom))] print:hidden">
      {children}
    </div>
  );
}

function focusAfter(): HTMLElement | boolean {
  const marked = document.querySelector<HTMLElement>('[data-takes-focus="true"]');
  if (marked) return marked;
  // What has taken the focus while this closed keeps it.
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.closest('[data-closed]') !== null
  );
}
