import type { NextStep } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS } from '#lib/contract/account-schemas';
import type { AccountError } from '#lib/contract/account-errors';
import { fail, type Result } from '#lib/domain/result';
import { hashToken } from '#lib/account/one-time-token';
import { dropSetUpToken } from '#lib/account/set-up-token';
import type { WithCookies } from '#lib/account/sign-ins';
import { answered, refused, slowedDown } from './answers.ts';
import { knownBrowserLine, signInSubject, tryCarefully } from './careful-tries.ts';
import { type AccountEndpoint, type AccountOutcome, type AccountRequest, forAnybody } from './endpoint.ts';
import { faultOfPassword } from './new-password.ts';
import { WRONG_CREDENTIALS } from './refusal-of.ts';
import { fromBrowser, noteInTrail } from './trail-notes.ts';

/** What a set-up, a registration, a sign-in and an operator's link have in common: credentials that are good from now on. */
interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** One sentence whether it never was, has expired or was used, so that nothing can be learnt from it. */
const INVALID_TOKEN: AccountError = {
  code: 'invalid_token',
  message: 'This token is not valid, or not any more. The operator of this service can make a new one.',
};

/** The ways in. */
export const SIGN_IN_ENDPOINTS: readonly AccountEndpoint[] = [
  forAnybody('POST', 'set-up', ACCOUNT_SCHEMAS.setUp, setUp),
  forAnybody('POST', 'sign-up', ACCOUNT_SCHEMAS.credentials, signUp),
  forAnybody('POST', 'sign-in', ACCOUNT_SCHEMAS.credentials, signIn),
  forAnybody('POST', 'sign-out', ACCOUNT_SCHEMAS.nothing, signOut),
  forAnybody('POST', 'reset', ACCOUNT_SCHEMAS.reset, reset),
];

async function setUp(
  request: AccountRequest,
  { token, ...credentials }: Credentials & { readonly token: string },
): AccountOutcome {
  const { store, now, allowances, settings } = request;
  if (await store.hasLogin()) {
    return refused('already_set_up', 'There is an account already. Sign in, or ask the operator for one.');
  }
  const taken = allowances.setUp.take('set-up', now.getTime());
  if (taken !== 'taken') return slowedDown(taken.retryAfterSeconds, 'Too many tries; wait and try again.');
  const setUpTokenHash = hashToken(token);
  const use = { purpose: 'set-up', hash: setUpTokenHash, nowMs: now.getTime() } as const;
  if (!(await store.hasAuthToken(use))) return fail(INVALID_TOKEN);
  allowances.setUp.giveBack('set-up');
  const made = await makeLogin(request, credentials, setUpTokenHash);
  if (made.ok) await dropSetUpToken(settings.dataDir);
  return made;
}

async function signUp(request: AccountRequest, credentials: Credentials): AccountOutcome {
  const { settings, allowances, visit, now } = request;
  if (!settings.isSignUpOpen) {
    return refused('sign_up_closed', 'Registration is closed here. The operator makes accounts.');
  }
  const taken = allowances.signUp.take(`${visit.address}`, now.getTime());
  if (taken !== 'taken') return slowedDown(taken.retryAfterSeconds);
  return makeLogin(request, credentials, null);
}

async function makeLogin(
  request: AccountRequest,
  credentials: Credentials,
  setUpTokenHash: string | null,
): AccountOutcome {
  const { store, passwords, visit, now } = request;
  const { email, password } = credentials;
  const made = await inTurn(request, async () => {
    const fault = await faultOfPassword(passwords, password, email);
    if (fault) return fail(fault);
    const passwordHash = await passwords.hash(password);
    const login = { email, passwordHash, setUpTokenHash, nowMs: now.getTime(), address: visit.address };
    switch (await store.write.createLogin(login)) {
      case 'created':
        return signInNow(request, credentials);
      case 'already-set-up':
        return refused('already_set_up', 'There is an account already. Sign in.');
      case 'invalid-token':
        return fail(INVALID_TOKEN);
      case 'address-taken':
        return refused(
          'address_taken',
          'There is an account with this address. Sign in, or ask the operator for a link that sets its password.',
        );
    }
  });
  return made.ok ? letIn(request, email, made.value) : made;
}

