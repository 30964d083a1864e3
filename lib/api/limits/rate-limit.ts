import { LRUCache } from 'lru-cache';
import { ADDRESS_LIMITS, ANONYMOUS_RECEIPTS_A_DAY, burstOf } from '#lib/contract/request-limits';
import type { LimitRule } from './gcra.ts';
import {
  charge,
  createCallers,
  createLimitPolicy,
  type LimitHeaders,
  type LimitPolicy,
  type LimitRules,
  takeOne,
  type Verdict,
} from './limiter.ts';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** The limits of one process. A verdict of null means that nothing is limited. */
export interface RateLimits {
  /** `limitPerMinute` is the key's own; null leaves it to the deployment, 0 is off. */
  readonly takeKey: (keyId: string, limitPerMinute: number | null) => Verdict | null;
  /** Counts a request that passed as so many more, room or not; -1 gives it back. */
  readonly chargeKey: (keyId: string, limitPerMinute: number | null, requests: number) => LimitHeaders | null;
  /** All browser keys of an address together. */
  readonly takeBrowser: (address: string) => Verdict | null;
  /** The same for the browser keys of an address. */
  readonly chargeBrowser: (address: string, requests: number) => LimitHeaders | null;
  /** A receipt for somebody without an account; of an address that is not known only all of them together are counted. */
  readonly takeReceipt: (address: string | null) => Verdict | null;
  /** Gives back one that passed and was not made. */
  readonly giveBackReceipt: (address: string | null) => void;
  /** Making a browser key. */
  readonly takeMint: (address: string) => Verdict | null;
  /** GET /v1/status without a key. */
  readonly takeStatus: (address: string) => Verdict | null;
  /** A page, or a part of one that a browser fetches ahead. */
  readonly takePage: (address: string) => Verdict | null;
  /** A key that is none. Holds in every deployment. */
  readonly takeBadKey: (address: string) => Verdict;
  /** Counts a request that a limit refused: what is tried again in another way is refused twice and counted once. */
  readonly noteRefused: (limit: LimitName) => void;
  /** How many requests each limit has refused. */
  readonly refused: () => ReadonlyMap<LimitName, number>;
}

/** The limits that metrics tell apart. */
export type LimitName = 'key' | 'browser-key' | 'status' | 'wrong-keys' | 'feed' | 'pages';

/** How the limits are set up. */
export interface RateLimitSetup {
  /** Of a key without a limit of its own; 0 turns off every limit but those of single keys and the one on bad keys. */
  readonly perMinute: number;
  /** A clock in ms that never goes back and began with this process. */
  readonly monotonicMs: () => number;
  /** How many processes answer the same callers: each lets its share of every limit pass, and at least one request. */
  readonly processes?: number;
}

const BROWSER_RULES: LimitRules = {
  'browser-10s': atMost(ADDRESS_LIMITS.pagesInTenSeconds, 10_000),
  'browser-60s': atMost(ADDRESS_LIMITS.pagesAMinute),
};

const RECEIPT_RULES: LimitRules = { receipts: atMost(ANONYMOUS_RECEIPTS_A_DAY.address, DAY_MS) };
const ALL_RECEIPTS_RULES: LimitRules = { 'all-receipts': atMost(ANONYMOUS_RECEIPTS_A_DAY.all, DAY_MS) };
const MINT_RULES: LimitRules = { 'browser-keys': atMost(6) };
const STATUS_RULES: LimitRules = { status: atMost(ADDRESS_LIMITS.statusAMinute) };
const PAGE_RULES: LimitRules = {
  pages: {
    count: ADDRESS_LIMITS.pageLoadsAMinute,
    windowMs: MINUTE_MS,
    burst: ADDRESS_LIMITS.pageLoadsAtOnce,
  },
};
const BAD_KEY_RULES: LimitRules = { 'wrong-keys': atMost(ADDRESS_LIMITS.wrongKeysAMinute) };

/** Callers counted at most; one takes some 250 bytes. */
const KEYS_MAX = 100_000;
const ADDRESSES_MAX = 20_000;

/** Limits of different size that keys have, kept ready. */
const KEY_POLICIES_MAX = 1000;

