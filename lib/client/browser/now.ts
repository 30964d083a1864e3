import { useCallback, useSyncExternalStore } from 'react';
import { SECOND_MS } from '#lib/domain/durations';

/** For so long what the server wrote stands as it is: correcting every age at once would hold up a page that is just loading. */
const SERVED_HOLDS_MS = 10_000;

/** What all that count in the same step share: one timer, and one instant for all of them. */
interface Ticker {
  atMs: number | null;
  timer: ReturnType<typeof setInterval> | undefined;
  readonly listeners: Set<() => void>;
}

const tickers = new Map<number, Ticker>();

/** The device's time in epoch milliseconds, renewed each `stepMs`; the first render gives `served`, so that the server's text fits. */
export function useNow(stepMs: number, servedMs: number): number {
  return useSyncExternalStore(
    useCallback((onTick) => follow(stepMs, onTick), [stepMs]),
    () => tickers.get(stepMs)?.atMs ?? firstInstant(stepMs, servedMs),
    () => servedMs,
  );
}

/**
 * Whole seconds from the device's time to `untilMs`, renewed each second; 0 without such an instant and in what the server wrote,
 * so that a page draws nothing anew for a wait that there is not.
 */
export function useSecondsUntil(untilMs: number | null): number {
  return useSyncExternalStore(
    useCallback((onTick) => (untilMs === null ? () => undefined : follow(SECOND_MS, onTick)), [untilMs]),
    () => (untilMs === null ? 0 : secondsUntil(untilMs)),
    () => 0,
  );
}

function secondsUntil(untilMs: number): number {
  const now = tickers.get(SECOND_MS)?.atMs ?? stepOf(Date.now(), SECOND_MS);
  return Math.max(0, Math.ceil((untilMs - now) / SECOND_MS));
}

function firstInstant(stepMs: number, servedMs: number): number {
  const now = Date.now();
  // An instant to come, which is counted down to, was not served: it would begin at nothing left.
  const wasServed = servedMs <= now && now - servedMs < SERVED_HOLDS_MS;
  return wasServed ? servedMs : stepOf(now, stepMs);
}

function follow(stepMs: number, onTick: () => void): () => void {
  const ticker = tickers.get(stepMs) ?? { atMs: null, timer: undefined, listeners: new Set() };
  tickers.set(stepMs, ticker);
  ticker.listeners.add(onTick);
  ticker.timer ??= setInterval(() => {
    ticker.atMs = stepOf(Date.now(), stepMs);
    for (const listener of ticker.listeners) listener();
  }, stepMs);
  return () => {
    ticker.listeners.delete(onTick);
    if (ticker.listeners.size > 0) return;
    clearInterval(ticker.timer);
    tickers.delete(stepMs);
  };
}

function stepOf(instantMs: number, stepMs: number): number {
  return Math.floor(instantMs / stepMs) * stepMs;
}
