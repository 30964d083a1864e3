import { PASSWORD_LENGTH_MIN } from '#lib/contract/account';
import type { AccountError } from '#lib/contract/account-errors';
import type { PasswordChecks } from '#lib/account/passwords/password-checks';

/** Words of this service, which whoever guesses passwords for it tries first. */
const SERVICE_WORDS = ['crossrate', 'exchange', 'rates', 'currency'];

/** What is wrong with a new password; null when nothing is. `email` is the account's address. */
export async function faultOfPassword(
  passwords: Pick<PasswordChecks, 'isWeak'>,
  password: string,
  email: string | null,
): Promise<AccountError | null> {
  // Counted as people count: an emoji is one character.
  if ([...password].length < PASSWORD_LENGTH_MIN) {
    return {
      code: 'weak_password',
      message: `The password needs at least ${PASSWORD_LENGTH_MIN} characters.`,
    };
  }
  const ownWords = [...SERVICE_WORDS, ...(email === null ? [] : [email, ...email.split(/[@.]/)])];
  if (!(await passwords.isWeak(password, ownWords))) return null;
  return {
    code: 'weak_password',
    message:
      'This password is among the first that an attacker would guess. Choose a longer or less common one.',
  };
}
