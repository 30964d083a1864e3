import { PasswordField } from '#components/ui/fields/password-field';
import { PASSWORD_LENGTH_MAX } from '#lib/contract/account';
import { PASSWORD_RULES } from './credentials.ts';

/** Where a new password is chosen, with the rules for it. */
export function NewPasswordField({
  name = 'password',
  label = 'Password',
  error,
}: {
  readonly name?: string;
  readonly label?: string;
  readonly error: string | null;
}) {
  return (
    <PasswordField
      kind="new"
      name={name}
      label={label}
      hint={PASSWORD_RULES}
      maxLength={PASSWORD_LENGTH_MAX}
      error={error}
    />
  );
}
