import { useState } from 'react';
import { ModalDialog, DialogText } from '#components/ui/dialogs/modal-dialog';
import { PasswordField } from '#components/ui/fields/password-field';
import { TextField } from '#components/ui/fields/text-field';
import { accountClient } from '#lib/client/account/account-client';
import { DialogForm } from '#components/account/forms/dialog-form';
import { AnyCodeField, checkPassword, needed } from '#components/account/forms/fields';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';

/** Removes the account for good, once its address was typed and its password is right. */
export function DeleteAccountDialog({
  email,
  hasSecondFactor,
  isOpen,
  onClose,
}: {
  readonly email: string;
  readonly hasSecondFactor: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <ModalDialog title="Delete the account?" isOpen={isOpen} isAlert onClose={onClose}>
      <DeleteAccountForm email={email} asksCode={hasSecondFactor} onClose={onClose} />
    </ModalDialog>
  );
}

function DeleteAccountForm({
  email,
  asksCode,
  onClose,
}: {
  readonly email: string;
  readonly asksCode: boolean;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const form = useAccountForm({
    fields: { password: checkPassword, code: asksCode ? needed('Type a code.') : null, confirmation: null },
    send: (text) =>
      accountClient.deleteAccount({
        password: text('password'),
        ...(asksCode && { code: text('code') }),
        confirmation: text('confirmation'),
      }),
    places: { wrong_password: 'password', wrong_code: 'code', wrong_confirmation: 'confirmation' },
    // A page loaded anew, so that nothing of the account stays in this one's memory.
    onDone: () => window.location.assign('/account'),
  });
  return (
    <DialogForm
      form={form}
      label="Delete the account"
      action="Delete the account"
      look="stop"
      isDisabled={typed.toLowerCase() !== email.toLowerCase()}
      wayOut="Keep the account"
      onClose={onClose}
    >
      <DialogText>
        All its keys are refused within 2 seconds, everywhere. Its use, sessions and audit trail are removed.
        This cannot be undone; export what you want to keep first.
      </DialogText>
      <PasswordField kind="current" name="password" label="Password" error={form.error('password')} />
      {asksCode && <AnyCodeField error={form.error('code')} />}
      <TextField
        name="confirmation"
        label={
          <>
            Type the account’s address, <span className="[overflow-wrap:anywhere]">{email}</span>
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        inputMode="email"
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        error={form.error('confirmation')}
      />
    </DialogForm>
  );
}
