import type { Done, NextStep } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS } from '#lib/contract/account-schemas';
import type { AccountError } from '#lib/contract/account-errors';
import { fail, ok, type Result } from '#lib/domain/result';
import { hashToken } from '#lib/account/secrets/one-time-token';
import type { NewLoginOutcome } from '#lib/store/accounts/accounts';
import { dropSetUpToken } from '#lib/account/secrets/set-up-token';
import type { WithCookies } from '#lib/account/sign-in/sign-ins';
import type { TurnPlace } from '#lib/account/limits/turns';
import { answered, refused, slowedDown } from './answers.ts';
import { inTurn, knownBrowserLine, signInTrier, tryCarefully } from './careful-tries.ts';
import { type AccountEndpoint, type AccountOutcome, type AccountCall, forAnybody } from './endpoint.ts';
import { faultOfPassword } from './new-password.ts';
import { WRONG_CREDENTIALS } from './refusal-of.ts';
import { fromBrowser, noteInAuditLog } from './audit-notes.ts';

/** What a set-up, a registration, a sign-in and an operator's link have in common: credentials that are good from now on. */
interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** One sentence whether it never was, has expired or was used, so that nothing can be learnt from it. */
const INVALID_TOKEN: AccountError = {
  code: 'invalid_token',
  message: 'This token is not valid, or no longer valid. The operator of this service can make a new one.',
};

const ALREADY_SET_UP: AccountError = {
  code: 'already_set_up',
  message: 'There is an account already. Sign in, or ask the operator for one.',
};

/** The ways in. */
export const SIGN_IN_ENDPOINTS: readonly AccountEndpoint[] = [
  forAnybody('POST', 'set-up', ACCOUNT_SCHEMAS.setUp, setUp),
  forAnybody('POST', 'sign-up', ACCOUNT_SCHEMAS.credentials, signUp),
  forAnybody('POST', 'sign-in', ACCOUNT_SCHEMAS.credentials, signIn),
  forAnybody('POST', 'sign-out', ACCOUNT_SCHEMAS.nothing, signOut),
  forAnybody('POST', 'reset', ACCOUNT_SCHEMAS.reset, reset),
];

/** A good token is proof. It has 256 random bits, so wrong ones need no limit and block nobody. */
const TOKEN_PLACE: TurnPlace = { lane: 'proven', name: 'token' };

async function setUp(
  request: AccountCall,
  { token, ...credentials }: Credentials & { readonly token: string },
): AccountOutcome {
  const { store, now, settings } = request;
  if (await store.hasLogin()) return fail(ALREADY_SET_UP);
  const setUpTokenHash = hashToken(token);
  const use = { purpose: 'set-up', hash: setUpTokenHash, nowMs: now.getTime() } as const;
  if (!(await store.hasAuthToken(use))) return fail(INVALID_TOKEN);
  const entered = await inTurn(request, TOKEN_PLACE, async () => {
    const made = await makeLogin(request, credentials, setUpTokenHash);
    if (!made.ok) return made;
    if (made.value === 'already-set-up') return fail(ALREADY_SET_UP);
    return made.value === 'created' ? signInNow(request, credentials) : fail(INVALID_TOKEN);
  });
  if (!entered.ok) return entered;
  if (!entered.value.ok) return entered.value;
  await dropSetUpToken(settings.dataDir);
  return letIn(request, credentials.email, entered.value.value);
}

/** The answer, and the work behind it, are the same whether the address has an account or not. */
async function signUp(request: AccountCall, credentials: Credentials): AccountOutcome {
  const { settings, allowances, visit, now } = request;
  if (!settings.isSignUpOpen) {
    return refused(
      'sign_up_closed',
      'Registration is closed here. The operator of this service creates accounts.',
    );
  }
  const network = `${visit.address}`;
  const made = await inTurn(request, { lane: 'stranger', name: network }, async () => {
    // Counted once it has a turn: a flood that gets none fills no table.
    const taken = allowances.signUp.take(network, now.getTime());
    return taken === 'taken' ? makeLogin(request, credentials, null) : slowedDown(taken.retryAfterSeconds);
  });
  if (!made.ok) return made;
  return made.value.ok ? answered({ done: true } satisfies Done) : made.value;
}

