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

/** Who waits for the steps of a length; all of them share one timer. */
const waiting = new Map<number, Set<() => void>>();

/**
 * Calls whenever the device's time is a multiple of `stepMs`; gives the way to stop. All who wait for the same step are called
 * together, so that a table of 200 ages is drawn once a second and not 200 times.
 */
function atEachStep(stepMs: number, onStep: () => void): () => void {
  const listeners = waiting.get(stepMs) ?? startSteps(stepMs);
  listeners.add(onStep);
  return () => listeners.delete(onStep);
}

/** The timer ends with the first step for which nobody waits any more. */
function startSteps(stepMs: number): Set<() => void> {
  const listeners = new Set<() => void>();
  waiting.set(stepMs, listeners);
  const wait = () =>
    setTimeout(
      () => {
        for (const onStep of listeners) onStep();
        if (listeners.size > 0) wait();
        else waiting.delete(stepMs);
      },
      stepMs - (Date.now() % stepMs),
    );
  wait();
  return listeners;
}

function stepOf(instantMs: number, stepMs: number): number {
  return Math.floor(instantMs / stepMs) * stepMs;
}
