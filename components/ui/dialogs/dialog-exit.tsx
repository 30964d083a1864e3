import { Dialog } from '@base-ui/react/dialog';
import { KeyCap } from '#components/ui/buttons/key-cap';

/** The way out at the end of a dialog's field: its key on a desk, the word on a phone, which has no such key. */
export function DialogExit() {
  return (
    <Dialog.Close className="rounded-tag text-base text-accent max-phone:-mr-2 max-phone:h-10 max-phone:px-2">
      <span className="phone:sr-only">Close </span>
      <span className="max-phone:hidden">
        <KeyCap>Esc</KeyCap>
      </span>
    </Dialog.Close>
  );
}
