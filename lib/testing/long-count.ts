import process from 'node:process';

/** A count of a test: what its variable says, as `npm run test:long` sets it, else the small one of `npm test`. */
export function longCount(variable: string, small: number): number {
  return Number(process.env[variable] ?? small);
}

/** Whether a count of a test is the long one. */
export function isLong(variable: string): boolean {
  return process.env[variable] !== undefined;
}

/** Of a table of cases all in the long run, which sets `EVERY_CASE`; in `npm test` so many, spread evenly over it. */
export function someOf<T>(cases: readonly T[], count: number): readonly T[] {
  if (isLong('EVERY_CASE')) return cases;
  const partOf = (index: number) => Math.floor((index * count) / cases.length);
  return cases.filter((_, index) => partOf(index) !== partOf(index - 1));
}
