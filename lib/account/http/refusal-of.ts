import type { AccountError } from '#lib/contract/account-errors';
import type { SignInFailure } from '#lib/account/sign-in/sign-ins';

/** One answer whether the address or the password was wrong. */
export const WRONG_CREDENTIALS: AccountError = {
  code: 'wrong_credentials',
  message: 'The address or the password is wrong.',
};

/** What a visitor is told whom the library refuses. */
export function refusalOf(failure: SignInFailure): AccountError {
  switch (failure) {
    case 'wrong-credentials':
      return WRONG_CREDENTIALS;
    case 'wrong-password':
      return { code: 'wrong_password', message: 'The password is wrong.' };
    case 'wrong-code':
      return { code: 'wrong_code', message: 'The code is wrong or was used before.' };
    case 'start-over':
      return { code: 'not_signed_in', message: 'Begin again with your password.' };
    case 'second-factor-on':
      return { code: 'second_factor_is_on', message: 'The second factor is on already.' };
    case 'second-factor-off':
      return { code: 'second_factor_is_off', message: 'There is no second factor here. Begin again.' };
    case 'signed-out':
      return { code: 'not_signed_in', message: 'Sign in first.' };
  }
}
