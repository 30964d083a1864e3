import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PasswordField } from '#components/ui/fields/password-field';
import { SubmitButton } from '#components/ui/fields/submit-button';
import { refreshAccount } from '#lib/client/account/account-queries';
import { PASSWORD_LENGTH_MAX } from '#lib/contract/account';
import { AccountFormAlert } from '#components/account/forms/account-form-alert';
import { useAccountClient } from '#components/account/account-root';
import { checkNewPassword, PASSWORD_RULES } from '#components/account/forms/credentials.ts';
import { type FieldErrors, fieldText, useAccountForm } from '#components/account/forms/use-account-form.ts';

/** Changes the password. The address stands along unseen, so that a password manager knows whose it is. */
export function PasswordForm({ email }: { readonly email: string }) {
  const client = useAccountClient();
  const queries = useQueryClient();
  const [isChanged, setIsChanged] = useState(false);
  const form = useAccountForm({
    fields: ['current', 'next'],
    check: checkChange,
    send: (values) => {
      setIsChanged(false);
      return client.changePassword({
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
    <form {...form.props} aria-label="Change the password" className="grid gap-4">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField kind="current" name="current" label="Current password" error={form.error('current')} />
      <PasswordField
        kind="new"
        name="next"
        label="New password"
        hint={PASSWORD_RULES}
        maxLength={PASSWORD_LENGTH_MAX}
        error={form.error('next')}
      />
      <AccountFormAlert problem={form.problem} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton look="line" isBusy={form.isBusy}>
          Change the password
        </SubmitButton>
        <p role="status" className="text-sm text-text-soft">
          {isChanged && 'Changed. Every other session has ended.'}
        </p>
      </div>
    </form>
  );
}

function checkChange(values: FormData): FieldErrors<'current' | 'next'> {
  const next = checkNewPassword(fieldText(values, 'next'));
  return {
    ...(fieldText(values, 'current') === '' && { current: 'Type the password you have now.' }),
    ...(next !== null && { next }),
  };
}
