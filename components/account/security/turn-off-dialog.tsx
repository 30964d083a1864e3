import { Button } from '#components/ui/buttons/button';
import { DialogActions, DialogBody, ModalDialog, DialogText } from '#components/ui/dialogs/modal-dialog';
import { PasswordField } from '#components/ui/fields/password-field';
import { SubmitButton } from '#components/ui/fields/submit-button';
import { AccountFormAlert } from '#components/account/forms/account-form-alert';
import { useAccountClient } from '#components/account/account-root';
import { AnyCodeField, plainCode } from '#components/account/forms/code-field';
import { fieldText, useAccountForm } from '#components/account/forms/use-account-form.ts';

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
  return (
    <ModalDialog title="Turn off the second factor?" isOpen={isOpen} isAlert onClose={onClose}>
      <TurnOffForm
        onClose={onClose}
        onDone={async () => {
          onClose();
          await onChanged();
        }}
      />
    </ModalDialog>
  );
}

function TurnOffForm({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}) {
  const client = useAccountClient();
  const form = useAccountForm({
    fields: ['password', 'code'],
    check: (values) => ({
      ...(fieldText(values, 'password') === '' && { password: 'Type your password.' }),
      ...(plainCode(fieldText(values, 'code')) === '' && { code: 'Type a code.' }),
    }),
    send: (values) =>
      client.endSecondFactor({
        password: fieldText(values, 'password'),
        code: plainCode(fieldText(values, 'code')),
      }),
    places: { wrong_password: 'password', wrong_code: 'code' },
    onDone,
  });
  return (
    <form {...form.props} aria-label="Turn off the second factor">
      <DialogBody>
        <DialogText>
          The password alone then opens the account. Your recovery codes stop working with it.
        </DialogText>
        <PasswordField kind="current" name="password" label="Password" error={form.error('password')} />
        <AnyCodeField error={form.error('code')} />
        <AccountFormAlert problem={form.problem} />
      </DialogBody>
      <DialogActions>
        <Button look="ghost" className="h-10" onClick={onClose}>
          Keep it on
        </Button>
        <SubmitButton look="stop" isBusy={form.isBusy}>
          Turn off
        </SubmitButton>
      </DialogActions>
    </form>
  );
}