async function signIn(request: AccountRequest, credentials: Credentials): AccountOutcome {
  const { email } = credentials;
  const tried = await tryCarefully(request, signInSubject(request, email), async () => {
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

async function signOut(request: AccountRequest): AccountOutcome {
  const { signIns, visit } = request;
  const { value: who } = await signIns.session(visit);
  const { cookies } = await signIns.signOut(visit);
  if (who) await noteInTrail(request, who.accountId, 'signed-out', fromBrowser(request));
  return answered({ done: true }, cookies);
}

async function reset(
  request: AccountRequest,
  { token, password }: { readonly token: string; readonly password: string },
): AccountOutcome {
  const { store, passwords, visit, now } = request;
  const tokenHash = hashToken(token);
  const nowMs = now.getTime();
  const entered = await tryCarefully(request, `reset:${visit.address}`, async () => {
    if (!(await store.hasAuthToken({ purpose: 'reset', hash: tokenHash, nowMs }))) {
      return { was: 'wrong', value: fail(INVALID_TOKEN) };
    }
    // A password that is refused proves nothing and uses nothing up.
    const fault = await faultOfPassword(passwords, password, null);
    if (fault) return { was: 'neither', value: fail(fault) };
    const value = await setPassword();
    return { was: value.ok ? 'right' : 'wrong', value };
  });
  return entered.ok ? entered.value : entered;

  async function setPassword(): AccountOutcome {
    const passwordHash = await passwords.hash(password);
    const account = await store.write.resetPassword({
      tokenHash,
      passwordHash,
      nowMs,
      address: visit.address,
    });
    if (!account) return fail(INVALID_TOKEN);
    const signedIn = await signInNow(request, { email: account.email, password });
    return signedIn.ok ? letIn(request, account.email, signedIn.value) : signedIn;
  }
}

type Entered = WithCookies<NextStep['next']>;

/** With credentials that were set a moment ago. */
async function signInNow(
  { signIns, visit }: AccountRequest,
  credentials: Credentials,
): Promise<Result<Entered, AccountError>> {
  const entered = await signIns.signIn(visit, credentials);
  return entered.ok ? entered : fail(WRONG_CREDENTIALS);
}

/** Answers whoever has given the right password; with a second factor that is only half the way. */
async function letIn(request: AccountRequest, email: string, entered: Entered): AccountOutcome {
  const { store } = request;
  if (entered.value === 'second-factor') {
    return answered({ next: 'second-factor' } satisfies NextStep, entered.cookies);
  }
  const account = await store.readAccountByEmail(email);
  if (account) await noteInTrail(request, account.id, 'signed-in', fromBrowser(request));
  const cookies = [...entered.cookies, ...knownBrowserLine(request, email)];
  return answered({ next: 'signed-in' } satisfies NextStep, cookies);
}

async function noteFailure(request: AccountRequest, email: string): Promise<void> {
  const { store, allowances, now, log } = request;
  try {
    const account = await store.readAccountByEmail(email);
    if (!account || allowances.failureNotes.take(account.id, now.getTime()) !== 'taken') return;
    await noteInTrail(request, account.id, 'sign-in-failed', fromBrowser(request));
  } catch (error) {
    log.error({ err: error }, 'a failed sign-in could not be written down');
  }
}

async function inTurn<T>(
  { passwords }: AccountRequest,
  work: () => Promise<Result<T, AccountError>>,
): Promise<Result<T, AccountError>> {
  const done = await passwords.inTurn(work);
  return done.ok ? done.value : slowedDown(done.error.retryAfterSeconds);
}
