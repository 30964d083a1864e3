import { BROWSER_KEY_START } from '#lib/account/keys/browser-key';
import type { KeyFinding, VerifiedKey } from '#lib/account/keys/key-table';
import {
  type ApiError,
  INVALID_KEY,
  KEYS_UNSURE,
  MISPLACED_KEY,
  MISSING_KEY,
  rateLimited,
} from '#lib/contract/errors';
import { type ApiService, EVERYTHING } from '#lib/api/api-service';
import { pageCookieOf } from '#lib/api/browser-key-endpoint';
import { type Caller, isOfThisSite, type OutsideCaller } from '#lib/api/callers/caller';
import type { Endpoint } from '#lib/api/endpoint';
import type { Admission, Payer } from './admitted.ts';
import type { Verdict } from './limiter.ts';

type Gate = Pick<ApiService, 'keys' | 'browserKeys' | 'clock' | 'limits' | 'usage' | 'anonymous'>;

/** Whoever pays for a receipt as for many requests, or is this service itself. */
const ANY_RECEIPTS = { takeReceipt: () => 0, giveBackReceipt: () => {} };

/** Callers behind a listener that does not know addresses. */
const NOBODY: Payer = { place: { lane: 'addresses', line: 'unknown' }, charge: () => null, ...ANY_RECEIPTS };

/** Pages that this service renders; their readers are counted where they ask for pages. */
const OWN_PAGES: Payer = { place: { lane: 'pages', line: 'all' }, charge: () => null, ...ANY_RECEIPTS };

const OPEN: Admission = {
  error: null,
  limit: null,
  allowedSources: null,
  payer: NOBODY,
  holds: () => true,
};
const NO_KEY = refusal(MISSING_KEY);
const ELSEWHERE_KEY = refusal(MISPLACED_KEY);
const BAD_KEY = refusal(INVALID_KEY);
const UNSURE = refusal(KEYS_UNSURE);

/**
 * Checks a request's key, then its caller's limit. A wrong key is told so ten times a minute and address, then that it asks
 * too often; a valid one from the same address is answered all the same.
 */
export function admit(
  gate: Gate,
  access: Endpoint['access'],
  headers: Headers,
  caller: Caller | null,
): Admission {
  if (caller?.kind === 'admitted') return caller.admission;
  if (caller?.kind === 'inside') {
    return { ...OPEN, allowedSources: caller.allowedSources, payer: OWN_PAGES };
  }
  if (caller?.kind === 'feed') return admitFeed(gate, caller.accountId);
  const key = headers.get('x-api-key');
  if (access === 'public') return admitToPublic(gate, key, caller);
  if (key === null) return headers.has('authorization') ? ELSEWHERE_KEY : NO_KEY;
  if (key.startsWith(BROWSER_KEY_START)) return admitPage(gate, key, headers, caller);
  const nowMs = gate.clock.realMs();
  const found = gate.keys.find(key, nowMs);
  if (found === 'unknown') return refuseBadKey(gate, caller);
  if (found === 'unsure') return UNSURE;
  const verdict = gate.limits.takeKey(found.id, found.limitPerMinute);
  const wasLimited = verdict !== null && verdict.retryAfterSeconds > 0;
  gate.usage.count(found.id, wasLimited, nowMs);
  if (wasLimited) return tooMany(gate, 'key', verdict);
  const payer: Payer = {
    place: { lane: 'keys', line: found.id },
    charge: (requests) => gate.limits.chargeKey(found.id, found.limitPerMinute, requests),
    ...ANY_RECEIPTS,
  };
  return {
    error: null,
    limit: verdict?.headers ?? null,
    allowedSources: found.allowedSources,
    payer,
    holds: () => isSameReading(gate.keys.find(key, gate.clock.realMs()), found),
  };
}

/**
 * Lets in a request whose key was found, or one without to what is public, and counts it as {@link admit} does; null where it is
 * refused. Then nothing was counted, and `admit` says why.
 */
export function admitAtOnce(
  { limits, usage, clock }: Gate,
  access: Endpoint['access'],
  found: VerifiedKey | null,
  caller: OutsideCaller,
): Pick<Admission, 'limit'> | null {
  const verdict =
    found === null ? limits.takeStatus(caller.network) : limits.takeKey(found.id, found.limitPerMinute);
  if (verdict !== null && verdict.retryAfterSeconds > 0) return null;
  if (found !== null && access === 'keyed') usage.count(found.id, false, clock.realMs());
  return { limit: verdict?.headers ?? null };
}

/** An open status page is counted with the other pages at its address: several behind one would use up the few public requests. */
export function admitBoard(gate: Gate, headers: Headers, caller: Caller | null): Admission {
  if (caller?.kind !== 'outside' || !isOfThisSite(headers, caller)) {
    return admit(gate, 'public', headers, caller);
  }
  const verdict = gate.limits.takeBrowser(caller.network);
  return verdict === null ? OPEN : ofPages(gate, verdict);
}

