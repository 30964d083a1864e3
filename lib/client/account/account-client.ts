import type {
  ChangedKey,
  CodeConfirmation,
  CredentialsRequest,
  DeleteAccountRequest,
  Done,
  EndSessionsRequest,
  Keys,
  MadeKey,
  Me,
  NewKeyRequest,
  NextStep,
  PasswordChangeRequest,
  PasswordConfirmation,
  RecoveryCodes,
  RenameKeyRequest,
  ResetRequest,
  RevokeKeyRequest,
  RotateKeyRequest,
  BothFactors,
  SecondFactorRequest,
  SecondFactorStart,
  SessionRow,
  SetUpRequest,
  AuditLog,
} from '#lib/contract/account';
import type { AccountErrorBody, AccountErrorCode } from '#lib/contract/account-errors';
import { fail, ok, type Result } from '#lib/domain/result';
import { AskFailure } from '#lib/client/asking/ask-failure';
import { boundedFetch } from '#lib/client/asking/bounded-fetch';

/** Where the account's endpoints are. */
export const ACCOUNT_API = '/account/api';

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
  readonly refusal: RefusedReply;

  constructor(refusal: RefusedReply) {
    super(refusal.message);
    this.name = 'AccountRefused';
    this.refusal = refusal;
  }
}

/**
 * The account's endpoints as functions. Changes answer with a value for what the service refuses (429 too); reads throw
 * {@link AccountRefused}. Either rejects with {@link AskFailure} when no answer came or the service failed.
 */
export interface AccountClient {
  readonly me: () => Promise<Me>;
  readonly setUp: (request: SetUpRequest) => AccountReply<NextStep>;
  readonly signUp: (request: CredentialsRequest) => AccountReply<Done>;
  readonly signIn: (request: CredentialsRequest) => AccountReply<NextStep>;
  readonly secondFactor: (request: SecondFactorRequest) => AccountReply<NextStep>;
  readonly signOut: () => AccountReply<Done>;
  readonly reset: (request: ResetRequest) => AccountReply<NextStep>;
  readonly changePassword: (request: PasswordChangeRequest) => AccountReply<Done>;
  readonly beginSecondFactor: (request: PasswordConfirmation) => AccountReply<SecondFactorStart>;
  readonly confirmSecondFactor: (request: CodeConfirmation) => AccountReply<RecoveryCodes>;
  readonly endSecondFactor: (request: BothFactors) => AccountReply<Done>;
  readonly makeRecoveryCodes: (request: BothFactors) => AccountReply<RecoveryCodes>;
  readonly sessions: () => Promise<readonly SessionRow[]>;
  readonly endSessions: (request: EndSessionsRequest) => AccountReply<Done>;
  readonly keys: () => Promise<Keys>;
  readonly makeKey: (request: NewKeyRequest) => AccountReply<MadeKey>;
  readonly renameKey: (request: RenameKeyRequest) => AccountReply<ChangedKey>;
  readonly rotateKey: (request: RotateKeyRequest) => AccountReply<MadeKey>;
  readonly revokeKey: (request: RevokeKeyRequest) => AccountReply<ChangedKey>;
  /** `before` is `next` of the page before, null for the newest events. */
  readonly auditLog: (before: string | null) => Promise<AuditLog>;
  readonly deleteAccount: (request: DeleteAccountRequest) => AccountReply<Done>;
}

/** What the client stands on: the browser's own fetch unless a test brings another. */
export type AccountFetch = (path: string, init?: RequestInit) => Promise<Response>;

/** A typed client of /account/api; the session is a cookie that scripts cannot read. */
export function createAccountClient(fetchIt: AccountFetch = boundedFetch): AccountClient {
  const get = async <T>(path: string): Promise<T> => {
    const outcome = await ask<T>(fetchIt, path);
    if (outcome.ok) return outcome.value;
    throw new AccountRefused(outcome.error);
  };
  const post =
    <Request, T>(path: string) =>
    (request: Request) =>
      ask<T>(fetchIt, path, request);
  const signOut = post<object, Done>('sign-out');
  return {
    me: () => get('me'),
    setUp: post('set-up'),
    signUp: post('sign-up'),
    signIn: post('sign-in'),
    secondFactor: post('second-factor'),
    signOut: () => signOut({}),
    reset: post('reset'),
    changePassword: post('password'),
    beginSecondFactor: post('second-factor/begin'),
    confirmSecondFactor: post('second-factor/confirm'),
    endSecondFactor: post('second-factor/off'),
    makeRecoveryCodes: post('recovery-codes'),
    sessions: () => get('sessions'),
    endSessions: post('sessions/end'),
    keys: () => get('keys'),
    makeKey: post('keys'),
    renameKey: post('keys/rename'),
    rotateKey: post('keys/rotate'),
    revokeKey: post('keys/revoke'),
    auditLog: (before) => get(before === null ? 'trail' : `trail?${new URLSearchParams({ before })}`),
    deleteAccount: post('delete'),
  };
}

async function ask<T>(fetchIt: AccountFetch, path: string, request?: unknown): AccountReply<T> {
  const init: RequestInit =
    request === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(request),
        };
  const response = await fetchIt(`${ACCOUNT_API}/${path}`, { ...init, cache: 'no-store' }).catch(
    (cause: unknown) => {
      throw new AskFailure({ kind: 'unreachable' }, { cause });
    },
  );
  if (response.status >= 500) {
    throw new AskFailure({ kind: 'fault', requestId: response.headers.get('X-Request-Id') });
  }
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
