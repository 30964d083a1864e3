import { renderSVG } from 'uqr';
import type { Done, NextStep, RecoveryCodes, SecondFactorStart } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import { fail } from '#lib/domain/result';
import { cookieNames, withoutCookie } from '#lib/account/sign-in/cookies';
import type { Visit } from '#lib/account/sign-in/visit';
import { answered, refused } from './answers.ts';
import { codeTrier, knownBrowserLine, provenTrier } from './careful-tries.ts';
import {
  type AccountEndpoint,
  type AccountOutcome,
  type AccountCall,
  forAnybody,
  forSignedIn,
  type SignedInRequest,
} from './endpoint.ts';
import { tryBothFactors, tryOwnPassword } from './own-password.ts';
import { refusalOf } from './refusal-of.ts';
import { checkCode, tryCode, type TypedCode, typedCode } from './second-factor-code.ts';
import { fromBrowser, noteInAuditLog } from './audit-notes.ts';

/** The second factor: asked for after the password, switched on and off, its recovery codes. */
export const SECOND_FACTOR_ENDPOINTS: readonly AccountEndpoint[] = [
  forAnybody('POST', 'second-factor', ACCOUNT_SCHEMAS.secondFactor, finishSignIn),
  forSignedIn('POST', 'second-factor/begin', ACCOUNT_SCHEMAS.passwordConfirmation, begin),
  forSignedIn('POST', 'second-factor/confirm', ACCOUNT_SCHEMAS.codeConfirmation, confirm),
  forSignedIn('POST', 'second-factor/off', ACCOUNT_SCHEMAS.bothFactors, switchOff),
  forSignedIn('POST', 'recovery-codes', ACCOUNT_SCHEMAS.bothFactors, makeRecoveryCodes),
];

async function finishSignIn(
  asked: AccountCall,
  body: { readonly code: string } | { readonly recoveryCode: string },
): AccountOutcome {
  const request = { ...asked, visit: asOutsider(asked.visit) };
  const pending = await request.signIns.pending(request.visit);
  if (pending === null) return fail(refusalOf('start-over'));
  const { accountId } = pending;
  const code: TypedCode =
    'code' in body ? typedCode(body.code) : { kind: 'recovery', text: body.recoveryCode.trim() };
  const checked = await checkCode(request, { accountId, trier: codeTrier(request, pending) }, code);
  if (!checked.ok) return checked;
  const { value: email, cookies } = checked.value;
  await noteInAuditLog(request, accountId, 'signed-in', fromBrowser(request));
  return answered({ next: 'signed-in' } satisfies NextStep, [
    ...cookies,
    ...knownBrowserLine(request, email, 'code'),
  ]);
}

/** Beside a session the library would check the code of its account, which may be another one. */
function asOutsider(visit: Visit): Visit {
  return { ...visit, cookie: withoutCookie(visit.cookie, cookieNames(visit.isEncrypted).session) };
}

async function begin(request: SignedInRequest, { password }: { readonly password: string }): AccountOutcome {
  if (request.who.hasSecondFactor) return fail(refusalOf('second-factor-on'));
  const begun = await tryOwnPassword(request, () =>
    request.signIns.beginSecondFactor(request.visit, password),
  );
  if (!begun.ok) return begun;
  const { value: uri, cookies } = begun.value;
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return answered({ uri, secret, qr: renderSVG(uri) } satisfies SecondFactorStart, cookies);
}

async function confirm(request: SignedInRequest, body: { readonly code: string }): AccountOutcome {
  const { who, signIns } = request;
  if (who.hasSecondFactor) return fail(refusalOf('second-factor-on'));
  const code = typedCode(body.code);
  // A recovery code proves nothing yet: they have not been shown.
  if (code.kind === 'recovery') return refused('wrong_code', 'Type the six digits of your authenticator.');
  const trier = provenTrier(who.email, `own-code:${who.accountId}`);
  const checked = await tryCode(request, { accountId: who.accountId, trier }, code);
  if (!checked.ok) return checked;
  await noteInAuditLog(request, who.accountId, 'second-factor-on', fromBrowser(request));
  const recoveryCodes = await signIns.recoveryCodes(who.accountId);
  return answered({ recoveryCodes } satisfies RecoveryCodes, checked.value.cookies);
}

async function switchOff(request: SignedInRequest, body: AccountBody<'bothFactors'>): AccountOutcome {
  const { who, visit, signIns } = request;
  if (!who.hasSecondFactor) return fail(refusalOf('second-factor-off'));
  const own = await tryBothFactors(request, body);
  if (!own.ok) return own;
  const ended = await tryOwnPassword(request, () => signIns.endSecondFactor(visit, body.password));
  if (!ended.ok) return ended;
  await noteInAuditLog(request, who.accountId, 'second-factor-off', fromBrowser(request));
  return answered({ done: true } satisfies Done, ended.value.cookies);
}

async function makeRecoveryCodes(request: SignedInRequest, body: AccountBody<'bothFactors'>): AccountOutcome {
  const { who, visit, signIns } = request;
  if (!who.hasSecondFactor) return fail(refusalOf('second-factor-off'));
  const own = await tryBothFactors(request, body);
  if (!own.ok) return own;
  const made = await tryOwnPassword(request, () => signIns.makeRecoveryCodes(visit, body.password));
  if (!made.ok) return made;
  await noteInAuditLog(request, who.accountId, 'recovery-codes-made', fromBrowser(request));
  const { value: recoveryCodes, cookies } = made.value;
  return answered({ recoveryCodes } satisfies RecoveryCodes, cookies);
}
