import type { McpServer } from '@modelcontextprotocol/server';
import { type ApiError, INTERNAL_ERROR, INVALID_KEY, MISSING_KEY } from '#lib/contract/errors';
import type { ApiService } from '#lib/api/api-service';
import { callerOf, type Caller, isEncryptedFor, isOfThisSite } from '#lib/api/callers/caller';
import { bearerOf, holdsKey, KEY_IN_ADDRESS } from '#lib/api/callers/key-places';
import { createRequestIds } from '#lib/api/http/request-id';
import { limitHeaders, respondWithError, transportHeaders } from '#lib/api/http/respond';
import { admit } from '#lib/api/limits/admission';
import type { Handler } from '#lib/api/route';
import { createRoutes } from '#lib/api/routes';
import type { AskApi } from './mcp-server.ts';

/** A call of a tool is a few hundred bytes. */
const BODY_BYTES_MAX = 64 * 1024;

/**
 * The Model Context Protocol over streamable HTTP: the tools of `createMcpServer`, answered by the routes of /v1 in this process.
 * Stateless. Needs an API key in `Authorization: Bearer` or `X-API-Key`; each message counts as one request of that key, and so does
 * every further call of a batch. What implements the protocol is loaded for the first request that is let in.
 */
export function createMcpEndpoint(
  service: ApiService,
  { isSimulated }: { readonly isSimulated: boolean },
): Handler {
  const routeOf = createRoutes(() => service);
  const requestIdOf = createRequestIds();
  return async (request, context) => {
    const caller = callerOf(context);
    const isEncrypted = isEncryptedFor(caller);
    const addressing = { requestId: requestIdOf(), withBody: true, isEncrypted, limit: null };
    if (holdsKey(request.url)) return respondWithError(KEY_IN_ADDRESS, addressing);
    const headers = withKey(request.headers);
    const admission = admit(service, 'keyed', headers, caller);
    const counted = { ...addressing, limit: admission.limit };
    if (admission.error) return respondWithError(challenging(admission.error), counted);
    if (isOfOtherSite(headers, caller)) return OTHER_SITE();
    let next = () => {
      next = () => admit(service, 'keyed', headers, caller);
      return admission;
    };
    const ask: AskApi = async (address, signal) => {
      const url = new URL(address, 'http://localhost');
      const asked = { kind: 'admitted', admission: next() };
      const response = await routeOf(url.pathname).GET(new Request(url, { signal }), asked);
      if (isSimulated) response.headers.set('X-Simulated', 'true');
      return { ok: response.ok, body: await response.text(), headers: new Map(response.headers) };
    };
    const noteDefect = (defect: unknown) => {
      service.log.error({ requestId: addressing.requestId, err: defect }, 'a tool could not be answered');
    };
    try {
      const response = await answerMessage(request, (server) => server.createMcpServer(ask, noteDefect));
      const { requestId, limit } = counted;
      const own = {
        ...HEADERS,
        'X-Request-Id': requestId,
        ...limitHeaders(limit),
        ...transportHeaders(isEncrypted),
      };
      for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
      // It is the listener's to say, which closes connections while it drains.
      response.headers.delete('connection');
      return response;
    } catch (defect) {
      noteDefect(defect);
      return respondWithError(INTERNAL_ERROR, counted);
    }
  };
}

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'X-API-Key, Authorization',
};

/** Nothing is ever announced, so no stream of announcements is opened. */
const OPTIONS = { maxRequestBodySize: BODY_BYTES_MAX, maxSubscriptions: 0 };

async function answerMessage(
  request: Request,
  createServer: (loaded: typeof import('./mcp-server.ts')) => McpServer,
): Promise<Response> {
  const [{ createMcpHandler }, loaded] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ]);
  return createMcpHandler(() => createServer(loaded), OPTIONS).fetch(request);
}

/** The headers with the key where /v1 looks for it. One that is given in both places counts as sent twice, which is no valid key. */
function withKey(given: Headers): Headers {
  const headers = new Headers(given);
  const key = bearerOf(given.get('authorization') ?? undefined);
  if (key !== undefined) headers.append('x-api-key', key);
  return headers;
}

/** Says in a 401 how clients of the protocol send a key. */
function challenging(error: ApiError): ApiError {
  const isOfKey = error.code === MISSING_KEY.code || error.code === INVALID_KEY.code;
  return isOfKey ? { ...error, headers: { 'WWW-Authenticate': 'Bearer realm="/mcp"' } } : error;
}

/** The protocol demands it of every server: a page that reaches this one under a name of its own must not call tools. */
function isOfOtherSite(headers: Headers, caller: Caller | null): boolean {
  return headers.has('origin') && !isOfThisSite(headers, caller?.kind === 'outside' ? caller : null);
}

const OTHER_SITE = () =>
  Response.json(
    {
      jsonrpc: '2.0',
      error: { code: -32_000, message: 'Pages of other sites cannot call tools here. Use an MCP client.' },
      id: null,
    },
    { status: 403, headers: HEADERS },
  );
