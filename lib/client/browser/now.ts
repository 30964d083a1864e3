import { useCallback, useSyncExternalStore } from 'react';
import { SECOND_MS } from '#lib/domain/durations';

/**
 * The device's time in epoch milliseconds, renewed at each full `stepMs`; the first render gives `served`, so that the server's
 * text fits, and that stands until the next step begins.
 */
export function useNow(stepMs: number, servedMs: number): number {
  return useNowAs(stepMs, servedMs, (nowMs) => nowMs);
}

/** What `read` makes of {@link useNow}'s time: drawn anew only at those steps at which that has become another. */
export function useNowAs<T extends string | number>(
  stepMs: number,
  servedMs: number,
  read: (nowMs: number) => T,
): T {
  return useSyncExternalStore(
    useCallback((onStep) => atEachStep(stepMs, onStep), [stepMs]),
    () => {
      const now = Date.now();
      const step = stepOf(now, stepMs);
      return read(step < servedMs && servedMs <= now ? servedMs : step);
    },
    () => read(servedMs),
  );
}

/**
 * Whole seconds from the device's time to `untilMs`, renewed each second; 0 without such an instant and in what the server wrote,
 * so that a page draws nothing anew for a wait that there is not.
 */
export function useSecondsUntil(untilMs: number | null): number {
  return useSyncExternalStore(
    useCallback((onStep) => (untilMs === null ? () => undefined : atEachStep(SECOND_MS, onStep)), [untilMs]),
    () => Math.max(0, Math.ceil(((untilMs ?? 0) - stepOf(Date.now(), SECOND_MS)) / SECOND_MS)),
    () => 0,
  );
}

/** Who is called at each step of a length, and the timer that all of them share. */
interface Ticker {
  readonly listeners: Set<() => void>;
  timer: ReturnType<typeof setTimeout>;
}

/** By the length of the step. */
const tickers = new Map<number, Ticker>();

/**
 * Calls whenever the device's time is a multiple of `stepMs`; gives the way to stop. All who wait for the same step are called
 * together, so that a table of 200 ages is drawn once a second and not 200 times.
 */
function atEachStep(stepMs: number, onStep: () => void): () => void {
  const ticker = tickers.get(stepMs) ?? startTicker(stepMs);
  ticker.listeners.add(onStep);
  return () => {
    ticker.listeners.delete(onStep);
    if (ticker.listeners.size > 0) return;
    clearTimeout(ticker.timer);
    tickers.delete(stepMs);
  };
}

function startTicker(stepMs: number): Ticker {
  const wait = () => setTimeout(tick, stepMs - (Date.now() % stepMs));
  const ticker: Ticker = { listeners: new Set(), timer: wait() };
  function tick() {
    ticker.timer = wait();
    for (const onStep of ticker.listeners) onStep();
  }
  tickers.set(stepMs, ticker);
  return ticker;
}

function stepOf(instantMs: number, stepMs: number): number {
  return Math.floor(instantMs / stepMs) * stepMs;
}
