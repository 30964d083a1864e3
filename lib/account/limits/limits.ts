/*
 * The account area's limits, by the policy of docs/sign-in.md. Neither limiter at hand keeps it: better-auth's counts requests
 * per address and path, and rate-limiter-flexible's in memory grows by one timer per name without a bound; both refuse everybody
 * who shares a name, which is the lock that the policy rules out.
 */

/** How failures slow down the tries that follow them. */
export interface ThrottleRule {
  /** Failures that cost nothing, because people mistype. */
  readonly free: number;
  /** The longest wait. */
  readonly waitMaxMs: number;
}

/** A name that failures are counted under, such as `account:ada@example.org`. */
export interface ThrottleSubject {
  readonly name: string;
  readonly rule: ThrottleRule;
}

/** Who tries. */
export interface Trier {
  /** Waits after its own failures. One person's, so that a success clears it. */
  readonly own: ThrottleSubject;
  /**
   * What many triers share, such as the account that strangers guess at. Its failures make the waits of its triers longer, but a
   * try of one takes nothing from the others: each waits on its own.
   */
  readonly shared: readonly ThrottleSubject[];
  /** The instant a trier without failures was told to come back at; null if it was told none. */
  readonly toldMs: number | null;
}

/** A try that was let through. */
export interface ThrottledTry {
  /** It was right: the trier starts anew, and what it shares with others does not count this try. */
  readonly succeeded: () => void;
  /** It was neither right nor wrong, for example because the service was busy: it does not count. */
  readonly undone: () => void;
}

/** Slows down those who fail, and locks nobody out. */
export interface Throttle {
  /**
   * Counts a try as a failure until its outcome is known, so that simultaneous tries count too. If the trier has to wait first,
   * nothing is counted and the answer is for how long.
   */
  readonly begin: (trier: Trier, nowMs: number) => ThrottledTry | { readonly waitMs: number };
}

/** How often something may be done within an hour, by name. */
export interface Allowance {
  /** Counts one; or says how long to wait, and counts nothing. */
  readonly take: (name: string, nowMs: number) => 'taken' | { readonly retryAfterSeconds: number };
}

interface Tries {
  readonly failures: number;
  readonly notBeforeMs: number;
}

/**
 * Names counted at once. A failed sign-in costs a hash of a fifth of a second and adds at most two, so an hour of nothing else
 * adds fewer than this, and each takes some 250 bytes.
 */
const NAMES_MAX = 100_000;

/** What is counted under one name when there are more. */
const REST = 'all further names';

/** Whatever was counted is forgotten after an hour without more of it. */
const FORGET_MS = 3_600_000;

const FIRST_WAIT_MS = 1000;

/** Waits double from a second to the rule's longest. At most `namesMax` names and as many shared ones are counted. */
export function createThrottle(namesMax: number = NAMES_MAX): Throttle {
  const owns = createRecentTable<Tries>(namesMax);
  const crowds = createRecentTable<Tries>(namesMax);
  return {
    begin: ({ own, shared, toldMs }, nowMs) => {
      const ownKey = owns.keyOf(own.name);
      const before = owns.get(ownKey, nowMs);
      const crowd = shared.map(({ name, rule }) => ({ key: crowds.keyOf(name), rule }));
      const failuresOf = (key: string) => crowds.get(key, nowMs)?.failures ?? 0;
      const sharedWaitMs = () =>
        Math.max(0, ...crowd.map(({ key, rule }) => waitAfter(failuresOf(key), rule)));
      const notBeforeMs = before?.notBeforeMs ?? toldMs ?? nowMs + sharedWaitMs();
      const waitMs = notBeforeMs - nowMs;
      // A longer wait than any rule gives comes from a clock that was ahead.
      if (waitMs > 0 && waitMs <= Math.max(own.rule.waitMaxMs, ...crowd.map(({ rule }) => rule.waitMaxMs))) {
        return { waitMs };
      }
      for (const { key } of crowd)
        crowds.set(key, { failures: failuresOf(key) + 1, notBeforeMs: nowMs }, nowMs);
      const failures = (before?.failures ?? 0) + 1;
      const nextMs = nowMs + Math.max(waitAfter(failures, own.rule), sharedWaitMs());
      owns.set(ownKey, { failures, notBeforeMs: nextMs }, nowMs);
      const leaveCrowd = () => {
        for (const { key } of crowd) takeBack(crowds, key, undefined, nowMs);
      };
      return {
        succeeded: () => {
          owns.delete(ownKey);
          leaveCrowd();
        },
        undone: () => {
          takeBack(owns, ownKey, before, nowMs);
          leaveCrowd();
        },
      };
    },
  };
}

/** At most `max` per hour and name. */
export function createAllowance(max: number, namesMax: number = NAMES_MAX): Allowance {
  const taken = createRecentTable<readonly number[]>(namesMax);
  return {
    take: (name, nowMs) => {
      const key = taken.keyOf(name);
      const recent = (taken.get(key, nowMs) ?? []).filter((atMs) => isRecent(atMs, nowMs));
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= max) {
        return { retryAfterSeconds: Math.max(1, Math.ceil((oldest + FORGET_MS - nowMs) / 1000)) };
      }
      taken.set(key, [...recent, nowMs], nowMs);
      return 'taken';
    },
  };
}

/** A try as if it had not been; those that began after it stay counted. */
function takeBack(table: RecentTable<Tries>, key: string, before: Tries | undefined, nowMs: number): void {
  const now = table.get(key, nowMs);
  if (!now) return;
  const { failures, notBeforeMs } = now;
  if (before && failures <= before.failures + 1) table.set(key, before, nowMs);
  else if (failures > 1) table.set(key, { failures: failures - 1, notBeforeMs }, nowMs);
  else table.delete(key);
}

function waitAfter(failures: number, { free, waitMaxMs }: ThrottleRule): number {
  if (failures < free) return 0;
  return Math.min(waitMaxMs, FIRST_WAIT_MS * 2 ** Math.min(failures - free, 30));
}

/** What was counted within the hour, by name, in bounded memory. */
interface RecentTable<T> {
  /** The name to count under: its own, or one for all further names while the table is full. */
  readonly keyOf: (name: string) => string;
  readonly get: (key: string, nowMs: number) => T | undefined;
  readonly set: (key: string, value: T, nowMs: number) => void;
  readonly delete: (key: string) => void;
}

/**
 * New names never push out others, as they would in a cache: a flood of them would reset the names it attacks. They are counted
 * together instead until there is room.
 */
function createRecentTable<T>(namesMax: number): RecentTable<T> {
  const kept = new Map<string, { readonly value: T; readonly atMs: number }>();
  return {
    keyOf: (name) => (kept.has(name) || kept.size < namesMax ? name : REST),
    get: (key, nowMs) => {
      const found = kept.get(key);
      return found && isRecent(found.atMs, nowMs) ? found.value : undefined;
    },
    set: (key, value, nowMs) => {
      for (const [oldest, { atMs }] of kept) {
        if (isRecent(atMs, nowMs)) break;
        kept.delete(oldest);
      }
      // Behind the others, so that the oldest come first.
      kept.delete(key);
      kept.set(key, { value, atMs: nowMs });
    },
    delete: (key) => {
      // The success of one says nothing about the others who are counted with it.
      if (key !== REST) kept.delete(key);
    },
  };
}

/** Also false for an instant far ahead, which only a wrong clock can have given. */
function isRecent(atMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - atMs) < FORGET_MS;
}
