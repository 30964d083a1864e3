import type { KeyUsage, UsageSink } from './key-usage.ts';

/** How often counts are kept for good: well within the minute of counts that a killed process may lose. */
const FLUSH_INTERVAL_MS = 20_000;

/** Carries counts to where they are kept, all together, every 20 seconds. */
export interface UsageFlush {
  /** Carries what there is now; one flight at a time. */
  readonly flush: () => Promise<void>;
  /** Ends the timer and carries the rest. */
  readonly stop: () => Promise<void>;
}

/** Begins to carry; `onFailure` hears of the first of a row of failures, whose counts are carried with the next flight. */
export function startUsageFlush(
  usage: KeyUsage,
  sink: UsageSink,
  onFailure: (error: unknown) => void,
): UsageFlush {
  let flight: Promise<void> | null = null;
  let isFailing = false;
  const flushOnce = async () => {
    const uses = usage.takeUsage();
    if (uses.length === 0) return;
    try {
      await sink.saveUsage(uses);
      isFailing = false;
    } catch (error) {
      usage.putBack(uses);
      if (!isFailing) onFailure(error);
      isFailing = true;
    }
  };
  const flush = () => {
    flight ??= flushOnce().finally(() => {
      flight = null;
    });
    return flight;
  };
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    flush,
    stop: async () => {
      clearInterval(timer);
      // A flight under way left without what came since.
      await flight;
      await flush();
    },
  };
}
