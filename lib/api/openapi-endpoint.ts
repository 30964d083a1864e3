import { codingFor } from './http/accept-encoding.ts';
import { callerOf, isEncryptedFor } from '#lib/api/callers/caller';
import { type PreparedAnswer, prepareAnswer, serialiseAnswer } from '#lib/api/answers/prepared-answer';
import type { Handler } from './route.ts';
import { respondWithFile, transportHeaders } from './http/respond.ts';

/** Where the document is served. */
export const OPENAPI_PATH = '/openapi.json';

/** Documents tell of one build, so a caller that has one may keep it for a while. */
const CACHE_CONTROL = 'public, max-age=300';

const METHODS = 'GET, HEAD, OPTIONS';

const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

/** What the endpoint stands on. */
export interface OpenApiSetting {
  /** Where people reach the service, if the operator said so. */
  readonly publicUrl: URL | null;
}

/** GET and HEAD of the OpenAPI document: for everybody, from any origin, without a key. It is loaded and made once, when it is first asked for. */
export function createOpenApiEndpoint({ publicUrl }: OpenApiSetting): Handler {
  let prepared: Promise<PreparedAnswer> | null = null;
  return ({ method, headers }, context) => {
    const shared = { ...SHARED_HEADERS, ...transportHeaders(isEncryptedFor(callerOf(context))) };
    if (method === 'OPTIONS') return preflight(shared);
    if (method !== 'GET' && method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...shared, Allow: METHODS } });
    }
    prepared ??= prepareDocument(publicUrl?.origin ?? null);
    return prepared
      .then(({ inCoding }) => inCoding(codingFor(headers.get('accept-encoding'))))
      .then((chosen) =>
        respondWithFile(chosen, {
          type: 'application/json',
          headers: { ...shared, 'Cache-Control': CACHE_CONTROL },
          withBody: method === 'GET',
          ifNoneMatch: headers.get('if-none-match'),
        }),
      );
  };
}

async function prepareDocument(origin: string | null): Promise<PreparedAnswer> {
  const { openApiDocument } = await import('#lib/contract/openapi-document');
  return prepareAnswer(serialiseAnswer({ body: openApiDocument(origin), stale: false }));
}

function preflight(shared: Readonly<Record<string, string>>): Response {
  const headers = { ...shared, Allow: METHODS, 'Access-Control-Allow-Methods': METHODS };
  return new Response(null, { status: 204, headers });
}
