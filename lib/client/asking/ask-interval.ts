import { onlineManager } from '@tanstack/react-query';
import { type AskTrouble, troubleOf } from './ask-failure.ts';

/** How old an answer may be before it is asked for again, on focus, on mount and by itself. */
export const REFRESH_MS = 60_000;

/** How queries ask: by themselves again, not in haste, at once when the network is back, and also without one, as the service worker answers then too. */
export const PATIENT = {
  staleTime: REFRESH_MS,
  retry: false,
  networkMode: 'always',
  refetchOnReconnect: 'always',
  refetchOnWindowFocus: true,
} as const;

/** How soon a failed request is tried again where the service names no time. */
const RETRY_MS = 10_000;

/** How soon at the earliest. */
const RETRY_SOONEST_MS = 1000;

/** A server that gives pages no key is not asked in haste. */
const REFUSED_MS = 60_000;

/** What of a query says how asking went. */
export interface AskedState {
  readonly data: unknown;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** What keeps newer answers away, and when they are asked for next, in epoch milliseconds. */
export interface AskSetback {
  readonly trouble: AskTrouble;
  readonly nextAskAtMs: number;
}

/** When the browser last heard that its network is back, in epoch milliseconds; minus infinity while it never did. */
let networkBackAtMs = Number.NEGATIVE_INFINITY;
onlineManager.subscribe((isOnline) => {
  if (isOnline) networkBackAtMs = Date.now();
});

/**
 * In how many milliseconds to ask a service again that was not reached, by an answer at `failedAtMs`. Sooner where the network
 * has just come back: what was under way then was lost, and not every server is reached at once. As long again as that lasts;
 * whichever came first, since the browser's clock may be set in between.
 */
export function retryMs(failedAtMs: number, backAtMs = networkBackAtMs): number {
  return Math.min(Math.max(Math.abs(failedAtMs - backAtMs), RETRY_SOONEST_MS), RETRY_MS);
}

/** In how many milliseconds a query is asked again by itself: `usualMs` (false: never) while all is well, else when it is worth it. */
export function askIntervalMs<T extends number | false>(state: AskedState, usualMs: T): number | T {
  const trouble = troubleIn(state);
  if (trouble === null) return usualMs;
  if (trouble.kind === 'limited') return trouble.retryAfterMs;
  return trouble.kind === 'refused' ? REFUSED_MS : retryMs(askedAtMs(state));
}

/** When a query that is usually asked again after `usualMs` is asked next, in epoch milliseconds; what a countdown counts to. */
export function nextAskAtMs(state: AskedState, usualMs = REFRESH_MS): number {
  return askedAtMs(state) + askIntervalMs(state, usualMs);
}

/** Of several queries, the setback of the one that is asked next; null while all is well. */
export function setbackOf(states: readonly AskedState[]): AskSetback | null {
  return firstSetback(
    states.map((state) => {
      const trouble = troubleIn(state);
      return trouble && { trouble, nextAskAtMs: nextAskAtMs(state) };
    }),
  );
}

/** Of several setbacks, the one after which is asked first; null where there is none. */
export function firstSetback(setbacks: readonly (AskSetback | null)[]): AskSetback | null {
  return (
    setbacks.filter((one) => one !== null).toSorted((one, other) => one.nextAskAtMs - other.nextAskAtMs)[0] ??
    null
  );
}

/** What the server put into the page is of its own clock, which may be ahead of the browser's. */
function askedAtMs({ error, dataUpdatedAt, errorUpdatedAt }: AskedState): number {
  return error === null ? dataUpdatedAt : errorUpdatedAt;
}

/** What keeps newer answers of a query away; an answer that the service worker repeated means that the service was not reached. */
export function troubleIn({ data, error }: Pick<AskedState, 'data' | 'error'>): AskTrouble | null {
  const isRepeated =
    typeof data === 'object' && data !== null && 'isRepeated' in data && data.isRepeated === true;
  return isRepeated ? { kind: 'unreachable' } : troubleOf(error);
}
