import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordField } from '#components/ui/fields/password-field';
import { accountClient } from '#lib/client/account/account-client';
import { refreshAccount } from '#lib/client/account/account-queries';
import { PageForm } from '#components/account/forms/account-form';
import { NewPasswordField } from '#components/account/forms/new-password-field';
import { checkNewPassword } from '#components/account/forms/credentials.ts';
import { type FieldErrors, fieldText, useAccountForm } from '#components/account/forms/use-account-form.ts';

/** Changes the password. The address stands along unseen, so that a password manager knows whose it is. */
export function PasswordForm({ email }: { readonly email: string }) {
  const queries = useQueryClient();
  const [isChanged, setIsChanged] = useState(false);
  const form = useAccountForm({
    fields: ['current', 'next'],
    check: checkChange,
    send: (values) => {
      setIsChanged(false);
      return accountClient.changePassword({
        current: fieldText(values, 'current'),
        next: fieldText(values, 'next'),
      });
    },
    places: { wrong_password: 'current', weak_password: 'next' },
    onDone: async () => {
      form.props.ref.current?.reset();
      setIsChanged(true);
      await refreshAccount(queries);
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

function checkChange(values: FormData): FieldErrors<'current' | 'next'> {
  const next = checkNewPassword(fieldText(values, 'next'));
  return {
    ...(fieldText(values, 'current') === '' && { current: 'Type the password you have now.' }),
    ...(next !== null && { next }),
  };
}
