import type { AccountError } from '#lib/contract/account-errors';
import { fail, type Result } from '#lib/domain/result';
import { hashToken } from '#lib/account/secrets/one-time-token';
import type { WithCookies } from '#lib/account/sign-in/sign-ins';
import { type CountedTrier, tryCarefully } from './careful-tries.ts';
import type { AccountCall } from './endpoint.ts';
import { refusalOf } from './refusal-of.ts';
import { fromBrowser, noteInAuditLog } from './audit-notes.ts';

/** What somebody has typed as a second factor. */
export type TypedCode =
  | { readonly kind: 'authenticator'; readonly text: string }
  | { readonly kind: 'recovery'; readonly text: string };

/** Whose code it is, and who tries it. */
export interface CodeTry {
  readonly accountId: string;
  readonly trier: CountedTrier;
}

/** A code is good in its own half minute and those beside it, so a used one is remembered for longer than that. */
const CODE_LIFETIME_MS = 120_000;

const AUTHENTICATOR_FORM = /^\d{6}$/;

/** Six digits are an authenticator's, also in groups; anything else is a recovery code. */
export function typedCode(text: string): TypedCode {
  const digits = text.replaceAll(/[\s-]/g, '');
  return AUTHENTICATOR_FORM.test(digits)
    ? { kind: 'authenticator', text: digits }
    : { kind: 'recovery', text: text.trim() };
}

/**
 * Checks a code of an account's second factor, each code once (RFC 6238, 5.2), and slows down whoever guesses. The account's
 * address, and the cookies of what the code has brought about. Who gets here knows the password, so a wrong code is written
 * down.
 */
export async function checkCode(
  request: AccountCall,
  { accountId, trier }: CodeTry,
  code: TypedCode,
): Promise<Result<WithCookies<string>, AccountError>> {
  const checked = await tryCode(request, { accountId, trier }, code);
  if (!checked.ok && checked.error.code === 'wrong_code') await noteWrongCode(request, accountId);
  if (checked.ok && code.kind === 'recovery') await noteInAuditLog(request, accountId, 'recovery-code-used');
  return checked;
}

/** The same for a second factor that is not on yet, where a wrong code is no more than mistyped. */
export async function tryCode(
  request: AccountCall,
  { accountId, trier }: CodeTry,
  code: TypedCode,
): Promise<Result<WithCookies<string>, AccountError>> {
  const { signIns, visit } = request;
  const tried = await tryCarefully(request, trier, async () => {
    if (code.kind === 'authenticator' && !(await isUnused(request, accountId, code.text))) {
      return { was: 'wrong', value: fail('wrong-code' as const) };
    }
    const checked =
      code.kind === 'authenticator'
        ? await signIns.verifyCode(visit, code.text)
        : await signIns.verifyRecoveryCode(visit, { accountId, text: code.text });
    return { was: checked.ok ? 'right' : 'wrong', value: checked };
  });
  if (!tried.ok) return tried;
  return tried.value.ok ? tried.value : fail(refusalOf(tried.value.error));
}

async function noteWrongCode(request: AccountCall, accountId: string): Promise<void> {
  const taken = request.allowances.failureNotes.take(`code:${accountId}`, request.now.getTime());
  if (taken === 'taken') {
    await noteInAuditLog(request, accountId, 'second-factor-failed', fromBrowser(request));
  }
}

/** Marked before it is checked, so that of two who send one code at once only one can succeed. */
function isUnused({ store, now }: AccountCall, accountId: string, code: string): Promise<boolean> {
  const nowMs = now.getTime();
  const hash = hashToken(`${accountId}:${code}`);
  return store.write.useCodeOnce({ hash, nowMs, expiresAtMs: nowMs + CODE_LIFETIME_MS });
}
