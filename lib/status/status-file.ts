import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Addressing, limitHeaders, transportHeaders } from '#lib/api/http/respond';

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
export interface FileSending extends Addressing {
  readonly acceptEncoding: string | null;
  readonly ifNoneMatch: string | null;
}

/** Smaller bodies cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 1024;
const GZIP_LEVEL = 1;

/**
 * Sends a file for any site to show or read: 304 when the caller has these very bytes, 404 in the place of one that is not
 * there. An SVG opened by itself could run scripts, so it is told not to.
 */
export function respondWithFile(file: StatusFile, sending: FileSending): Response {
  const isPacked =
    /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(sending.acceptEncoding ?? '') &&
    Buffer.byteLength(file.body) >= COMPRESSED_FROM_BYTES;
  const tag = hash('sha256', file.body, 'base64url').slice(0, 22);
  const etag = isPacked ? `"${tag}.gz"` : `"${tag}"`;
  const headers: Record<string, string> = {
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
  if (file.isMissing !== true) {
    headers['ETag'] = etag;
    if (isSame(sending.ifNoneMatch, tag)) return new Response(null, { status: 304, headers });
  }
  const body = isPacked ? packed(file.body) : file.body;
  headers['Content-Type'] = file.type;
  headers['Content-Length'] = String(Buffer.byteLength(body));
  if (isPacked) headers['Content-Encoding'] = 'gzip';
  return new Response(sending.withBody ? body : null, {
    status: file.isMissing === true ? 404 : 200,
    headers,
  });
}

function cacheControl({ isMissing, maxAgeSeconds }: StatusFile): string {
  if (isMissing === true) return 'no-store';
  return maxAgeSeconds === 0 ? 'no-cache' : `public, max-age=${maxAgeSeconds}`;
}

/** Each coding has a tag of its own for one and the same text. */
function isSame(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch
    .split(',')
    .some((text) => [`"${tag}"`, `"${tag}.gz"`].includes(text.trim().replace(/^W\//, '')));
}

/** zlib's buffers never stand on shared memory, which is all that the type of a response body rules out. */
function packed(text: string): Uint8Array<ArrayBuffer> {
  return gzipSync(text, { level: GZIP_LEVEL }) as Uint8Array<ArrayBuffer>;
}