/** All feed links of an account are counted together, as one key without a limit of its own. */
function admitFeed(gate: Gate, accountId: string): Admission {
  const { limits } = gate;
  const line = `feed ${accountId}`;
  const verdict = limits.takeKey(line, null);
  if (verdict !== null && verdict.retryAfterSeconds > 0) return tooMany(gate, 'feed', verdict);
  const payer: Payer = {
    place: { lane: 'keys', line },
    charge: (requests) => limits.chargeKey(line, null, requests),
    ...ANY_RECEIPTS,
  };
  return { ...OPEN, limit: verdict?.headers ?? null, payer };
}

function admitPage(gate: Gate, key: string, headers: Headers, caller: OutsideCaller | null): Admission {
  const { anonymous, browserKeys, clock, limits } = gate;
  const cookie = pageCookieOf(headers.get('cookie'), caller);
  const reader = isOfThisSite(headers, caller) ? browserKeys.verify(key, cookie, clock.realMs()) : null;
  const reading = reader === 'member' ? EVERYTHING : anonymous;
  if (reader === null || reading === null) return refuseBadKey(gate, caller);
  const verdict = caller === null ? null : limits.takeBrowser(caller.network);
  const admission = verdict === null ? OPEN : ofPages(gate, verdict);
  if (admission.error) return admission;
  const payer = payerAt(caller, limits);
  const withReceipts = reader === 'member' ? payer : { ...payer, ...receiptsAt(caller, limits) };
  return {
    ...admission,
    allowedSources: reading.allowedSources,
    payer: withReceipts,
    holds: () => browserKeys.verify(key, cookie, clock.realMs()) === reader,
  };
}

function isSameReading(finding: KeyFinding, { allowedSources: before }: VerifiedKey): boolean {
  if (typeof finding === 'string') return false;
  const { allowedSources: now } = finding;
  return now === before || (now !== null && before !== null && now.symmetricDifference(before).size === 0);
}

function ofPages(gate: Gate, verdict: Verdict): Admission {
  if (verdict.retryAfterSeconds > 0) return tooMany(gate, 'browser-key', verdict);
  return { ...OPEN, limit: verdict.headers };
}

/** A caller with a key is counted by it, so that those behind one address do not share its few requests. */
function admitToPublic(gate: Gate, key: string | null, caller: OutsideCaller | null): Admission {
  const found = key === null ? 'unknown' : gate.keys.find(key, gate.clock.realMs());
  const verdict =
    typeof found === 'object'
      ? gate.limits.takeKey(found.id, found.limitPerMinute)
      : caller && gate.limits.takeStatus(caller.network);
  if (verdict === null) return OPEN;
  if (verdict.retryAfterSeconds > 0) {
    return tooMany(gate, typeof found === 'object' ? 'key' : 'status', verdict);
  }
  return { ...OPEN, limit: verdict.headers };
}

function refuseBadKey(gate: Gate, caller: OutsideCaller | null): Admission {
  const verdict = caller && gate.limits.takeBadKey(caller.network);
  return verdict !== null && verdict.retryAfterSeconds > 0 ? tooMany(gate, 'wrong-keys', verdict) : BAD_KEY;
}

/** Whose requests each limit counts, as its refusal says. */
const WHOSE = {
  key: 'with this key',
  'browser-key': 'from pages at this address',
  status: 'from this address',
  'wrong-keys': 'with wrong keys from this address',
  feed: 'to the feed links of this account',
} as const;

function tooMany(
  { limits }: Gate,
  limit: keyof typeof WHOSE,
  { retryAfterSeconds, headers }: Verdict,
): Admission {
  limits.noteRefused(limit);
  return { ...OPEN, error: rateLimited(WHOSE[limit], retryAfterSeconds), limit: headers };
}

function refusal(error: ApiError): Admission {
  return { ...OPEN, error };
}

function payerAt(caller: OutsideCaller | null, limits: Gate['limits']): Payer {
  if (caller === null) return NOBODY;
  const { network } = caller;
  return {
    place: { lane: 'addresses', line: network },
    charge: (requests) => limits.chargeBrowser(network, requests),
    ...ANY_RECEIPTS,
  };
}

function receiptsAt(
  caller: OutsideCaller | null,
  limits: Gate['limits'],
): Pick<Payer, 'takeReceipt' | 'giveBackReceipt'> {
  const address = caller?.network ?? null;
  return {
    takeReceipt: () => limits.takeReceipt(address)?.retryAfterSeconds ?? 0,
    giveBackReceipt: () => limits.giveBackReceipt(address),
  };
}
