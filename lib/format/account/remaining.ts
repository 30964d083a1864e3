import { ageText } from '#lib/format/sources/ages';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';

/** Time left in words, to the second within the last hour: `6 h 12 min`, `41 min 07 s`, `9 s`; never less than `0 s`. */
export function remainingText(remainingMs: number): string {
  const left = Math.max(0, remainingMs);
  if (left >= HOUR_MS || left < MINUTE_MS) return ageText(left);
  const seconds = Math.floor((left % MINUTE_MS) / SECOND_MS);
  return `${Math.floor(left / MINUTE_MS)} min ${String(seconds).padStart(2, '0')} s`;
}
