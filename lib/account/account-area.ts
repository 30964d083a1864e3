import type { Result } from '#lib/domain/result';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import { cookieIn, cookieNames } from './sign-in/cookies.ts';
import type { AccountRouter } from './http/account-router.ts';
import type { KeyUses } from './keys/key-records.ts';
import type { KeyTable } from './keys/key-table.ts';
import type { DeriveSecret } from './secrets/master-secret.ts';
import type { PasswordChecks } from './passwords/password-checks.ts';
import { visitorOf } from './visitor-of.ts';

/** What the account area stands on. */
export interface AccountAreaSetup {
  readonly store: Store;
  readonly clock: Pick<Clock, 'real'>;
  readonly log: Logger;
  readonly secretOf: DeriveSecret;
  /** Secrets of the master secret before this one, while the operator names it; null otherwise. */
  readonly previousSecretOf: DeriveSecret | null;
  readonly dataDir: string;
  /** The project's folder, from which the password threads' file is found. */
  readonly root: string;
  readonly publicUrl: URL | null;
  readonly isSignUpOpen: boolean;
  /** Requests a minute of a key without a limit of its own; 0 for none. */
  readonly rateLimitPerMinute: number;
  /** Whoever brings these ends them; the area makes its own otherwise. */
  readonly passwords?: PasswordChecks;
  /** Takes every key that was made, changed or revoked before the call into memory. */
  readonly catchUp: () => Promise<void>;
  /** The keys in memory, which end there first. */
  readonly keys: Pick<KeyTable, 'refuse'>;
  /** What keys were used for in this process. */
  readonly uses: KeyUses;
  /** The newest figures, which what somebody wants to watch is compared with. */
  readonly snapshot: () => RateSnapshot;
  /** The question of a feed link as it is kept, or the sentence that refuses it. */
  readonly readQuestion: (text: string) => Result<string, string>;
  /** Whether webhooks may go to private addresses, and to these over http. */
  readonly allowsPrivateWebhooks: boolean;
}

/** Everything under /account/api. */
export interface AccountArea {
  /** Answers a request; never rejects. `context` is what our own listener knows of who asks. */
  readonly answer: (request: Request, context: unknown) => Promise<Response>;
  /**
   * Whether a Cookie header is of somebody who is signed in; `unknown` while the database does not say. Without a session's
   * cookie nothing is loaded or read.
   */
  readonly isSignedIn: (
    cookie: string | null,
    isEncrypted: boolean,
  ) => KnownSignedIn | Promise<KnownSignedIn>;
  /** Ends threads and timers. */
  readonly close: () => Promise<void>;
}

/** Whether somebody is signed in, as far as it is known: a database that is away says neither yes nor no. */
export type KnownSignedIn = boolean | 'unknown';

interface OpenedArea {
  readonly router: AccountRouter;
  readonly close: () => Promise<void>;
}

/** Loads nothing before the first request: programs that only ask for rates never pay for it. */
export function createAccountArea(setup: AccountAreaSetup): AccountArea {
  let opened: Promise<OpenedArea> | null = null;
  const open = () => {
    opened ??= import('./open-account-area.ts').then(({ openAccountArea }) => openAccountArea(setup));
    return opened;
  };
  return areaOf(
    async (request, context) => (await open()).router(request, visitorOf(context)),
    async () => {
      await (await opened)?.close();
    },
  );
}

/** The area whose requests are answered so. */
export function areaOf(
  answer: AccountArea['answer'],
  close: AccountArea['close'] = async () => {},
): AccountArea {
  return {
    answer,
    isSignedIn: (cookie, isEncrypted) =>
      cookie !== null &&
      cookieIn(cookie, cookieNames(isEncrypted).session) !== null &&
      askWhetherSignedIn(answer, cookie, isEncrypted),
    close,
  };
}

/** Asks as a page of the account does, so that there is one rule of who is signed in. */
async function askWhetherSignedIn(
  answer: AccountArea['answer'],
  cookie: string,
  isEncrypted: boolean,
): Promise<KnownSignedIn> {
  const request = new Request('http://localhost/account/api/me', {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  const response = await answer(request, { network: null, isEncrypted });
  if (!response.ok) return 'unknown';
  const told: unknown = await response.json();
  return typeof told === 'object' && told !== null && 'state' in told && told.state === 'signed-in';
}
