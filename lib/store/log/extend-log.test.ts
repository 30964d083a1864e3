import { describe, expect, it } from 'vitest';
import type { Store } from '#lib/store/store';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { isLong, longCount } from '#lib/testing/long-count';
import { BULK_STORES } from '#lib/testing/worlds/bulk-stores';
import { manyDays } from '#lib/testing/worlds/signed-log';

const FIGURES = longCount('HASHED_FIGURES', 2000);

/** Of each step the quickest counts: what other programs of the machine add to one of them they do not add to all. */
const REPETITIONS = longCount('HASHED_REPETITIONS', 1);

/** For so long the thread that answers may be held up by a step. */
const HELD_MS_MAX = 10;

/** How long a step took, and for how long at a time it held up the thread that answers. */
interface StepTime {
  readonly tookMs: number;
  readonly heldMs: number;
}

describe.each(BULK_STORES)('hashing the log on %s', (engine, open) => {
  it(
    `of ${FIGURES} figures of one import holds up nothing, step by step`,
    { timeout: 120_000 + REPETITIONS * FIGURES },
    async ({ annotate }) => {
      const runs: (readonly StepTime[])[] = [];
      for (let run = 0; run < REPETITIONS; run += 1) {
        const { store } = await open();
        await storeFixings(store, manyDays(FIGURES));
        runs.push(await timeSteps(store));
        expect(await store.readLogComparison()).toMatchObject({
          hashed: FIGURES,
          waiting: 0,
          difference: null,
        });
      }
      const steps = (runs[0] ?? []).map((_, place) => ({
        tookMs: Math.min(...runs.map((times) => times[place]?.tookMs ?? 0)),
        heldMs: Math.min(...runs.map((times) => times[place]?.heldMs ?? 0)),
      }));
      await annotate(
        `${engine}: ${steps.length} steps, the best of ${REPETITIONS} ${told(steps)}; all ${told(runs.flat())}`,
      );
      if (isLong('HASHED_FIGURES')) expect(worst(steps, 'heldMs')).toBeLessThan(HELD_MS_MAX);
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

/** Measures the longest that this thread did one thing, by asking for a turn again and again. */
function watchThread(): { readonly stop: () => number } {
  let heldMs = 0;
  let lastMs = performance.now();
  const note = () => {
    heldMs = Math.max(heldMs, performance.now() - lastMs);
    lastMs = performance.now();
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

function worst(steps: readonly StepTime[], field: keyof StepTime): number {
  return steps.reduce((most, step) => Math.max(most, step[field]), 0);
}

function told(steps: readonly StepTime[]): string {
  const mean = steps.reduce((sum, { tookMs }) => sum + tookMs, 0) / steps.length;
  const [took, held] = [worst(steps, 'tookMs'), worst(steps, 'heldMs')];
  return `took ${mean.toFixed(1)} ms on average and ${took.toFixed(1)} ms at worst, and held the thread ${held.toFixed(1)} ms at worst`;
}
