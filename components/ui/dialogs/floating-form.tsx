import { type ReactNode, Suspense, useId, useState } from 'react';

/** A button, and below it a form that floats until it is done with or a press goes elsewhere; it begins anew each time. */
export function FloatingForm({
  name,
  look,
  face,
  form,
}: {
  /** Of the form. */
  readonly name: string;
  /** Of the button, and what it shows. */
  readonly look: string;
  readonly face: ReactNode;
  readonly form: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" popoverTarget={id} aria-haspopup="dialog" className={look}>
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={name}
        // Keys are the form's while it is open.
        tabIndex={-1}
        onToggle={({ newState, currentTarget }) => {
          setIsOpen(newState === 'open');
          if (newState === 'open') currentTarget.focus();
        }}
        className="m-auto w-80 max-w-[calc(100vw-1rem)] rounded-card bg-raised p-4 text-base text-text shadow-float outline-none [position-try-fallbacks:flip-block,flip-inline] supports-[position-area:bottom]:mx-0 supports-[position-area:bottom]:max-phone:mx-2 supports-[position-area:bottom]:my-1.5 supports-[position-area:bottom]:[position-area:bottom_span-right]"
      >
        {isOpen && <Suspense>{form(() => document.getElementById(id)?.hidePopover())}</Suspense>}
      </div>
    </>
  );
}
