import type { RateSeries } from '#lib/contract/responses';
import { DAY_MS } from '#lib/domain/durations';

/** Consecutive days, `YYYY-MM-DD` ascending, and one figure for each: null where nothing was observed. */
export interface MonthCourse {
  readonly days: readonly string[];
  readonly points: readonly (number | null)[];
}

/**
 * The course that the change over 30 days is of: the days of an answer and, where that change is measured from an older
 * observation, those before them from it on.
 */
export function monthCourse(
  days: readonly string[],
  { points, earlier }: Pick<RateSeries, 'points' | 'earlier'>,
): MonthCourse {
  const [since] = earlier;
  const [first] = days;
  if (since === undefined || first === undefined) return { days, points };
  const startMs = Date.parse(since.day);
  const rates = new Map(earlier.map(({ day, rate }) => [day, rate]));
  const before = Array.from({ length: (Date.parse(first) - startMs) / DAY_MS }, (_, index) =>
    new Date(startMs + index * DAY_MS).toISOString().slice(0, 10),
  );
  return {
    days: [...before, ...days],
    points: [...before.map((day) => rates.get(day) ?? null), ...points],
  };
}