async function makeLogin(
  { store, passwords, visit, now }: AccountCall,
  { email, password }: Credentials,
  setUpTokenHash: string | null,
): Promise<Result<NewLoginOutcome, AccountError>> {
  const fault = await faultOfPassword(passwords, password, email);
  if (fault) return fail(fault);
  const passwordHash = await passwords.hash(password);
  const login = { email, passwordHash, setUpTokenHash, nowMs: now.getTime(), address: visit.address };
  if (setUpTokenHash !== null) return ok(await store.write.createLogin(login));
  // A free address takes some milliseconds more to write than a taken one; hashing beside it takes longer than either.
  const [made] = await Promise.all([store.write.createLogin(login), passwords.hash(password)]);
  return ok(made);
}

async function signIn(request: AccountCall, credentials: Credentials): AccountOutcome {
  const { email } = credentials;
  const tried = await tryCarefully(request, signInTrier(request, email), async () => {
    const entered = await request.signIns.signIn(request.visit, credentials);
    return { was: entered.ok ? 'right' : 'wrong', value: entered };
  });
  if (!tried.ok) return tried;
  const entered = tried.value;
  if (entered.ok) return letIn(request, email, entered.value);
  // Not waited for: an address that nobody has here must be answered as quickly.
  void noteFailure(request, email);
  return fail(WRONG_CREDENTIALS);
}

async function signOut(request: AccountCall): AccountOutcome {
  const { signIns, visit } = request;
  const { value: who } = await signIns.session(visit);
  const { cookies } = await signIns.signOut(visit);
  if (who) await noteInAuditLog(request, who.accountId, 'signed-out', fromBrowser(request));
  return answered({ done: true }, cookies);
}

async function reset(
  request: AccountCall,
  { token, password }: { readonly token: string; readonly password: string },
): AccountOutcome {
  const { store, passwords, visit, now } = request;
  const tokenHash = hashToken(token);
  const nowMs = now.getTime();
  if (!(await store.hasAuthToken({ purpose: 'reset', hash: tokenHash, nowMs }))) return fail(INVALID_TOKEN);
  const entered = await inTurn(request, TOKEN_PLACE, async () => {
    const fault = await faultOfPassword(passwords, password, null);
    if (fault) return fail(fault);
    const passwordHash = await passwords.hash(password);
    const { address } = visit;
    const account = await store.write.resetPassword({ tokenHash, passwordHash, nowMs, address });
    if (!account) return fail(INVALID_TOKEN);
    const signedIn = await signInNow(request, { email: account.email, password });
    return signedIn.ok ? letIn(request, account.email, signedIn.value) : signedIn;
  });
  return entered.ok ? entered.value : entered;
}

type Entered = WithCookies<NextStep['next']>;

/** With credentials that were set a moment ago. */
async function signInNow(
  { signIns, visit }: AccountCall,
  credentials: Credentials,
): Promise<Result<Entered, AccountError>> {
  const entered = await signIns.signIn(visit, credentials);
  return entered.ok ? entered : fail(WRONG_CREDENTIALS);
}

/** Answers whoever has given the right password; with a second factor that is only half the way. */
async function letIn(request: AccountCall, email: string, entered: Entered): AccountOutcome {
  const { store } = request;
  if (entered.value === 'second-factor') {
    return answered({ next: 'second-factor' } satisfies NextStep, entered.cookies);
  }
  const account = await store.readAccountByEmail(email);
  if (account) await noteInAuditLog(request, account.id, 'signed-in', fromBrowser(request));
  const cookies = [...entered.cookies, ...knownBrowserLine(request, email, 'password')];
  return answered({ next: 'signed-in' } satisfies NextStep, cookies);
}

async function noteFailure(request: AccountCall, email: string): Promise<void> {
  const { store, allowances, now, log } = request;
  try {
    const account = await store.readAccountByEmail(email);
    if (!account || allowances.failureNotes.take(account.id, now.getTime()) !== 'taken') return;
    await noteInAuditLog(request, account.id, 'sign-in-failed', fromBrowser(request));
  } catch (error) {
    log.error({ err: error }, 'a failed sign-in could not be written down');
  }
}
