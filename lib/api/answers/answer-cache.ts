import { LRUCache } from 'lru-cache';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SnapshotView } from '#lib/api/callers/allowed-sources';
import type { EndpointAccess } from '#lib/api/answer';
import type { PreparedAnswer } from './prepared-answer.ts';

/** Answers kept at most: some thirty full histories of 5,000 points, of 400 kB and a half more for their compressed twins. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** Query texts whose meaning is remembered, and the longest of them; most callers write the same question the same way. */
const TEXTS_MAX = 5000;
const TEXT_LENGTH_MAX = 512;

/** What a request asks: a path and its parsed query, however it was written. */
export interface Question {
  readonly name: string;
  readonly access: EndpointAccess;
  /**
   * Names what an answer to it is made from. While two snapshots give the same text, the answer made from one is, byte for byte
   * and header for header, the one that would be made from the other.
   */
  readonly madeFrom: (snapshot: RateSnapshot) => string;
  /** Whether what it is made from may change while the version stays the same. */
  readonly changesWithinVersion: boolean;
}

/** The newest answer of each question and view, as long as what it was made from stays the same. */
export interface AnswerCache {
  readonly find: (view: SnapshotView, question: Question) => PreparedAnswer | undefined;
  /** Keeps an answer that was made from the view's snapshot. */
  readonly keep: (view: SnapshotView, question: Question, answer: PreparedAnswer) => void;
  /** What a path and query text was found to ask; undefined where it was not read before. */
  readonly questionOf: (text: string) => Question | undefined;
  readonly keepQuestion: (text: string, question: Question) => void;
  readonly counts: () => AnswerCounts;
}

/** What the cache did since the start, and what it holds. */
export interface AnswerCounts {
  /** Answers that were found. */
  readonly found: number;
  /** Answers that had to be made. */
  readonly made: number;
  /** What the kept ones take in memory, about. */
  readonly bytes: number;
}

interface Kept {
  readonly answer: PreparedAnswer;
  readonly madeFrom: string;
  /** The newest version that it is known to hold for. */
  version: string;
}

/** A cache bounded in bytes. An outdated answer stays until its question is asked again, or others need the room. */
export function createAnswerCache(): AnswerCache {
  const answers = new LRUCache<string, Kept>({
    maxSize: CACHE_BYTES,
    // A compressed twin may join later, hence the half more; the rest is what an entry costs beside its body.
    sizeCalculation: ({ answer, madeFrom }, name) =>
      Math.ceil(answer.plain.byteLength * 1.5) + (name.length + madeFrom.length) * 2 + 512,
  });
  let found = 0;
  let made = 0;
  const questions = new Map<string, Question>();
  return {
    find: ({ name, snapshot }, question) => {
      const kept = answers.get(name + question.name);
      if (!kept) return undefined;
      if (question.changesWithinVersion || kept.version !== snapshot.version) {
        if (kept.madeFrom !== question.madeFrom(snapshot)) return undefined;
        kept.version = snapshot.version;
      }
      found += 1;
      return kept.answer;
    },
    keep: ({ name, snapshot }, question, answer) => {
      made += 1;
      const madeFrom = question.madeFrom(snapshot);
      answers.set(name + question.name, { answer, madeFrom, version: snapshot.version });
    },
    questionOf: (text) => questions.get(text),
    keepQuestion: (text, question) => {
      if (text.length > TEXT_LENGTH_MAX) return;
      // Read again, a text costs some microseconds: too little to keep an order among them.
      if (questions.size >= TEXTS_MAX) questions.clear();
      questions.set(text, question);
    },
    counts: () => ({ found, made, bytes: answers.calculatedSize }),
  };
}
