import process from 'node:process';

/** A count of a test: what its variable says, as `npm run test:long` sets it, else the small one of `npm test`. */
export function longCount(variable: string, small: number): number {
  return Number(process.env[variable] ?? small);
}

/** Whether a count of a test is the long one. */
export function isLong(variable: string): boolean {
  return process.env[variable] !== undefined;
}
