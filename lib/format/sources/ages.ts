import { wholeText } from '#lib/format/numbers/number-text';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';

/** From this age on, hours say nothing any more. */
const DAYS_ALONE_FROM = 7;

/** An age in words: `52 s`, `26 min`, `4 h 14 min`, `2 d 4 h`, `12 d`. An instant still to come is `0 s`. */
export function ageText(ageMs: number): string {
  const age = Math.max(0, ageMs);
  if (age < MINUTE_MS) return `${Math.floor(age / SECOND_MS)} s`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`;
  if (age < DAY_MS)
    return twoUnits(Math.floor(age / HOUR_MS), 'h', Math.floor((age % HOUR_MS) / MINUTE_MS), 'min');
  const days = Math.floor(age / DAY_MS);
  if (days >= DAYS_ALONE_FROM) return `${wholeText(days)} d`;
  return twoUnits(days, 'd', Math.floor((age % DAY_MS) / HOUR_MS), 'h');
}

/** Whole seconds until an instant, at least 0: what a countdown shows. */
export function secondsUntil(instantMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((instantMs - nowMs) / SECOND_MS));
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
