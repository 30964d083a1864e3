import type { z } from 'zod';
import type { AccountError } from '#lib/contract/account-errors';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Result } from '#lib/domain/result';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';
import type { BrowserMarks } from '#lib/account/limits/browser-marks';
import type { KeyUses } from '#lib/account/keys/key-records';
import type { KeyTable } from '#lib/account/keys/key-table';
import type { Allowance, Throttle } from '#lib/account/limits/limits';
import type { DeriveSecret } from '#lib/account/secrets/master-secret';
import type { PasswordChecks } from '#lib/account/passwords/password-checks';
import type { SignedIn, SignIns } from '#lib/account/sign-in/sign-ins';
import type { TurnPlace } from '#lib/account/limits/turns';
import type { Visit } from '#lib/account/sign-in/visit';

/** What the operator decided about accounts. */
export interface AccountSettings {
  readonly isSignUpOpen: boolean;
  /** Where the set-up token's file is. */
  readonly dataDir: string;
  /** Requests a minute of a key without a limit of its own; 0 for none. */
  readonly rateLimitPerMinute: number;
  /** Whether webhooks may go to private addresses, and to these over http. */
  readonly allowsPrivateWebhooks: boolean;
}

/** What every endpoint stands on. */
export interface AccountTools {
  readonly store: Store;
  readonly signIns: SignIns;
  readonly passwords: PasswordChecks;
  /** Apart, so that no number of strangers fills the table of those who have proof. */
  readonly throttles: Readonly<Record<TurnPlace['lane'], Throttle>>;
  readonly marks: BrowserMarks;
  readonly allowances: {
    readonly signUp: Allowance;
    readonly newKeys: Allowance;
    readonly exports: Allowance;
    readonly failureNotes: Allowance;
    readonly changes: Allowance;
  };
  readonly settings: AccountSettings;
  readonly log: Logger;
  /** Takes changes of keys in at once, so that a revoked key is refused here from the next request on. */
  readonly catchUp: () => Promise<void>;
  /** The keys in memory, which end there first. */
  readonly keys: Pick<KeyTable, 'refuse'>;
  /** What keys were used for in this process. */
  readonly uses: KeyUses;
  /** The newest figures, which what somebody wants to watch is compared with. */
  readonly snapshot: () => RateSnapshot;
  /** The question of a feed link as it is kept, or the sentence that refuses it. */
  readonly readQuestion: (text: string) => Result<string, string>;
  /** What secrets of webhooks are encrypted with. */
  readonly secretOf: DeriveSecret;
}

/** One request of a visitor. */
export interface AccountCall extends AccountTools {
  readonly visit: Visit;
  readonly now: Date;
  readonly query: URLSearchParams;
}

/** One request of somebody who is signed in. */
export interface SignedInRequest extends AccountCall {
  readonly who: SignedIn;
}

/** What is answered besides errors. */
export interface AccountAnswer {
  readonly body: unknown;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is answered instead. */
export interface AccountRefusal extends AccountError {
  readonly cookies?: readonly string[];
}

export type AccountOutcome = Promise<Result<AccountAnswer, AccountRefusal>>;

/** One address of /account/api. */
export interface AccountEndpoint {
  readonly method: 'GET' | 'POST';
  /** Behind `/account/api/`. */
  readonly path: string;
  readonly schema: z.ZodType;
  readonly needsSession: boolean;
  /** `body` has passed the schema; `who` is there when a session is needed. */
  readonly run: (request: AccountCall, body: unknown, who: SignedIn | null) => AccountOutcome;
}

/** An endpoint for everybody. */
export function forAnybody<Schema extends z.ZodType>(
  method: AccountEndpoint['method'],
  path: string,
  schema: Schema,
  answer: (request: AccountCall, body: z.infer<Schema>) => AccountOutcome,
): AccountEndpoint {
  return {
    method,
    path,
    schema,
    needsSession: false,
    run: (request, body) => answer(request, asRead<Schema>(body)),
  };
}

/** An endpoint for whoever is signed in; all others get 401. */
export function forSignedIn<Schema extends z.ZodType>(
  method: AccountEndpoint['method'],
  path: string,
  schema: Schema,
  answer: (request: SignedInRequest, body: z.infer<Schema>) => AccountOutcome,
): AccountEndpoint {
  return {
    method,
    path,
    schema,
    needsSession: true,
    run: (request, body, who) => {
      if (!who) throw new Error(`${path} was asked without a session`);
      return answer({ ...request, who }, asRead<Schema>(body));
    },
  };
}

/** The router gives an endpoint only what its own schema has let through. */
function asRead<Schema extends z.ZodType>(body: unknown): z.infer<Schema> {
  return body as z.infer<Schema>;
}
