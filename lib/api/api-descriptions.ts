import { codingFor } from './http/accept-encoding.ts';
import { callerOf, isEncryptedFor } from '#lib/api/callers/caller';
import { type PreparedAnswer, prepareAnswer, serialiseText } from '#lib/api/answers/prepared-answer';
import { PROGRAM_PATHS } from '#lib/contract/endpoint-paths';
import type { Handler } from './route.ts';
import { ALLOWED_METHODS, PREFLIGHT_HEADERS, respondWithFile, transportHeaders } from './http/respond.ts';

/** Documents tell of one build, so a caller that has one may keep it for a while. */
const CACHE_CONTROL = 'public, max-age=300';

const SHARED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept-Encoding',
};

/** What the descriptions stand on. */
export interface DescriptionSetting {
  /** Where people reach the service, if the operator said so. */
  readonly publicUrl: URL | null;
}

/**
 * What describes /v1 to programs, by path: GET and HEAD for everybody, from any origin, without a key. Each is loaded and made once,
 * when it is first asked for.
 */
export function createApiDescriptions({ publicUrl }: DescriptionSetting): ReadonlyMap<string, Handler> {
  const origin = publicUrl?.origin ?? null;
  return new Map([
    [
      PROGRAM_PATHS.openApi,
      describe('application/json', async () => {
        const { openApiDocument } = await import('#lib/contract/openapi/openapi-document');
        return JSON.stringify(openApiDocument(origin));
      }),
    ],
    [
      PROGRAM_PATHS.llms,
      describe('text/plain; charset=utf-8', async () => {
        const { llmsText } = await import('#lib/contract/llms-text');
        return llmsText(origin);
      }),
    ],
  ]);
}

function describe(type: string, make: () => Promise<string>): Handler {
  let prepared: Promise<PreparedAnswer> | null = null;
  return servePublic(type, () => (prepared ??= prepareText(make)));
}

/** Makes a text ready to be sent. */
export async function prepareText(make: () => Promise<string>): Promise<PreparedAnswer> {
  return prepareAnswer(serialiseText(await make()));
}

/** Answers GET and HEAD with the `current` text, for everybody, from any origin; what rejects it rejects the answer. */
export function servePublic(type: string, current: () => Promise<PreparedAnswer>): Handler {
  return ({ method, headers }, context) => {
    const shared = { ...SHARED_HEADERS, ...transportHeaders(isEncryptedFor(callerOf(context))) };
    if (method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { ...shared, ...PREFLIGHT_HEADERS } });
    if (method !== 'GET' && method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { ...shared, Allow: ALLOWED_METHODS } });
    }
    return current()
      .then(({ inCoding }) => inCoding(codingFor(headers.get('accept-encoding'))))
      .then((chosen) =>
        respondWithFile(chosen, {
          type,
          headers: { ...shared, 'Cache-Control': CACHE_CONTROL },
          withBody: method === 'GET',
          ifNoneMatch: headers.get('if-none-match'),
        }),
      );
  };
}
