import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Coding } from './accept-encoding.ts';
import type { Success } from './answer.ts';

/** Answers of one data version kept at most; a full history of 5,000 points takes 360 kB. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Smaller bodies cost more to compress than to send. */
const COMPRESSED_FROM_BYTES = 1024;

/** Level 1 takes a third of the time of the default and leaves a history a few percent larger. */
const GZIP_LEVEL = 1;

/** A body in one coding, with the strong entity tag of those very bytes. */
export interface Representation {
  /** Text where it is not compressed: node:http then sends head and body in one write instead of two. */
  readonly body: string | Uint8Array;
  readonly byteLength: number;
  readonly etag: string;
}

/** An answer made ready to be sent many times. */
export interface PreparedAnswer {
  readonly version: string;
  readonly stale: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Representation;
  /** The body compressed, made when first asked for; null for a caller that wants it plain, or where it is too small to gain by it. */
  readonly gzipped: (coding: Coding) => Representation | null;
}

/** Answers by path and query, of one data version at a time. */
export interface AnswerCache {
  readonly find: (version: string, target: string) => PreparedAnswer | undefined;
  readonly keep: (target: string, answer: PreparedAnswer) => void;
}

/** A cache bounded in bytes that forgets everything when the version changes. */
export function createAnswerCache(): AnswerCache {
  const answers = new LRUCache<string, PreparedAnswer>({
    maxSize: CACHE_BYTES,
    // A compressed twin may join later, hence the half more; the rest is what an entry costs beside its body.
    sizeCalculation: ({ plain }, target) => Math.ceil(plain.byteLength * 1.5) + target.length * 2 + 512,
  });
  let held = '';
  return {
    find: (version, target) => (version === held ? answers.get(target) : undefined),
    keep: (target, answer) => {
      if (answer.version !== held) {
        answers.clear();
        held = answer.version;
      }
      answers.set(target, answer);
    },
  };
}

/** Serialises an answer once, and names its bytes. */
export function prepareAnswer(success: Success, version: string): PreparedAnswer {
  const body = JSON.stringify(success.body);
  const byteLength = Buffer.byteLength(body);
  const tag = hash('sha256', `${version}\n${body}`, 'base64url').slice(0, 22);
  let gzipped: Representation | null = null;
  return {
    version,
    stale: success.stale,
    headers: success.headers ?? {},
    plain: { body, byteLength, etag: `"${tag}"` },
    gzipped: (coding) => {
      if (coding === 'plain' || (coding === 'gzip' && byteLength < COMPRESSED_FROM_BYTES)) return null;
      gzipped ??= compressed(body, tag);
      return gzipped;
    },
  };
}

function compressed(body: string, tag: string): Representation {
  const bytes = gzipSync(body, { level: GZIP_LEVEL });
  return { body: bytes, byteLength: bytes.byteLength, etag: `"${tag}.gz"` };
}
