import { fail, ok, type Result } from '#lib/domain/result';
import type { Logger } from '#lib/platform/logger';
import type { AuthRecords } from './auth-adapter.ts';
import { ADDRESS_HEADER, authErrorCode, type AuthLibrary, createAuthLibrary } from './auth-library.ts';
import { cookieNames, ownCookieLines } from './cookies.ts';
import type { PasswordChecks } from '#lib/account/passwords/password-checks';
import { typedRecoveryCode } from './recovery-codes.ts';
import type { Visit } from './visit.ts';

/** The account that a visitor is signed in to, and in which session. */
export interface SignedIn {
  readonly sessionId: string;
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly hasSecondFactor: boolean;
}

/** Something done, and the Set-Cookie lines that belong to it. */
export interface WithCookies<T> {
  readonly value: T;
  readonly cookies: readonly string[];
}

/** Why somebody does not get in or may not change something. */
export type SignInFailure =
  | 'wrong-credentials'
  | 'wrong-password'
  | 'wrong-code'
  /** The password was given too long ago, or too many codes were wrong. */
  | 'start-over'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'signed-out';

export type SignInOutcome<T> = Promise<Result<WithCookies<T>, SignInFailure>>;

/** Who signs in with what. Each call hashes at most two passwords, so it belongs into a turn of {@link PasswordChecks}. */
export interface SignIns {
  /** Renews the cookie of a session that is used; null when nobody is signed in. */
  readonly session: (visit: Visit) => Promise<WithCookies<SignedIn | null>>;
  /** The account that waits for its second factor. */
  readonly pending: (visit: Visit) => Promise<{ readonly accountId: string; readonly email: string } | null>;
  readonly signIn: (
    visit: Visit,
    credentials: { readonly email: string; readonly password: string },
  ) => SignInOutcome<'signed-in' | 'second-factor'>;
  /** Finishes a sign-in, switches a second factor on, or proves that it is at hand: whichever is due. The account's address. */
  readonly verifyCode: (visit: Visit, code: string) => SignInOutcome<string>;
  /** The same with one of an account's recovery codes, as it was typed. */
  readonly verifyRecoveryCode: (
    visit: Visit,
    typed: { readonly accountId: string; readonly text: string },
  ) => SignInOutcome<string>;
  readonly signOut: (visit: Visit) => Promise<WithCookies<null>>;
  /** Ends every session and begins a new one here. */
  readonly changePassword: (
    visit: Visit,
    change: { readonly current: string; readonly next: string },
  ) => SignInOutcome<null>;
  readonly confirmPassword: (visit: Visit, password: string) => SignInOutcome<null>;
  /** The `otpauth:` address of a second factor that the next right code switches on. */
  readonly beginSecondFactor: (visit: Visit, password: string) => SignInOutcome<string>;
  readonly endSecondFactor: (visit: Visit, password: string) => SignInOutcome<null>;
  readonly makeRecoveryCodes: (visit: Visit, password: string) => SignInOutcome<readonly string[]>;
  /** The codes that are left, for counting; shown once, right after they were made. */
  readonly recoveryCodes: (accountId: string) => Promise<readonly string[]>;
}

/** What signing in stands on. */
export interface SignInsSetup {
  readonly store: AuthRecords;
  readonly secret: string;
  readonly passwords: Pick<PasswordChecks, 'hash' | 'fits'>;
  readonly log: Logger;
  readonly passwordLength: { readonly min: number; readonly max: number };
}

const FAILURES: Readonly<Record<string, SignInFailure>> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong-credentials',
  INVALID_EMAIL: 'wrong-credentials',
  INVALID_PASSWORD: 'wrong-password',
  INVALID_CODE: 'wrong-code',
  INVALID_BACKUP_CODE: 'wrong-code',
  // Another request has used up a recovery code between our reading and writing.
  CONFLICT: 'wrong-code',
  INVALID_TWO_FACTOR_COOKIE: 'start-over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'start-over',
  TOTP_ALREADY_ENABLED: 'second-factor-on',
  TOTP_NOT_ENABLED: 'second-factor-off',
  BACKUP_CODES_NOT_ENABLED: 'second-factor-off',
  TWO_FACTOR_NOT_ENABLED: 'second-factor-off',
  UNAUTHORIZED: 'signed-out',
};

