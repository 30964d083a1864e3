import { APIError, createAuthEndpoint } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Logger } from '#lib/platform/logger';
import { type AuthRecords, createAuthAdapter } from './auth-adapter.ts';
import { cookieNames } from './cookies.ts';
import type { PasswordChecks } from '#lib/account/passwords/password-checks';
import { makeRecoveryCodes } from './recovery-codes.ts';

/** What the library stands on. */
export interface AuthSetup {
  readonly store: AuthRecords;
  /** Signs cookies and encrypts second factors. */
  readonly secret: string;
  readonly passwords: Pick<PasswordChecks, 'hash' | 'fits'>;
  readonly log: Logger;
  /** Whether the visitor's way here is encrypted, which decides over the cookies. */
  readonly isEncrypted: boolean;
  readonly passwordLength: { readonly min: number; readonly max: number };
}

/** Who signs in with what; the library without any address of its own, reached by calls within the process only. */
export type AuthLibrary = ReturnType<typeof createAuthLibrary>;

/** The header in which we tell the library the visitor's address; headers of visitors never reach it. */
export const ADDRESS_HEADER = 'x-visitor-address';

/** A session ends after a week without a visit. */
const SESSION_SECONDS = 7 * 24 * 3600;

/** The name that encrypted values bear; there is one secret at a time. */
export const SECRET_VERSION = 1;

/** How exact "last seen" is. */
const SEEN_SECONDS = 300;

/** How long somebody may take from the password to the code. */
const SECOND_FACTOR_SECONDS = 600;

/** The library as this service wants it: no mail, no network, no addresses of its own, no limits but ours. */
export function createAuthLibrary(setup: AuthSetup) {
  const { store, secret, passwords, log, isEncrypted, passwordLength } = setup;
  const names = cookieNames(isEncrypted);
  return betterAuth({
    appName: 'Crossrate',
    // Never used for an address, because no request reaches the library; without it, it would complain.
    baseURL: 'http://localhost',
    basePath: '/account/api',
    secrets: [{ version: SECRET_VERSION, value: secret }],
    database: createAuthAdapter(store),
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      disableColors: true,
      log: (_level, message) => log.error({ part: 'auth' }, message),
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: {
        hash: passwords.hash,
        verify: ({ hash, password }) => passwords.fits(password, hash),
      },
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: SEEN_SECONDS },
    verification: { storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: 'crossrate',
      useSecureCookies: false,
      defaultCookieAttributes: { sameSite: 'strict', secure: isEncrypted, httpOnly: true, path: '/' },
      cookies: { session_token: { name: names.session }, two_factor: { name: names.secondFactor } },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    plugins: [
      twoFactor({
        issuer: 'Crossrate',
        twoFactorCookieMaxAge: SECOND_FACTOR_SECONDS,
        // A lock would let whoever knows the password lock its owner out; our throttle slows down instead.
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
      }),
      { id: 'pending-sign-in', endpoints: { pendingSignIn } },
    ],
  });
}

/** The account whose password was given and whose code was not yet; null if there is none. */
const pendingSignIn = createAuthEndpoint.serverOnly({ method: 'GET', requireHeaders: true }, async (ctx) => {
  const { name } = ctx.context.createAuthCookie('two_factor');
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
  if (!identifier) return { account: null };
  const pending = await ctx.context.internalAdapter.findVerificationValue(identifier);
  if (!pending || pending.expiresAt <= new Date()) return { account: null };
  const user = await ctx.context.internalAdapter.findUserById(pending.value);
  return { account: user && { accountId: user.id, email: user.email } };
});

/** The library's word for what was wrong; null for what is no word of it. */
export function authErrorCode(error: unknown): string | null {
  if (!(error instanceof APIError)) return null;
  return error.body?.code ?? String(error.status);
}
