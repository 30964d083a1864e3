import type {
  AddedWebhook,
  AuditLog,
  ChangedKey,
  Done,
  Keys,
  MadeKey,
  Me,
  NextStep,
  RecoveryCodes,
  SecondFactorStart,
  SessionRow,
} from '#lib/contract/account';
import type { ACCOUNT_SCHEMAS, AccountBody } from '#lib/contract/account-schemas';
import type { AccountErrorBody, AccountErrorCode } from '#lib/contract/account-errors';
import type { FeedLinks, MadeFeedLink } from '#lib/contract/feed-links';
import { fail, ok, type Result } from '#lib/domain/result';
import type { PairWatch } from '#lib/domain/series/pair-watch';
import type { Webhook } from '#lib/domain/webhook';
import { AskFailure, failureOf } from '#lib/client/asking/ask-failure';
import { boundedFetch } from '#lib/client/asking/bounded-fetch';

/** Where the account's endpoints are. */
const ACCOUNT_API = '/account/api';

/** A link, not a request: the browser saves what it answers. */
export const EXPORT_ADDRESS = `${ACCOUNT_API}/export`;

/** What the service says against a request, in a sentence for the visitor. */
export interface RefusedReply {
  readonly code: AccountErrorCode;
  readonly message: string;
  /** How long to wait, where the service says so. */
  readonly retryAfterMs: number | null;
}

/** A change: done, or refused for a reason that belongs beside the form. */
export type AccountReply<T> = Promise<Result<T, RefusedReply>>;

/** A query that the service refused; thrown, because TanStack Query then keeps the answer before. */
export class AccountRefused extends Error {
  override readonly name = 'AccountRefused';
}

/**
 * The endpoints of /account/api as functions that remember nothing; the session is a cookie that scripts cannot read. Changes answer with a value for
 * what the service refuses (429 too); reads throw {@link AccountRefused}. Either rejects with {@link AskFailure} when no answer came
 * or the service failed.
 */
export const accountClient = {
  me: () => get<Me>('me'),
  setUp: post<'setUp', NextStep>('set-up'),
  signUp: post<'credentials', Done>('sign-up'),
  signIn: post<'credentials', NextStep>('sign-in'),
  secondFactor: post<'secondFactor', NextStep>('second-factor'),
  signOut: () => post<'nothing', Done>('sign-out')({}),
  reset: post<'reset', NextStep>('reset'),
  changePassword: post<'passwordChange', Done>('password'),
  beginSecondFactor: post<'passwordConfirmation', SecondFactorStart>('second-factor/begin'),
  confirmSecondFactor: post<'codeConfirmation', RecoveryCodes>('second-factor/confirm'),
  endSecondFactor: post<'bothFactors', Done>('second-factor/off'),
  makeRecoveryCodes: post<'bothFactors', RecoveryCodes>('recovery-codes'),
  sessions: () => get<readonly SessionRow[]>('sessions'),
  endSessions: post<'endSessions', Done>('sessions/end'),
  keys: () => get<Keys>('keys'),
  makeKey: post<'newKey', MadeKey>('keys'),
  renameKey: post<'renameKey', ChangedKey>('keys/rename'),
  rotateKey: post<'rotateKey', MadeKey>('keys/rotate'),
  revokeKey: post<'revokeKey', ChangedKey>('keys/revoke'),
  /** `before` is `next` of the page before, null for the newest events. */
  auditLog: (before: string | null) =>
    get<AuditLog>(before === null ? 'trail' : `trail?${new URLSearchParams({ before })}`),
  watches: () => get<readonly PairWatch[]>('watches'),
  latelyCrossed: () => get<readonly PairWatch[]>('watches/lately'),
  addWatch: post<'newWatch', Done>('watches'),
  removeWatch: post<'named', Done>('watches/remove'),
  feedLinks: () => get<FeedLinks>('feed-links'),
  makeFeedLink: post<'newFeedLink', MadeFeedLink>('feed-links'),
  revokeFeedLink: post<'named', Done>('feed-links/revoke'),
  webhooks: () => get<readonly Webhook[]>('webhooks'),
  addWebhook: post<'newWebhook', AddedWebhook>('webhooks'),
  testWebhook: post<'named', Done>('webhooks/test'),
  removeWebhook: post<'named', Done>('webhooks/remove'),
  deleteAccount: post<'deleteAccount', Done>('delete'),
};

async function get<T>(path: string): Promise<T> {
  const outcome = await ask<T>(path);
  if (outcome.ok) return outcome.value;
  throw new AccountRefused(outcome.error.message);
}

function post<Name extends keyof typeof ACCOUNT_SCHEMAS, T>(path: string) {
  const headers = { 'Content-Type': 'application/json' };
  return (request: AccountBody<Name>) =>
    ask<T>(path, { method: 'POST', headers, body: JSON.stringify(request) });
}

async function ask<T>(path: string, init?: RequestInit): AccountReply<T> {
  const response = await boundedFetch(`${ACCOUNT_API}/${path}`, { ...init, cache: 'no-store' }).catch(
    (cause: unknown) => {
      throw new AskFailure({ kind: 'unreachable' }, { cause });
    },
  );
  if (response.status >= 500) throw failureOf(response);
  const body: unknown = await response.json();
  return response.ok ? ok(asAnswer<T>(body)) : fail(refusalOf(body, response.headers));
}

function refusalOf(body: unknown, headers: Headers): RefusedReply {
  const { code, message } = asErrorBody(body).error;
  const seconds = headers.get('Retry-After');
  return { code, message, retryAfterMs: seconds === null ? null : Number(seconds) * 1000 };
}

/** The service answers 2xx with exactly the type that the endpoint names, which its tests hold. */
function asAnswer<T>(body: unknown): T {
  return body as T;
}

/** Every answer of /account/api that is not 2xx has the error shape, which the same tests hold. */
function asErrorBody(body: unknown): AccountErrorBody {
  return body as AccountErrorBody;
}
