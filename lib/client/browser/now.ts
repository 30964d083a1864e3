import { useCallback, useSyncExternalStore } from 'react';
import { SECOND_MS } from '#lib/domain/durations';

/**
 * The device's time in epoch milliseconds, renewed at each full `stepMs`; the first render gives `served`, so that the server's
 * text fits, and that stands until the next step begins.
 */
export function useNow(stepMs: number, servedMs: number): number {
  return useSyncExternalStore(
    useCallback((onStep) => atEachStep(stepMs, onStep), [stepMs]),
    () => {
      const now = Date.now();
      const step = stepOf(now, stepMs);
      return step < servedMs && servedMs <= now ? servedMs : step;
    },
    () => servedMs,
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

/** Calls whenever the device's time is a multiple of `stepMs`; gives the way to stop. */
function atEachStep(stepMs: number, onStep: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        onStep();
        wait();
      },
      stepMs - (Date.now() % stepMs),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

function stepOf(instantMs: number, stepMs: number): number {
  return Math.floor(instantMs / stepMs) * stepMs;
}
