import type { AccountError } from '#lib/contract/account-errors';
import { fail, type Result } from '#lib/domain/result';
import type { SignInOutcome, WithCookies } from '#lib/account/sign-ins';
import { tryCarefully } from './careful-tries.ts';
import type { SignedInRequest } from './endpoint.ts';
import { refusalOf } from './refusal-of.ts';

/**
 * Does something for which whoever is signed in must give the password once more. Its wrong tries are counted apart from those
 * of signing in: nobody without a session can slow them down.
 */
export async function tryOwnPassword<T>(
  request: SignedInRequest,
  work: () => SignInOutcome<T>,
): Promise<Result<WithCookies<T>, AccountError>> {
  const tried = await tryCarefully(request, `own:${request.who.accountId}`, async () => {
    const done = await work();
    return { was: done.ok ? 'right' : 'wrong', value: done };
  });
  if (!tried.ok) return tried;
  return tried.value.ok ? tried.value : fail(refusalOf(tried.value.error));
}
