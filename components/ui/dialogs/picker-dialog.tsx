import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, startTransition, useDeferredValue, useRef, useState } from 'react';
import { PickerBody, type PickerBodyProps } from './picker-body.tsx';

/**
 * Chooses one of many by typing: arrow keys, Enter, Esc; below the phone width it stands at the foot of the screen. With
 * `onMark`, Shift Enter marks the highlighted one instead of choosing it.
 */
export function PickerDialog<T>({
  name,
  isOpen,
  onQuery,
  onClose,
  ...body
}: PickerBodyProps<T> & {
  /** What the dialog is for. */
  readonly name: string;
  readonly isOpen: boolean;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [turn, setTurn] = useState(0);
  const endTurn = () => {
    onQuery('');
    startTransition(() => setTurn(turn + 1));
  };
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      onOpenChangeComplete={(wasOpened) => !wasOpened && endTurn()}
    >
      {/* Made while the page rests, so that the press only shows it; a new one for each time. */}
      <Dialog.Portal keepMounted>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[oklch(0.2_0.02_232/0.28)] transition-opacity duration-(--duration-open) data-ending-style:opacity-0 data-starting-style:opacity-0 print:hidden" />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-start justify-items-center px-4 pt-[12vh] pb-4 max-phone:place-items-end max-phone:p-0 print:hidden">
          <Dialog.Popup
            aria-label={name}
            initialFocus={field}
            className="flex max-h-[min(34rem,78dvh)] w-full max-w-140 flex-col overflow-hidden rounded-dialog bg-raised shadow-dialog outline-none transition duration-(--duration-open) ease-out data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 max-phone:h-[86dvh] max-phone:max-h-none max-phone:max-w-none max-phone:rounded-b-none"
          >
            <MadeAhead isWanted={isOpen}>
              <PickerBody key={turn} {...body} field={field} onQuery={onQuery} onClose={onClose} />
            </MadeAhead>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Draws piece by piece what is not wanted yet: a portal draws all that stands in it at once. */
function MadeAhead({ isWanted, children }: { readonly isWanted: boolean; readonly children: ReactNode }) {
  const isTime = useDeferredValue(true, false);
  return isWanted || isTime ? children : null;
}
