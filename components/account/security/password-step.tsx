import { Button } from '#components/ui/buttons/button';
import { DialogActions, DialogBody, DialogText } from '#components/ui/dialogs/modal-dialog';
import { PasswordField } from '#components/ui/fields/password-field';
import { SubmitButton } from '#components/ui/fields/submit-button';
import type { AccountReply } from '#lib/client/account/account-client';
import { AccountFormAlert } from '#components/account/forms/account-form-alert';
import { AnyCodeField, plainCode } from '#components/account/forms/code-field';
import { fieldText, useAccountForm } from '#components/account/forms/use-account-form.ts';

/** Asks for the password, and for a code where one is needed, before something that only the owner may do. */
export function PasswordStep<T>({
  label,
  text,
  action,
  asksCode = false,
  send,
  onDone,
  onClose,
}: {
  readonly label: string;
  readonly text: string;
  /** The verb on the button. */
  readonly action: string;
  readonly asksCode?: boolean;
  /** `code` is empty where none is asked for. */
  readonly send: (password: string, code: string) => AccountReply<T>;
  readonly onDone: (answer: T) => void | Promise<void>;
  readonly onClose: () => void;
}) {
  const form = useAccountForm({
    fields: ['password', 'code'],
    check: (values) => ({
      ...(fieldText(values, 'password') === '' && { password: 'Type your password.' }),
      ...(asksCode && plainCode(fieldText(values, 'code')) === '' && { code: 'Type a code.' }),
    }),
    send: (values) => send(fieldText(values, 'password'), plainCode(fieldText(values, 'code'))),
    places: { wrong_password: 'password', wrong_code: 'code' },
    onDone,
  });
  return (
    <form {...form.props} aria-label={label}>
      <DialogBody>
        <DialogText>{text}</DialogText>
        <PasswordField kind="current" name="password" label="Password" error={form.error('password')} />
        {asksCode && <AnyCodeField error={form.error('code')} />}
        <AccountFormAlert problem={form.problem} />
      </DialogBody>
      <DialogActions>
        <Button look="ghost" className="h-10" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton isBusy={form.isBusy}>{action}</SubmitButton>
      </DialogActions>
    </form>
  );
}
