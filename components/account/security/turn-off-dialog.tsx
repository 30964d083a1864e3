import { ModalDialog } from '#components/ui/dialogs/modal-dialog';
import { useAccountClient } from '#components/account/account-root';
import { PasswordStep } from './password-step.tsx';

/** Turns the second factor off, which takes both of what signing in takes. */
export function TurnOffDialog({
  isOpen,
  onClose,
  onChanged,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
}) {
  const client = useAccountClient();
  return (
    <ModalDialog title="Turn off the second factor?" isOpen={isOpen} isAlert onClose={onClose}>
      <PasswordStep
        label="Turn off the second factor"
        text="The password alone then opens the account. Your recovery codes stop working with it."
        action="Turn off"
        look="stop"
        wayOut="Keep it on"
        asksCode
        send={(password, code) => client.endSecondFactor({ password, code })}
        onDone={async () => {
          onClose();
          await onChanged();
        }}
        onClose={onClose}
      />
    </ModalDialog>
  );
}
