import { DAY_MS } from '#lib/domain/durations';
import { isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { weekdayName } from '#lib/format/day-text';
import { dayText } from '#lib/format/instants';
import { shortSourceName } from '#lib/format/sources/source-names';

/** From this age on the same weekday may mean two days. */
const NAMED_DAYS = 7;

/** A bank's fixing in words, by the UTC day that it is of: `ECB fixing of Friday`, `ECB fixing of 3 Apr 2026`. */
export function fixingWords(source: string, observedAt: Date, nowMs: number): string {
  const day = startOfDay(isoDayOf(observedAt));
  const daysAgo = Math.floor((nowMs - day.getTime()) / DAY_MS);
  const name = daysAgo < 1 ? 'today' : daysAgo < NAMED_DAYS ? weekdayName(day) : dayText(day);
  return `${shortSourceName(source)} fixing of ${name}`;
}

/** Whose quote a market's rate is, before its age: `Live at Kraken`; once nobody can say that it still is, `Last Kraken quote`. */
export function quoteWords(source: string, isLive: boolean): string {
  const name = shortSourceName(source);
  return isLive ? `Live at ${name}` : `Last ${name} quote`;
}
