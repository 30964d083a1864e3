import { PASSWORD_LENGTH_MIN } from '#lib/contract/account';
import { type FieldErrors, fieldText } from './use-account-form.ts';

/** The rules of a new password, said before it is typed. */
export const PASSWORD_RULES = `At least ${PASSWORD_LENGTH_MIN} characters, and not one of the well-known ones. Four or five words make a good one.`;

/** What is wrong with an address and a password that exists already. */
export function checkCredentials(values: FormData): FieldErrors<'email' | 'password'> {
  const email = checkEmail(fieldText(values, 'email'));
  return {
    ...(email !== null && { email }),
    ...(fieldText(values, 'password') === '' && { password: 'Type your password.' }),
  };
}

/** What is wrong with an address and a password to be. */
export function checkNewCredentials(values: FormData): FieldErrors<'email' | 'password'> {
  const email = checkEmail(fieldText(values, 'email'));
  const password = checkNewPassword(fieldText(values, 'password'));
  return { ...(email !== null && { email }), ...(password !== null && { password }) };
}

/** What can be said against a new password without asking the service; null for nothing. */
export function checkNewPassword(password: string): string | null {
  const length = [...password].length;
  if (length === 0) return 'Type a password.';
  if (length >= PASSWORD_LENGTH_MIN) return null;
  return `This one has ${length} ${length === 1 ? 'character' : 'characters'}; it needs at least ${PASSWORD_LENGTH_MIN}.`;
}

function checkEmail(email: string): string | null {
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? null : 'Type an e-mail address such as name@example.org.';
}
