import { PasswordField } from '#components/ui/fields/password-field';
import { TextField } from '#components/ui/fields/text-field';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#lib/contract/account';

/*
 * Fields that several forms of the account have, and what can be said against them without asking the service. It trims what is
 * typed, and takes codes with spaces and hyphens.
 */

interface ErrorOfField {
  readonly error: string | null;
}

/** What can be said against the address of an account. */
export function checkEmail(text: string): string | null {
  return /^[^\s@]+@[^\s@]+$/.test(text.trim()) ? null : 'Type an e-mail address such as name@example.org.';
}

/** What can be said against a password that exists already. */
export function checkPassword(text: string): string | null {
  return text === '' ? 'Type your password.' : null;
}

/** What can be said against a new password. */
export function checkNewPassword(text: string): string | null {
  const length = [...text].length;
  if (length === 0) return 'Type a password.';
  if (length >= PASSWORD_LENGTH_MIN) return null;
  return `This one has ${length} ${length === 1 ? 'character' : 'characters'}; it needs at least ${PASSWORD_LENGTH_MIN}.`;
}

/** The address that names an account. */
export function EmailField({ error }: ErrorOfField) {
  return (
    <TextField
      name="email"
      label="E-mail"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      maxLength={254}
      required
      error={error}
    />
  );
}

/** Where a new password is chosen, with the rules for it. */
export function NewPasswordField({
  name = 'password',
  label = 'Password',
  error,
}: ErrorOfField & { readonly name?: string; readonly label?: string }) {
  return (
    <PasswordField
      kind="new"
      name={name}
      label={label}
      hint={`At least ${PASSWORD_LENGTH_MIN} characters, and not one of the well-known ones. Four or five words make a good one.`}
      maxLength={PASSWORD_LENGTH_MAX}
      error={error}
    />
  );
}

/** The six digits of an authenticator. */
export function CodeField({ error }: ErrorOfField) {
  return (
    <TextField
      name="code"
      label="Code from the authenticator"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={11}
      isCode
      required
      error={error}
    />
  );
}

/** Either of what proves a second factor. */
export function AnyCodeField({ error }: ErrorOfField) {
  return (
    <TextField
      name="code"
      label="Code from the authenticator, or a recovery code"
      autoComplete="one-time-code"
      isCode
      required
      error={error}
    />
  );
}
