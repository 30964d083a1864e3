import type { ReactNode } from 'react';
import type { ButtonLook } from '#components/ui/buttons/button';
import { DialogText } from '#components/ui/dialogs/modal-dialog';
import { PasswordField } from '#components/ui/fields/password-field';
import type { AccountReply } from '#lib/client/account/account-client';
import { DialogForm } from '#components/account/forms/dialog-form';
import { AnyCodeField, checkPassword } from '#components/account/forms/fields';
import type { OnDone } from '#components/account/forms/use-account-action.ts';
import { needed, useAccountForm } from '#components/account/forms/use-account-form.ts';

/** Asks for the password, and for a code where one is needed, before something that only the owner may do. */
export function PasswordStep<T>({
  text,
  asksCode = false,
  send,
  onDone,
  children,
  ...parts
}: {
  readonly label: string;
  readonly text: string;
  /** The verb on the button. */
  readonly action: string;
  readonly asksCode?: boolean;
  readonly look?: ButtonLook;
  readonly isDisabled?: boolean;
  readonly wayOut?: string;
  /** `code` is empty where none is asked for. */
  readonly send: (password: string, code: string) => AccountReply<T>;
  readonly onDone: OnDone<T>;
  readonly onClose: () => void;
  /** More fields. */
  readonly children?: ReactNode;
}) {
  const form = useAccountForm({
    fields: { password: checkPassword, code: asksCode ? needed('Type a code.') : null },
    send: (typed) => send(typed('password'), typed('code')),
    places: { wrong_password: 'password', wrong_code: 'code' },
    onDone,
  });
  return (
    <DialogForm form={form} {...parts}>
      <DialogText>{text}</DialogText>
      <PasswordField kind="current" name="password" label="Password" error={form.error('password')} />
      {asksCode && <AnyCodeField error={form.error('code')} />}
      {children}
    </DialogForm>
  );
}
