import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Coding } from './accept-encoding.ts';
import type { Success } from './answer.ts';

/** Smaller bodies cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 1024;

/** Level 1 takes a third of the time of the default and leaves a history a few percent larger. */
const GZIP_LEVEL = 1;

/** The compressed form of nearly every body in one piece: each piece is one more call back into this thread. */
const GZIP_CHUNK_BYTES = 128 * 1024;

/** Text up to here goes out in one write with its head; of more, encoding it again for every request costs more than a write. */
const TEXT_BYTES_MAX = 8 * 1024;

/** A body in one coding, with the strong entity tag of those very bytes. */
export interface Representation {
  readonly body: string | Uint8Array;
  readonly byteLength: number;
  readonly etag: string;
  readonly isGzipped: boolean;
}

/** An answer as the bytes or text to send, with everything else that its headers say of it. Passes from thread to thread. */
export interface SerialisedAnswer {
  readonly stale: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Text where it is short, else bytes that stand on a buffer of their own. */
  readonly body: string | Uint8Array;
  readonly byteLength: number;
  /** The name of the body's bytes: answers with the same bytes have the same one. */
  readonly tag: string;
}

/** An answer made ready to be sent many times, under every version that it holds for. */
export interface PreparedAnswer {
  readonly stale: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Representation;
  /**
   * The body as a caller wants it. A promise only the first time that it has to be compressed, which is done beside this thread, once
   * for all who ask meanwhile; it rejects where there is no memory for that.
   */
  readonly inCoding: (coding: Coding) => Representation | Promise<Representation>;
}

/** Makes an answer into what is sent, and names its bytes. */
export function serialiseAnswer({ body, stale, headers }: Success): SerialisedAnswer {
  const text = JSON.stringify(body);
  const byteLength = Buffer.byteLength(text);
  return {
    stale,
    headers: headers ?? {},
    body: byteLength > TEXT_BYTES_MAX ? new TextEncoder().encode(text) : text,
    byteLength,
    tag: hash('sha256', text, 'base64url').slice(0, 22),
  };
}

/** Makes a serialised answer ready to be sent many times. */
export function prepareAnswer({ stale, headers, body, byteLength, tag }: SerialisedAnswer): PreparedAnswer {
  const plain = { body, byteLength, etag: `"${tag}"`, isGzipped: false };
  let gzipped: Representation | Promise<Representation> | null = null;
  const compress = async () => {
    try {
      const bytes = await gzipAside(body, { level: GZIP_LEVEL, chunkSize: GZIP_CHUNK_BYTES });
      gzipped = { body: bytes, byteLength: bytes.byteLength, etag: `"${tag}.gz"`, isGzipped: true };
      return gzipped;
    } catch (error) {
      gzipped = null;
      throw error;
    }
  };
  return {
    stale,
    headers,
    plain,
    inCoding: (coding) => {
      if (coding === 'plain' || (coding === 'gzip' && byteLength < COMPRESSED_FROM_BYTES)) return plain;
      gzipped ??= compress();
      return gzipped;
    },
  };
}

const gzipAside = promisify(gzip);
