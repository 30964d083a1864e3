import process from 'node:process';
import { describe, expect, it } from 'vitest';
import type { Store } from '#lib/store/store';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { isLong, longCount } from '#lib/testing/long-count';
import { BULK_STORES } from '#lib/testing/worlds/markets/bulk-stores';
import { manyDays } from '#lib/testing/worlds/signed-log';

const FIGURES = longCount('HASHED_FIGURES', 2000);

/** For so long the thread that answers may do nothing but a step. */
const HELD_MS_MAX = 10;

/** How long a step took, and how long at a time the thread that answers worked on it without a turn for anything else. */
interface StepTime {
  readonly tookMs: number;
  readonly heldMs: number;
}

describe.each(BULK_STORES)('hashing the log on %s', (engine, open) => {
  it(
    `of ${FIGURES} figures of one import takes many steps, between which others have their turn`,
    { timeout: 120_000 + 10 * FIGURES },
    async ({ annotate }) => {
      const { store } = await open();
      await storeFixings(store, manyDays(FIGURES));
      const steps = await timeSteps(store);
      expect(steps.length).toBeGreaterThanOrEqual(FIGURES / 256);
      expect(await store.readLogComparison()).toMatchObject({
        hashed: FIGURES,
        waiting: 0,
        difference: null,
      });
      const mean = steps.reduce((sum, { tookMs }) => sum + tookMs, 0) / steps.length;
      const [took, held] = [worst(steps, 'tookMs'), worst(steps, 'heldMs')];
      await annotate(
        `${engine}: ${steps.length} steps took ${mean.toFixed(1)} ms on average and ${took.toFixed(1)} ms at worst, ` +
          `of which the thread that answers worked ${held.toFixed(1)} ms at a time at most`,
      );
      if (isLong('HASHED_FIGURES')) expect(held).toBeLessThan(HELD_MS_MAX);
    },
  );
});

async function timeSteps(store: Store): Promise<readonly StepTime[]> {
  const steps: StepTime[] = [];
  for (let isDone = false; !isDone;) {
    const watch = watchThread();
    const startMs = performance.now();
    ({ isDone } = await store.write.extendLog(null));
    steps.push({ tookMs: performance.now() - startMs, heldMs: watch.stop() });
  }
  return steps;
}

/** Measures the longest that this thread worked at a time, by asking for a turn again and again. */
function watchThread(): { readonly stop: () => number } {
  let heldMs = 0;
  let lastMs = workedMs();
  const note = () => {
    const nowMs = workedMs();
    heldMs = Math.max(heldMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const turn = () => {
    note();
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return {
    stop: () => {
      clearImmediate(next);
      note();
      return heldMs;
    },
  };
}

/** How long this thread has worked, without the time in which the machine did other things. */
function workedMs(): number {
  // Asked for the process, Linux counts its threads up to this instant, else up to its last tick.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function worst(steps: readonly StepTime[], field: keyof StepTime): number {
  return steps.reduce((most, step) => Math.max(most, step[field]), 0);
}
