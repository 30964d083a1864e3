import process from 'node:process';

/** The seed of every property test; `PROPERTY_SEED=7 npm test` tries other values. Printed in the tests' names. */
export const PROPERTY_SEED = Number(process.env['PROPERTY_SEED'] ?? 20_260_414);

/** How many times the ordinary number of cases is tried: 1 in `npm test`, more in the long run. */
const PROPERTY_RUNS_TIMES = Number(process.env['PROPERTY_RUNS_TIMES'] ?? 1);

/** fast-check's parameters for a property that `npm test` tries `runs` times. */
export function propertyRuns(runs: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: PROPERTY_SEED, numRuns: runs * PROPERTY_RUNS_TIMES };
}

/** A property's name with its seed: `closes triangles (seed 20260414)`. */
export function seeded(name: string): string {
  return `${name} (seed ${PROPERTY_SEED})`;
}
