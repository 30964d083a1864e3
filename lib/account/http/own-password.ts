import type { AccountError } from '#lib/contract/account-errors';
import { fail, ok, type Result } from '#lib/domain/result';
import type { SignInOutcome, WithCookies } from '#lib/account/sign-in/sign-ins';
import { refused } from './answers.ts';
import { provenTrier, tryCarefully } from './careful-tries.ts';
import type { SignedInRequest } from './endpoint.ts';
import { refusalOf } from './refusal-of.ts';
import { checkCode, typedCode } from './second-factor-code.ts';

/**
 * Does something for which whoever is signed in must give the password once more. Its wrong tries are counted apart from those
 * of signing in: nobody without a session can slow them down.
 */
export async function tryOwnPassword<T>(
  request: SignedInRequest,
  work: () => SignInOutcome<T>,
): Promise<Result<WithCookies<T>, AccountError>> {
  const { accountId, email } = request.who;
  const tried = await tryCarefully(request, provenTrier(email, `own:${accountId}`), async () => {
    const done = await work();
    return { was: done.ok ? 'right' : 'wrong', value: done };
  });
  if (!tried.ok) return tried;
  return tried.value.ok ? tried.value : fail(refusalOf(tried.value.error));
}

/**
 * Asks for all that signing in asks for, where a password somebody else has learnt must not be enough; without a second factor
 * that is the password alone.
 */
export async function tryBothFactors(
  request: SignedInRequest,
  { password, code }: { readonly password: string; readonly code?: string | undefined },
): Promise<Result<null, AccountError>> {
  const { who, visit, signIns } = request;
  // The password first: a wrong one must not use the code up.
  const own = await tryOwnPassword(request, () => signIns.confirmPassword(visit, password));
  if (!own.ok) return own;
  if (!who.hasSecondFactor) return ok(null);
  if (code === undefined) {
    return refused('wrong_code', 'Type a code of your authenticator, or a recovery code.');
  }
  const trier = provenTrier(who.email, `own-code:${who.accountId}`);
  const checked = await checkCode(request, { accountId: who.accountId, trier }, typedCode(code));
  return checked.ok ? ok(null) : checked;
}
