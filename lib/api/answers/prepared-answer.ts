import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Coding } from '#lib/api/http/accept-encoding';
import type { FileSuccess, JsonSuccess, Success, TableSuccess } from '#lib/api/answer';
import { csvText } from '#lib/contract/csv-text';
import { type CreditedSource, creditHeader } from './rate-credit.ts';

/** Smaller bodies cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 1024;

/** Level 1 takes a third of the time of the default and leaves a history a few percent larger. */
const GZIP = { level: 1 };

/** Text up to here goes out in one write with its head; of more, encoding it again for every request costs more than a write. */
const TEXT_BYTES_MAX = 8 * 1024;

const CSV_TYPE = 'text/csv; charset=utf-8';

/** A body in one coding, with the strong entity tag of those very bytes. */
export interface Representation {
  readonly body: string | Uint8Array;
  readonly byteLength: number;
  readonly etag: string;
  readonly isGzipped: boolean;
}

/** What the headers say of an answer beside its bytes. */
interface Described {
  readonly type: 'application/json' | 'application/octet-stream' | typeof CSV_TYPE;
  readonly stale: boolean;
  /** Whether it stays as it is for ever. */
  readonly lasts: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer as the bytes or text to send, with everything else that its headers say of it. Passes from thread to thread. */
export interface SerialisedAnswer extends Described {
  /** Text where it is short, else bytes that stand on a buffer of their own. */
  readonly body: string | Uint8Array;
  readonly byteLength: number;
  /** The body compressed, on a buffer of its own too, where that was done in advance; else null. */
  readonly gzipped: Uint8Array | null;
  /** The name of the body's bytes: answers with the same bytes have the same one. */
  readonly tag: string;
}

/** An answer made ready to be sent many times, under every version that it holds for. */
export interface PreparedAnswer extends Described {
  readonly plain: Representation;
  /**
   * The body as a caller wants it. A promise only the first time that it has to be compressed, which is done beside this thread, once
   * for all who ask meanwhile; it rejects where there is no memory for that.
   */
  readonly inCoding: (coding: Coding) => Representation | Promise<Representation>;
}

/** Makes an answer into what is sent, and names its bytes; `credited` are all sources that its figures may be of. */
export function serialiseAnswer(success: Success, credited: readonly CreditedSource[]): SerialisedAnswer {
  if ('file' in success) return serialisedFile(success);
  if ('table' in success) return serialisedTable(success, credited);
  return serialiseJson(success);
}

/** The same of an answer that is always JSON. */
export function serialiseJson({ body, stale, headers = {} }: JsonSuccess): SerialisedAnswer {
  return { ...serialiseText(JSON.stringify(body)), stale, headers };
}

/** The same of a text about which headers say no more. */
export function serialiseText(text: string): SerialisedAnswer {
  const byteLength = Buffer.byteLength(text);
  return {
    type: 'application/json',
    stale: false,
    lasts: false,
    headers: {},
    body: byteLength > TEXT_BYTES_MAX ? new TextEncoder().encode(text) : text,
    byteLength,
    gzipped: null,
    tag: hash('sha256', text, 'base64url').slice(0, 22),
  };
}

function serialisedTable(
  { table: { lines, name, sources }, stale, headers = {} }: TableSuccess,
  credited: readonly CreditedSource[],
): SerialisedAnswer {
  return {
    ...serialiseText(csvText(lines)),
    type: CSV_TYPE,
    stale,
    headers: {
      ...headers,
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      ...(sources.size > 0 && { 'X-Rate-Credit': creditHeader(sources, credited) }),
    },
  };
}

/** No browser takes it for a page of this server. */
function serialisedFile({ file: { bytes, sha256, name } }: FileSuccess): SerialisedAnswer {
  return {
    type: 'application/octet-stream',
    stale: false,
    lasts: true,
    headers: { 'Content-Disposition': `attachment; filename="${name}"` },
    body: bytes,
    byteLength: bytes.byteLength,
    gzipped: null,
    tag: sha256,
  };
}

/** The same with what a caller of this coding wants to get, compressed at once and in this thread. */
export function compressedFor(coding: Coding, answer: SerialisedAnswer): SerialisedAnswer {
  if (!isCompressed(coding, answer)) return answer;
  return { ...answer, gzipped: new Uint8Array(gzipSync(answer.body, GZIP)) };
}

function isCompressed(coding: Coding, { byteLength }: Pick<SerialisedAnswer, 'byteLength'>): boolean {
  return coding === 'gzip-only' || (coding === 'gzip' && byteLength >= COMPRESSED_FROM_BYTES);
}

/** Makes a serialised answer ready to be sent many times. */
export function prepareAnswer(serialised: SerialisedAnswer): PreparedAnswer {
  const { type, stale, lasts, headers, body, byteLength, tag } = serialised;
  const plain = { body, byteLength, etag: `"${tag}"`, isGzipped: false };
  const representationOf = (bytes: Uint8Array) => {
    return { body: bytes, byteLength: bytes.byteLength, etag: `"${tag}.gz"`, isGzipped: true };
  };
  let gzipped: Representation | Promise<Representation> | null =
    serialised.gzipped && representationOf(serialised.gzipped);
  const compress = async () => {
    try {
      gzipped = representationOf(await gzipAside(body, GZIP));
      return gzipped;
    } catch (error) {
      gzipped = null;
      throw error;
    }
  };
  return {
    type,
    stale,
    lasts,
    headers,
    plain,
    inCoding: (coding) => {
      if (!isCompressed(coding, serialised)) return plain;
      gzipped ??= compress();
      return gzipped;
    },
  };
}

const gzipAside = promisify(gzip);
