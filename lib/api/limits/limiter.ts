import { LRUCache } from 'lru-cache';
import { createGcra, type Gcra, type LimitRule } from './gcra.ts';

/**
 * What an answer says of its limit, in the form of the IETF's draft-ietf-httpapi-ratelimit-headers-10: `q` requests a window
 * of `w` seconds; `r` of them are left, and all are back in `t` seconds.
 */
export interface LimitHeaders {
  readonly policy: string;
  readonly state: string;
}

/** Whether a request passes, and what to tell its caller. */
export interface Verdict {
  /** 0 when it passes; else in how many seconds the next one does. */
  readonly retryAfterSeconds: number;
  readonly headers: LimitHeaders;
}

/** Rules by the names that headers give them. */
export type LimitRules = Readonly<Record<string, LimitRule>>;

/** Rules that a request must pass all of, with the names that headers give them. */
export interface LimitPolicy {
  readonly gcras: readonly Gcra[];
  readonly names: readonly string[];
  readonly text: string;
  /** Verdicts on requests that passed, by the number left. */
  readonly passed: Map<number, Verdict>;
}

/** Who was counted, and how far. Bounded; the least recently seen is forgotten first. */
export type Callers = LRUCache<string, Counted>;

/** A caller: one arrival a rule of the policy. */
interface Counted {
  readonly policy: LimitPolicy;
  readonly arrivals: number[];
}

/** Verdicts kept ready for one policy, so that a request which passes makes no text of its own. */
const VERDICTS_MAX = 1024;

/** A policy of named rules; without a text of its own its header names each rule's window. */
export function createLimitPolicy(
  rules: LimitRules,
  text = Object.entries(rules)
    .map(([name, { count, windowMs }]) => `"${name}";q=${count};w=${windowMs / 1000}`)
    .join(', '),
): LimitPolicy {
  return {
    gcras: Object.values(rules).map(createGcra),
    names: Object.keys(rules),
    text,
    passed: new Map(),
  };
}

/** A table of at most `max` callers. They are counted as sizes: by the cache's own `max` it sets room aside for all of them at the start. */
export function createCallers(max: number): Callers {
  return new LRUCache<string, Counted>({ maxSize: max, sizeCalculation: () => 1 });
}

/** Counts one request of a caller at `nowMs`. It passes when every rule lets it, and counts with all rules or with none. */
export function takeOne(policy: LimitPolicy, callers: Callers, caller: string, nowMs: number): Verdict {
  const { gcras } = policy;
  const { arrivals } = countedOf(policy, callers, caller);
  const waitMs = longestWaitMs(gcras, arrivals, nowMs);
  if (waitMs > 0)
    return { retryAfterSeconds: Math.ceil(waitMs / 1000), headers: headersOf(policy, arrivals, nowMs) };
  for (const [place, gcra] of gcras.entries()) arrivals[place] = gcra.take(arrivals[place] ?? 0, nowMs);
  return passedVerdict(policy, arrivals, nowMs);
}

/** Counts a request that was let in as so many more; -1 gives it back. */
export function charge(
  policy: LimitPolicy,
  callers: Callers,
  caller: string,
  { requests, nowMs }: { readonly requests: number; readonly nowMs: number },
): LimitHeaders {
  const { arrivals } = countedOf(policy, callers, caller);
  for (const [place, gcra] of policy.gcras.entries()) {
    arrivals[place] = gcra.charge(arrivals[place] ?? 0, nowMs, requests);
  }
  return headersOf(policy, arrivals, nowMs);
}

function countedOf(policy: LimitPolicy, callers: Callers, caller: string): Counted {
  const known = callers.get(caller);
  if (known?.policy === policy) return known;
  // Arrivals of another policy are in other ticks; a caller whose limit was changed starts anew.
  const anew = { policy, arrivals: policy.gcras.map(() => 0) };
  callers.set(caller, anew);
  return anew;
}

function longestWaitMs(gcras: readonly Gcra[], arrivals: readonly number[], nowMs: number): number {
  let waitMs = 0;
  for (let place = 0; place < gcras.length; place += 1) {
    waitMs = Math.max(waitMs, gcras[place]?.waitMs(arrivals[place] ?? 0, nowMs) ?? 0);
  }
  return waitMs;
}

/** With one rule the same object for all callers that have as many left. */
function passedVerdict(policy: LimitPolicy, arrivals: readonly number[], nowMs: number): Verdict {
  const { gcras, passed } = policy;
  const [only] = gcras;
  if (gcras.length > 1 || !only) return { retryAfterSeconds: 0, headers: headersOf(policy, arrivals, nowMs) };
  const left = only.left(arrivals[0] ?? 0, nowMs);
  let verdict = passed.get(left);
  if (!verdict) {
    verdict = { retryAfterSeconds: 0, headers: headersOf(policy, arrivals, nowMs) };
    if (passed.size === VERDICTS_MAX) passed.clear();
    passed.set(left, verdict);
  }
  return verdict;
}

function headersOf(policy: LimitPolicy, arrivals: readonly number[], nowMs: number): LimitHeaders {
  const states = policy.gcras.map((gcra, place) => {
    const left = gcra.left(arrivals[place] ?? 0, nowMs);
    return `"${policy.names[place]}";r=${Math.max(0, left)};t=${secondsUntilFull(gcra.rule, left)}`;
  });
  return { policy: policy.text, state: states.join(', ') };
}

/** Rounded up, and from the number left alone, so that one text serves all callers that have as many. */
function secondsUntilFull({ count, windowMs, burst }: LimitRule, left: number): number {
  return Math.ceil(((burst - left) * windowMs) / count / 1000);
}
