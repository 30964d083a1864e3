import { randomUUID } from 'node:crypto';
import type { Clock } from '#lib/platform/clock';
import type { AccountError } from '#lib/contract/account-errors';
import { fail, ok, type Result } from '#lib/domain/result';
import { refused, respond, respondWithAccountError, slowedDown } from './answers.ts';
import { isDiskFull } from '#lib/store/engine/database-unavailable';
import type {
  AccountAnswer,
  AccountEndpoint,
  AccountOutcome,
  AccountRefusal,
  AccountTools,
} from './endpoint.ts';
import { BODY_TOO_LARGE, readText } from './body-text.ts';
import { FEED_LINK_ENDPOINTS } from './feed-link-endpoints.ts';
import { KEY_ENDPOINTS } from './key-endpoints.ts';
import { RECORD_ENDPOINTS } from './record-endpoints.ts';
import { refusalOf } from './refusal-of.ts';
import { isNoOtherSite, isOurPage } from './same-origin.ts';
import { SECOND_FACTOR_ENDPOINTS } from './second-factor-endpoints.ts';
import { SESSION_ENDPOINTS } from './session-endpoints.ts';
import { SIGN_IN_ENDPOINTS } from './sign-in-endpoints.ts';
import { WATCH_ENDPOINTS } from './watch-endpoints.ts';
import { WEBHOOK_ENDPOINTS } from './webhook-endpoints.ts';

/** Where a request came from, as the trusted listener knows it. */
export interface Visitor {
  /** Empty or null when it is not known. */
  readonly address: string | null;
  /** Whether the whole way from the visitor was encrypted. */
  readonly isEncrypted: boolean;
}

/** What the router needs besides its endpoints' tools. */
export interface AccountRouterSetup extends AccountTools {
  readonly clock: Pick<Clock, 'real'>;
  readonly publicUrl: URL | null;
}

/** Answers a request to /account/api; never rejects. */
export type AccountRouter = (request: Request, visitor: Visitor) => Promise<Response>;

/** What all addresses begin with. */
const BASE = '/account/api/';

const ENDPOINTS: ReadonlyMap<string, AccountEndpoint> = new Map(
  [
    ...SESSION_ENDPOINTS,
    ...SIGN_IN_ENDPOINTS,
    ...SECOND_FACTOR_ENDPOINTS,
    ...KEY_ENDPOINTS,
    ...FEED_LINK_ENDPOINTS,
    ...RECORD_ENDPOINTS,
    ...WATCH_ENDPOINTS,
    ...WEBHOOK_ENDPOINTS,
  ].map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]),
);

const METHODS = ['GET', 'POST'] as const;

/** The address of every endpoint with its method, for tests that go through them all. */
export const ACCOUNT_ADDRESSES: readonly {
  readonly method: string;
  readonly path: string;
  readonly needsSession: boolean;
}[] = [...ENDPOINTS.values()].map(({ method, path, needsSession }) => ({ method, path, needsSession }));

/** The router of /account/api: method, origin, body and session are checked here, in this order. */
export function createAccountRouter(setup: AccountRouterSetup): AccountRouter {
  return async (request, visitor) => {
    const requestId = randomUUID();
    const response = await answerTo(setup, request, visitor).then(
      (answer) =>
        answer.ok ? respond(answer.value) : respondWithAccountError(answer.error, answer.error.cookies),
      async (error: unknown) => respondWithAccountError(await explainFault(setup, error, requestId)),
    );
    response.headers.set('X-Request-Id', requestId);
    if (response.status === 405) response.headers.set('Allow', methodsOf(request).join(', '));
    // Two years, as with every other answer over TLS.
    if (visitor.isEncrypted) response.headers.set('Strict-Transport-Security', 'max-age=63072000');
    return response;
  };
}

