import process from 'node:process';
import { isLong } from './long-count.ts';

/** The seed of every property test; `PROPERTY_SEED=7 npm test` tries other values. Printed in the tests' names. */
export const PROPERTY_SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_414);

/** How many times the whole number of cases the long run tries. */
const TIMES = 'PROPERTY_RUNS_TIMES';

/** What holds for so many cases and not for all is rare: the long run looks for it. */
const SMALL_RUNS_MAX = 100;

/** fast-check's parameters for a property that is tried `runs` times in the long run, or a multiple of that, and `small` times in `npm test`. */
export function propertyRuns(
  runs: number,
  small = Math.min(runs, SMALL_RUNS_MAX),
): { readonly seed: number; readonly numRuns: number } {
  return { seed: PROPERTY_SEED, numRuns: isLong(TIMES) ? runs * Number(process.env[TIMES]) : small };
}

/** A property's name with its seed: `closes triangles (seed 20260414)`. */
export function seeded(name: string): string {
  return `${name} (seed ${PROPERTY_SEED})`;
}

/** Numbers in [0, 1), the same ones for a seed: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
