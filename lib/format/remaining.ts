import { ageText } from './ages.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Time left in words, to the second within the last hour: `6 h 12 min`, `41 min 07 s`, `9 s`; never less than `0 s`. */
export function remainingText(remainingMs: number): string {
  const left = Math.max(0, remainingMs);
  if (left >= HOUR_MS || left < MINUTE_MS) return ageText(left);
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
  return `${Math.floor(left / MINUTE_MS)} min ${String(seconds).padStart(2, '0')} s`;
}
