import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Coding } from './accept-encoding.ts';
import type { Success } from './answer.ts';

/** Answers of one data version kept at most; a full history of 5,000 points takes 360 kB. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** Query texts whose meaning is remembered, and the longest of them; most callers write the same question the same way. */
const TEXTS_MAX = 5000;
const TEXT_LENGTH_MAX = 512;

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

/** An answer as text, with everything that its headers say of it. Passes from thread to thread. */
export interface SerialisedAnswer {
  readonly version: string;
  readonly stale: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly byteLength: number;
  /** The name of the text's bytes. */
  readonly tag: string;
  /** The body compressed where that was worth it and done in advance; else null. */
  readonly gzipped: Uint8Array | null;
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

/** Answers by question, of one data version at a time. A question is a path and its parsed query, however it was written. */
export interface AnswerCache {
  readonly find: (version: string, question: string) => PreparedAnswer | undefined;
  readonly keep: (question: string, answer: PreparedAnswer) => void;
  /** What a path and query text was found to ask; undefined where it was not read before. */
  readonly questionOf: (text: string) => string | undefined;
  readonly keepQuestion: (text: string, question: string) => void;
}

/** A cache bounded in bytes that forgets all answers when the version changes. */
export function createAnswerCache(): AnswerCache {
  const answers = new LRUCache<string, PreparedAnswer>({
    maxSize: CACHE_BYTES,
    // A compressed twin may join later, hence the half more; the rest is what an entry costs beside its body.
    sizeCalculation: ({ plain }, question) => Math.ceil(plain.byteLength * 1.5) + question.length * 2 + 512,
  });
  const questions = new LRUCache<string, string>({ max: TEXTS_MAX });
  let held = '';
  return {
    find: (version, question) => (version === held ? answers.get(question) : undefined),
    keep: (question, answer) => {
      if (answer.version !== held) {
        answers.clear();
        held = answer.version;
      }
      answers.set(question, answer);
    },
    questionOf: (text) => questions.get(text),
    keepQuestion: (text, question) => {
      if (text.length <= TEXT_LENGTH_MAX) questions.set(text, question);
    },
  };
}

/** Makes an answer into text and names its bytes; `compress` also makes the form that most callers ask for. */
export function serialiseAnswer(
  { body, stale, headers }: Success,
  version: string,
  compress: boolean,
): SerialisedAnswer {
  const text = JSON.stringify(body);
  const byteLength = Buffer.byteLength(text);
  return {
    version,
    stale,
    headers: headers ?? {},
    body: text,
    byteLength,
    tag: hash('sha256', `${version}\n${text}`, 'base64url').slice(0, 22),
    gzipped: compress && byteLength >= COMPRESSED_FROM_BYTES ? gzipSync(text, { level: GZIP_LEVEL }) : null,
  };
}

/** Makes a serialised answer ready to be sent many times. */
export function prepareAnswer(serialised: SerialisedAnswer): PreparedAnswer {
  const { version, stale, headers, body, byteLength, tag } = serialised;
  let gzipped = serialised.gzipped && compressed(serialised.gzipped, tag);
  return {
    version,
    stale,
    headers,
    plain: { body, byteLength, etag: `"${tag}"` },
    gzipped: (coding) => {
      if (coding === 'plain' || (coding === 'gzip' && byteLength < COMPRESSED_FROM_BYTES)) return null;
      gzipped ??= compressed(gzipSync(body, { level: GZIP_LEVEL }), tag);
      return gzipped;
    },
  };
}

function compressed(bytes: Uint8Array, tag: string): Representation {
  return { body: bytes, byteLength: bytes.byteLength, etag: `"${tag}.gz"` };
}
