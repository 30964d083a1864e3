import { useSyncExternalStore } from 'react';

/** The device's time in epoch milliseconds, renewed each `stepMs`; the first render gives `served`, so that the server's text fits. */
export function useNow(stepMs: number, servedMs: number): number {
  return useSyncExternalStore(
    (onTick) => {
      const timer = setInterval(onTick, stepMs);
      return () => clearInterval(timer);
    },
    () => Math.floor(Date.now() / stepMs) * stepMs,
    () => servedMs,
  );
}