/** Every limit, with nobody counted yet. */
export function createRateLimits({ perMinute, monotonicMs, processes = 1 }: RateLimitSetup): RateLimits {
  const limiter = (rules: LimitRules) => createAddressLimiter(rules, processes, monotonicMs);
  const unlessOff = (rules: LimitRules) => (perMinute === 0 ? OFF : limiter(rules));
  const keys = createKeyLimiter(perMinute, processes, monotonicMs);
  const browser = unlessOff(BROWSER_RULES);
  const receipts = createReceiptLimiter(unlessOff(RECEIPT_RULES), unlessOff(ALL_RECEIPTS_RULES));
  const refused = new Map<LimitName, number>();
  return {
    noteRefused: (limit) => refused.set(limit, (refused.get(limit) ?? 0) + 1),
    refused: () => refused,
    takeKey: keys.take,
    chargeKey: keys.charge,
    takeBrowser: browser.take,
    chargeBrowser: browser.charge,
    takeReceipt: receipts.take,
    giveBackReceipt: receipts.giveBack,
    takeMint: unlessOff(MINT_RULES).take,
    takeStatus: unlessOff(STATUS_RULES).take,
    takePage: unlessOff(PAGE_RULES).take,
    takeBadKey: limiter(BAD_KEY_RULES).take,
  };
}

/** What is not limited. */
const OFF = { take: (_caller: string) => null, charge: (_caller: string, _requests: number) => null };

function createAddressLimiter(rules: LimitRules, processes: number, monotonicMs: () => number) {
  const callers = createCallers(ADDRESSES_MAX);
  const shares = Object.entries(rules).map(([name, rule]) => [name, shareOf(rule, processes)] as const);
  const policy = createLimitPolicy(Object.fromEntries(shares));
  return {
    take: (address: string) => takeOne(policy, callers, address, monotonicMs()),
    charge: (address: string, requests: number) =>
      charge(policy, callers, address, { requests, nowMs: monotonicMs() }),
  };
}

type AddressLimiter = ReturnType<typeof createAddressLimiter> | typeof OFF;

/** Whoever makes them, as one caller. */
const EVERYBODY = 'everybody';

/** One receipt counts for its address and for all; where all have too many, not for its address. */
function createReceiptLimiter(one: AddressLimiter, all: AddressLimiter) {
  return {
    take: (address: string | null): Verdict | null => {
      const ofOne = address === null ? null : one.take(address);
      if (ofOne !== null && ofOne.retryAfterSeconds > 0) return ofOne;
      const ofAll = all.take(EVERYBODY);
      if (ofAll !== null && ofAll.retryAfterSeconds > 0 && address !== null) one.charge(address, -1);
      return ofAll;
    },
    giveBack: (address: string | null): void => {
      if (address !== null) one.charge(address, -1);
      all.charge(EVERYBODY, -1);
    },
  };
}

function createKeyLimiter(perMinute: number, processes: number, monotonicMs: () => number) {
  const callers = createCallers(KEYS_MAX);
  const policies = new LRUCache<number, LimitPolicy>({ max: KEY_POLICIES_MAX });
  const policyOf = (limit: number): LimitPolicy => {
    let policy = policies.get(limit);
    if (!policy) {
      policy = createKeyPolicy(limit, processes);
      policies.set(limit, policy);
    }
    return policy;
  };
  return {
    take: (keyId: string, limitPerMinute: number | null) => {
      const limit = limitPerMinute ?? perMinute;
      return limit === 0 ? null : takeOne(policyOf(limit), callers, keyId, monotonicMs());
    },
    charge: (keyId: string, limitPerMinute: number | null, requests: number) => {
      const limit = limitPerMinute ?? perMinute;
      if (limit === 0) return null;
      return charge(policyOf(limit), callers, keyId, { requests, nowMs: monotonicMs() });
    },
  };
}

/** All of a window's requests may come at once. */
function atMost(count: number, windowMs = MINUTE_MS): LimitRule {
  return { count, windowMs, burst: count };
}

/** One rule said in two ways: how many pass at once, which is what is counted down, and how many in a minute. */
function createKeyPolicy(limit: number, processes: number): LimitPolicy {
  const rule = shareOf({ count: limit, windowMs: MINUTE_MS, burst: burstOf(limit) }, processes);
  const { count, burst } = rule;
  const refillSeconds = Math.ceil((burst * rule.windowMs) / count / 1000);
  return createLimitPolicy(
    { burst: rule },
    `"burst";q=${burst};w=${refillSeconds}, "minute";q=${count};w=60`,
  );
}

/** What one of so many processes lets pass. Rounded down, so that together they let no more pass than the rule. */
function shareOf({ count, windowMs, burst }: LimitRule, processes: number): LimitRule {
  const part = (whole: number) => Math.max(1, Math.floor(whole / processes));
  return { count: part(count), windowMs, burst: part(burst) };
}
