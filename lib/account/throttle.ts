import { LRUCache } from 'lru-cache';

/** How failures of a subject slow down its next tries. */
export interface ThrottleRule {
  /** Failures that cost nothing: people mistype. */
  readonly free: number;
  /** The longest wait; there is no lock that waiting does not open. */
  readonly waitMaxMs: number;
  /** Whether several people may stand behind the subject: the success of one then says nothing of the others' failures. */
  readonly isShared: boolean;
}

/** Slows down whoever fails, without ever locking anybody out. */
export interface Throttle {
  /**
   * Counts a try against every subject before its outcome is known, so that tries at the same time count too. A number is how
   * long to wait instead; nothing was counted then.
   */
  readonly begin: (
    subjects: readonly ThrottleSubject[],
    nowMs: number,
  ) => ThrottledTry | { readonly waitMs: number };
}

/** Somebody who tries: `account:...`, `address:...`. */
export interface ThrottleSubject {
  readonly name: string;
  readonly rule: ThrottleRule;
}

/** A try that was let through. */
export interface ThrottledTry {
  /** It succeeded: its subjects begin anew; for shared ones it just does not count. */
  readonly succeeded: () => void;
  /** It was neither right nor wrong, such as when the service was busy: it does not count. */
  readonly undone: () => void;
}

interface Tries {
  readonly failures: number;
  readonly notBeforeMs: number;
}

/** Subjects remembered at most, the longest unseen forgotten first; each try costs a hash, so nobody floods it quickly. */
const SUBJECTS_MAX = 20_000;

/** Failures are forgotten after an hour without another. */
const FORGET_MS = 3_600_000;

const FIRST_WAIT_MS = 1000;

/** The wait doubles from a second to the rule's longest. */
export function createThrottle(): Throttle {
  const tries = new LRUCache<string, Tries>({ max: SUBJECTS_MAX });
  return {
    begin: (subjects, nowMs) => {
      const before = subjects.map(({ name }) => known(tries, name, nowMs));
      const waitMs = Math.max(0, ...before.map(({ notBeforeMs }) => notBeforeMs - nowMs));
      if (waitMs > 0) return { waitMs };
      for (const [index, { name, rule }] of subjects.entries()) {
        const failures = (before[index]?.failures ?? 0) + 1;
        tries.set(name, { failures, notBeforeMs: nowMs + waitAfter(failures, rule) });
      }
      const takeBack = (name: string, index: number) => tries.set(name, without(tries, name, before[index]));
      return {
        succeeded: () => {
          for (const [index, { name, rule }] of subjects.entries()) {
            if (rule.isShared) takeBack(name, index);
            else tries.delete(name);
          }
        },
        undone: () => {
          for (const [index, { name }] of subjects.entries()) takeBack(name, index);
        },
      };
    },
  };
}

const NONE: Tries = { failures: 0, notBeforeMs: 0 };

function known(tries: LRUCache<string, Tries>, name: string, nowMs: number): Tries {
  const found = tries.get(name);
  return found && nowMs - found.notBeforeMs < FORGET_MS ? found : NONE;
}

/** A subject as if one try had not been; those that began since then stay counted. */
function without(tries: LRUCache<string, Tries>, name: string, before: Tries = NONE): Tries {
  const { failures, notBeforeMs } = tries.get(name) ?? NONE;
  return failures <= before.failures + 1 ? before : { failures: failures - 1, notBeforeMs };
}

function waitAfter(failures: number, { free, waitMaxMs }: ThrottleRule): number {
  if (failures < free) return 0;
  return Math.min(waitMaxMs, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 30));
}
