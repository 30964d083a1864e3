import { ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { accountClient } from '#lib/client/account/account-client';
import { PasswordStep } from './password-step.tsx';

/** Turns the second factor off, which takes both of what signing in takes. */
export function TurnOffDialog({
  isOpen,
  onClose,
  onTurned,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onTurned: () => void;
}) {
  return (
    <ModalDialog title="Turn off the second factor?" isOpen={isOpen} isAlert onClose={onClose}>
      <PasswordStep
        label="Turn off the second factor"
        text="The password alone then opens the account. Your recovery codes stop working with it."
        action="Turn off"
        look="stop"
        wayOut="Keep it on"
        asksCode
        send={(password, code) => accountClient.endSecondFactor({ password, code })}
        onDone={(_, refresh) => {
          onTurned();
          onClose();
          return refresh();
        }}
        onClose={onClose}
      />
    </ModalDialog>
  );
}
