import { prepareAnswer, serialiseText } from '#lib/api/answers/prepared-answer';
import { codingFor } from '#lib/api/http/accept-encoding';
import { type Addressing, limitHeaders, respondWithFile, transportHeaders } from '#lib/api/http/respond';

/** A file of the status page. */
export interface StatusFile {
  readonly type: string;
  readonly body: string;
  /** How long it may be repeated without asking again; 0 asks each time. */
  readonly maxAgeSeconds: number;
  /** Whether it stands in the place of a file that is not there. */
  readonly isMissing?: boolean;
}

/** What of a request decides how a file is sent. */
export interface StatusSending extends Addressing {
  readonly acceptEncoding: string | null;
  readonly ifNoneMatch: string | null;
}

/**
 * Sends a file for any site to show or read: 304 when the caller has these very bytes, 404 in the place of one that is not
 * there. An SVG opened by itself could run scripts, so it is told not to.
 */
export async function sendStatusFile(file: StatusFile, sending: StatusSending): Promise<Response> {
  const { type, body, isMissing = false } = file;
  const { withBody, ifNoneMatch } = sending;
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    Vary: 'X-API-Key, Accept-Encoding',
    'Cache-Control': cacheControl(file),
    'X-Request-Id': sending.requestId,
    ...limitHeaders(sending.limit),
    ...transportHeaders(sending.isEncrypted),
  };
  if (isMissing) {
    const missing = { ...headers, 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) };
    return new Response(withBody ? body : null, { status: 404, headers: missing });
  }
  const { inCoding } = prepareAnswer(serialiseText(body));
  const chosen = await inCoding(codingFor(sending.acceptEncoding));
  return respondWithFile(chosen, { type, headers, withBody, ifNoneMatch });
}

function cacheControl({ isMissing, maxAgeSeconds }: StatusFile): string {
  if (isMissing === true) return 'no-store';
  return maxAgeSeconds === 0 ? 'no-cache' : `public, max-age=${maxAgeSeconds}`;
}
