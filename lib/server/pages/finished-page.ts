import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashSource, type InlineHashes } from '#lib/api/http/page-headers';
import type { SocketAnswer } from '#lib/platform/ask-socket';

/** How the body of a page is sent. */
export type PageCoding = 'br' | 'gzip' | 'identity';

/** In the order in which they are best for a reader who takes several. */
export const PAGE_CODINGS: readonly PageCoding[] = ['br', 'gzip', 'identity'];

/** A page that is ready to be sent to anybody who asks the same. */
export interface FinishedPage {
  readonly status: number;
  /** Those of the page itself; who sends it adds what depends on the connection. */
  readonly headers: Readonly<Record<string, string>>;
  /** The scripts and styles that stand in it, for its policy. */
  readonly inline: InlineHashes;
  readonly bytes: number;
  /** The body in a coding, packed once whoever asks. */
  readonly bodyIn: (coding: PageCoding) => Promise<Buffer>;
  /** The codings that make it smaller. */
  readonly codings: readonly PageCoding[];
}

/** Headers that belong to the connection on which it was drawn. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

/** Smaller bodies gain nothing. */
const PACKED_FROM_BYTES = 1024;

/** What is text; pictures are packed already. */
const TEXT = /^(?:text\/|application\/(?:json|javascript|manifest\+json|xml|[^;]*\+xml))|\+xml|\+json/;

/** Quick enough to be done while a reader waits, and half as large as without. */
const BROTLI_QUALITY = 4;

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g;

/** Makes a drawn page into one that can be sent again and again. */
export function finishPage({ status, rawHeaders, body }: SocketAnswer): FinishedPage {
  const headers = ownHeaders(rawHeaders);
  const type = headers['content-type'] ?? '';
  const isPacked = body.byteLength >= PACKED_FROM_BYTES && TEXT.test(type);
  const packed = new Map<PageCoding, Promise<Buffer>>([['identity', Promise.resolve(body)]]);
  return {
    status,
    headers,
    inline: type.startsWith('text/html') ? inlineHashes(body.toString('utf8')) : { scripts: [], styles: [] },
    bytes: body.byteLength,
    bodyIn: (coding) => {
      const known = packed.get(coding) ?? pack(body, coding);
      packed.set(coding, known);
      return known;
    },
    codings: isPacked ? PAGE_CODINGS : ['identity'],
  };
}

function ownHeaders(rawHeaders: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    if (OF_CONNECTION.has(name)) continue;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function inlineHashes(html: string): InlineHashes {
  return { scripts: hashesOf(html, INLINE_SCRIPT), styles: hashesOf(html, INLINE_STYLE) };
}

function hashesOf(html: string, pattern: RegExp): readonly string[] {
  const texts = [...html.matchAll(pattern)].flatMap(([, text = '']) => (text === '' ? [] : [text]));
  return [...new Set(texts)].map(hashSource);
}

function pack(body: Buffer, coding: PageCoding): Promise<Buffer> {
  switch (coding) {
    case 'br':
      return promisify(brotliCompress)(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        },
      });
    case 'gzip':
      return promisify(gzip)(body);
    case 'identity':
      return Promise.resolve(body);
    default:
      return coding satisfies never;
  }
}
