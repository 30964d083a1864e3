import { useState } from 'react';
import { PasswordField } from '#components/ui/fields/password-field';
import { accountClient } from '#lib/client/account/account-client';
import { PageForm } from '#components/account/forms/account-form';
import { checkNewPassword, NewPasswordField } from '#components/account/forms/fields';
import { useAccountForm } from '#components/account/forms/use-account-form.ts';

/** Changes the password. The address stands along unseen, so that a password manager knows whose it is. */
export function PasswordForm({ email }: { readonly email: string }) {
  const [isChanged, setIsChanged] = useState(false);
  const form = useAccountForm({
    fields: { current: checkCurrent, next: checkNewPassword },
    send: (text) => {
      setIsChanged(false);
      return accountClient.changePassword({ current: text('current'), next: text('next') });
    },
    places: { wrong_password: 'current', weak_password: 'next' },
    onDone: (_, refresh) => {
      form.props.ref.current?.reset();
      setIsChanged(true);
      return refresh();
    },
  });
  return (
    <PageForm
      form={form}
      label="Change the password"
      action="Change the password"
      look="line"
      outcome={
        <p role="status" className="text-sm text-text-soft">
          {isChanged && 'Changed. Every other session has ended.'}
        </p>
      }
    >
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField kind="current" name="current" label="Current password" error={form.error('current')} />
      <NewPasswordField name="next" label="New password" error={form.error('next')} />
    </PageForm>
  );
}

function checkCurrent(text: string): string | null {
  return text === '' ? 'Type the password you have now.' : null;
}