async function answerTo(setup: AccountRouterSetup, request: Request, visitor: Visitor): AccountOutcome {
  const { searchParams } = new URL(request.url);
  const path = pathOf(request);
  const methods = methodsOf(request);
  if (methods.length === 0) return refused('not_found', 'There is no such address under /account/api.');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const endpoint = ENDPOINTS.get(`${method} ${path}`);
  if (!endpoint) return refused('method_not_allowed', `This address answers ${methods.join(' and ')} only.`);
  if (!isAdmitted(setup, request, visitor, endpoint)) {
    return refused('cross_site_request', 'Only the pages of this service may ask this.');
  }
  const body = endpoint.method === 'POST' ? await readBody(request, endpoint) : ok({});
  if (!body.ok) return body;
  const visit = {
    address: visitor.address || null,
    isEncrypted: visitor.isEncrypted,
    cookie: request.headers.get('cookie'),
    userAgent: request.headers.get('user-agent'),
  };
  const asked = { ...setup, visit, now: setup.clock.real(), query: searchParams };
  if (!endpoint.needsSession) return endpoint.run(asked, body.value, null);
  const { value: who, cookies } = await setup.signIns.session(visit);
  if (!who) return fail(refusalOf('signed-out'));
  const slowed = endpoint.method === 'POST' ? slowChanges(asked, who.accountId) : null;
  if (slowed) return slowed;
  return withCookies(await endpoint.run(asked, body.value, who), cookies);
}

/** Each change is a line of the audit log at least, so nobody may make any number of them. */
function slowChanges({ allowances, now }: AccountTools & { readonly now: Date }, accountId: string) {
  const taken = allowances.changes.take(accountId, now.getTime());
  return taken === 'taken'
    ? null
    : slowedDown(taken.retryAfterSeconds, 'Too many changes within the hour. Wait and try again.');
}

function pathOf(request: Request): string {
  const { pathname } = new URL(request.url);
  return pathname.startsWith(BASE) ? pathname.slice(BASE.length) : '';
}

function methodsOf(request: Request): readonly string[] {
  return METHODS.filter((method) => ENDPOINTS.has(`${method} ${pathOf(request)}`));
}

function isAdmitted(
  { publicUrl }: AccountRouterSetup,
  { headers }: Request,
  { isEncrypted }: Visitor,
  { method }: AccountEndpoint,
): boolean {
  return method === 'POST' ? isOurPage({ headers, isEncrypted, publicUrl }) : isNoOtherSite(headers);
}

/** The renewed cookie of the session, before those of the answer, which may end it. */
function withCookies(
  answer: Result<AccountAnswer, AccountRefusal>,
  cookies: readonly string[],
): Result<AccountAnswer, AccountRefusal> {
  if (!answer.ok || cookies.length === 0) return answer;
  const own = answer.value.cookies ?? [];
  const names = new Set(own.map(nameOf));
  return ok({ ...answer.value, cookies: [...cookies.filter((line) => !names.has(nameOf(line))), ...own] });
}

function nameOf(setCookie: string): string {
  return setCookie.slice(0, setCookie.indexOf('='));
}

async function readBody(
  request: Request,
  { schema }: AccountEndpoint,
): Promise<Result<unknown, AccountError>> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return refused('invalid_parameter', 'Send the body as application/json.');
  }
  const text = await readText(request);
  if (text === null) return fail(BODY_TOO_LARGE);
  const parsed = parseJson(text);
  if (!parsed.ok) return refused('invalid_parameter', 'The body is not JSON.');
  const read = schema.safeParse(parsed.value);
  if (read.success) return ok(read.data);
  return refused('invalid_parameter', read.error.issues[0]?.message ?? 'The body is not as expected.');
}

function parseJson(text: string): Result<unknown, null> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return fail(null);
  }
}

/** A fault of ours, or the database is away: reading anything from it tells. */
async function explainFault(
  { store, log }: AccountRouterSetup,
  error: unknown,
  requestId: string,
): Promise<AccountError> {
  if (isDiskFull(error)) {
    return {
      code: 'database_unavailable',
      message: 'The disk of this service is full, so nothing can be changed. Keys can still be revoked.',
      retryAfterSeconds: 30,
    };
  }
  const isThere = await store.readRevisions().then(
    () => true,
    () => false,
  );
  if (!isThere) {
    return {
      code: 'database_unavailable',
      message: 'The account database does not answer. Keys keep working; try again in a moment.',
      retryAfterSeconds: 5,
    };
  }
  log.error({ err: error, requestId }, 'an account request failed');
  return {
    code: 'internal_error',
    message: 'Something went wrong here. Try again; if it persists, give the operator the X-Request-Id.',
  };
}
