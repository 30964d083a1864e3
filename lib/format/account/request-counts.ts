import { dayText, weekdayText } from '#lib/format/instants';
import { wholeText } from '#lib/format/numbers/number-text';
import { DAY_MS } from '#lib/domain/durations';

/** One UTC day of {@link requestDays}. */
export interface RequestDay {
  /** Midnight UTC at its start. */
  readonly day: Date;
  readonly count: number;
}

/** The sum of daily counts. */
export function countTotal(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The sum of the last `days` of daily counts, today included. */
export function countRecent(counts: readonly number[], days: number): number {
  return countTotal(counts.slice(-days));
}

/** Daily counts of several keys, added day by day; every list ends today. */
export function addCounts(lists: readonly (readonly number[])[], days: number): readonly number[] {
  return Array.from({ length: days }, (_, index) =>
    countTotal(lists.map((counts) => counts.at(index - days) ?? 0)),
  );
}

/** Daily counts with their days, the last of which is the UTC day of `nowMs`. */
export function requestDays(counts: readonly number[], nowMs: number): readonly RequestDay[] {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return counts.map((count, index) => ({
    day: new Date(today - (counts.length - 1 - index) * DAY_MS),
    count,
  }));
}

/** `1 request`, `61,094 requests`. */
export function requestsText(count: number): string {
  return `${wholeText(count)} ${count === 1 ? 'request' : 'requests'}`;
}

/** What a bar chart of daily counts shows, in words: `412 requests in 30 days, most on 13 Apr 2026 (210), today 3`. */
export function requestsSummary(counts: readonly number[], nowMs: number): string {
  const total = countTotal(counts);
  if (total === 0) return `No requests in ${counts.length} days`;
  const days = requestDays(counts, nowMs);
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most));
  const most = `most on ${dayText(busiest.day)} (${wholeText(busiest.count)})`;
  return `${requestsText(total)} in ${counts.length} days, ${most}, today ${wholeText(counts.at(-1) ?? 0)}`;
}

/** One day in words: `Mon 13 Apr: 412 requests`. */
export function requestDayText({ day, count }: RequestDay): string {
  return `${weekdayText(day)}: ${requestsText(count)}`;
}

/** The part of a whole: `34%`, `< 1%` for what would round to nothing; a dash of a whole of nothing. */
export function shareText(count: number, total: number): string {
  if (total === 0) return '–';
  const percent = (100 * count) / total;
  return count > 0 && percent < 1 ? '< 1%' : `${Math.round(percent)}%`;
}

/** Multiples of a power of ten that make a round top with a round middle. */
const TOPS = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** A round figure at or above the highest count for the top of an axis: `12,000` for 10,340; 10 at least. */
export function axisTop(most: number): number {
  if (most <= 10) return 10;
  const power = 10 ** Math.floor(Math.log10(most));
  return TOPS.map((step) => step * power).find((top) => top >= most) ?? most;
}