/** Asks the library; it exists twice, because a cookie's name and attributes depend on the way it goes. */
export function createSignIns(setup: SignInsSetup): SignIns {
  const libraries = new Map<boolean, AuthLibrary>();
  const library = (visit: Visit) => {
    const { isEncrypted } = visit;
    const found = libraries.get(isEncrypted) ?? createAuthLibrary({ ...setup, isEncrypted });
    libraries.set(isEncrypted, found);
    return found.api;
  };
  const recoveryCodes: SignIns['recoveryCodes'] = async (accountId) => {
    const shown = await library(INSIDE).viewBackupCodes({ body: { userId: accountId } });
    return shown.backupCodes;
  };
  return {
    session: async (visit) => {
      const answer = await library(visit).getSession({ headers: headersOf(visit), returnHeaders: true });
      return withCookies(visit, answer, signedInOf);
    },
    pending: async (visit) => (await library(visit).pendingSignIn({ headers: headersOf(visit) })).account,
    signIn: (visit, body) =>
      attempt(visit, (asked) => library(visit).signInEmail({ ...asked, body }), nextOf),
    verifyCode: (visit, code) =>
      attempt(visit, (asked) => library(visit).verifyTOTP({ ...asked, body: { code } }), emailOf),
    verifyRecoveryCode: (visit, { accountId, text }) =>
      attempt(
        visit,
        async (asked) => {
          const code = typedRecoveryCode(await recoveryCodes(accountId), text) ?? text;
          return library(visit).verifyBackupCode({ ...asked, body: { code } });
        },
        emailOf,
      ),
    signOut: async (visit) => {
      const answer = await library(visit).signOut({ headers: headersOf(visit), returnHeaders: true });
      return withCookies(visit, answer, nothing);
    },
    changePassword: (visit, { current, next }) => {
      const body = { currentPassword: current, newPassword: next, revokeOtherSessions: true };
      return attempt(visit, (asked) => library(visit).changePassword({ ...asked, body }), nothing);
    },
    confirmPassword: (visit, password) =>
      attempt(visit, (asked) => library(visit).verifyPassword({ ...asked, body: { password } }), nothing),
    beginSecondFactor: (visit, password) =>
      attempt(visit, (asked) => library(visit).enableTwoFactor({ ...asked, body: { password } }), uriOf),
    endSecondFactor: (visit, password) =>
      attempt(visit, (asked) => library(visit).disableTwoFactor({ ...asked, body: { password } }), nothing),
    makeRecoveryCodes: (visit, password) =>
      attempt(
        visit,
        (asked) => library(visit).generateBackupCodes({ ...asked, body: { password } }),
        ({ backupCodes }) => backupCodes,
      ),
    recoveryCodes,
  };
}

/** For calls that no visitor makes and that set no cookie. */
const INSIDE: Visit = { address: null, isEncrypted: false, cookie: null, userAgent: null };

interface Answer<T> {
  readonly headers: Headers;
  readonly response: T;
}

interface Asked {
  readonly headers: Headers;
  readonly returnHeaders: true;
}

async function attempt<Given, Taken>(
  visit: Visit,
  ask: (asked: Asked) => Promise<Answer<Given>>,
  take: (given: Given) => Taken,
): SignInOutcome<Taken> {
  try {
    return ok(withCookies(visit, await ask({ headers: headersOf(visit), returnHeaders: true }), take));
  } catch (error) {
    // The library's way to say no; whatever else it throws is a fault.
    const failure = FAILURES[authErrorCode(error) ?? ''];
    if (failure === undefined) throw error;
    return fail(failure);
  }
}

function withCookies<Given, Taken>(
  visit: Visit,
  { headers, response }: Answer<Given>,
  take: (given: Given) => Taken,
): WithCookies<Taken> {
  return {
    value: take(response),
    cookies: ownCookieLines(headers.getSetCookie(), cookieNames(visit.isEncrypted)),
  };
}

/** Made anew, so that nothing that a visitor writes in other headers is believed. */
function headersOf({ cookie, userAgent, address }: Visit): Headers {
  const headers = new Headers();
  if (cookie !== null) headers.set('cookie', cookie);
  if (userAgent !== null) headers.set('user-agent', userAgent);
  if (address !== null) headers.set(ADDRESS_HEADER, address);
  return headers;
}

function signedInOf(
  found: {
    readonly session: { readonly id: string };
    readonly user: {
      readonly id: string;
      readonly email: string;
      readonly name: string;
      readonly createdAt: Date;
      readonly twoFactorEnabled?: boolean | null | undefined;
    };
  } | null,
): SignedIn | null {
  if (!found) return null;
  const { session, user } = found;
  return {
    sessionId: session.id,
    accountId: user.id,
    email: user.email,
    name: user.name,
    createdAt: user.createdAt,
    hasSecondFactor: user.twoFactorEnabled === true,
  };
}

function nextOf(given: object): 'signed-in' | 'second-factor' {
  return 'twoFactorRedirect' in given ? 'second-factor' : 'signed-in';
}

function uriOf(given: { readonly totpURI?: string } | { readonly method: string }): string {
  if ('totpURI' in given && given.totpURI !== undefined) return given.totpURI;
  throw new Error('a second factor without an address');
}

function emailOf({ user }: { readonly user: { readonly email: string } }): string {
  return user.email;
}

function nothing(): null {
  return null;
}
