import { isForexOpen } from '#lib/domain/calendars/forex-market';
import { DAY_MS } from '#lib/domain/durations';
import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import type { SourceDescription } from '#lib/domain/rates/stored-source';

/** Why days that should have a figure have none: the source has none of that day at all, or of this pair alone. */
export type MissingReason = 'source' | 'pair';

/** Expected days in a row without a figure, for one reason; first and last inclusive. */
export interface MissingDays {
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
  /** How many of them should have one. */
  readonly days: number;
  readonly reason: MissingReason;
}

/** What is stored of a series beside what its publisher's calendar has. */
export interface Coverage {
  /** The first and the last day with a figure within the range; null where there is none. */
  readonly firstDay: IsoDay | null;
  readonly lastDay: IsoDay | null;
  /** Days with a figure, on days off too. */
  readonly count: number;
  /** Days of the calendar within the range, from the first figure ever to the last day that was due. */
  readonly expected: number;
  readonly missing: readonly MissingDays[];
}

/** On which days a source should have a figure, and the last such day whose figure was due by now. */
export interface ExpectedDays {
  readonly isExpected: (day: IsoDay) => boolean;
  readonly until: IsoDay;
}

/** A search for a due day goes back no further: no publisher pauses so long. */
const BACK_DAYS = 60;

/** Noon tells whether a market is open on a day: it closes on Friday evening and opens on Sunday evening. */
const NOON_MS = DAY_MS / 2;

/** The days on which a source should have figures, as seen at `now`. */
export function expectedDays(source: SourceDescription, now: Date): ExpectedDays {
  if (source.cadence === 'tick') {
    const isOpen = (day: IsoDay) => isForexOpen(new Date(startOfDay(day).getTime() + NOON_MS));
    return {
      isExpected: source.market === 'always' ? () => true : isOpen,
      until: addDays(isoDayOf(now), -1),
    };
  }
  const { isPublicationDay, dueAt, graceMs } = source.schedule;
  const isDue = (day: IsoDay) => isPublicationDay(day) && dueAt(day).getTime() + graceMs <= now.getTime();
  let until = isoDayOf(now);
  for (let back = 0; back < BACK_DAYS && !isDue(until); back += 1) until = addDays(until, -1);
  return { isExpected: isPublicationDay, until };
}

/**
 * Counts a series against a calendar. `days` are those with a figure, ascending; `sourceDays` those on which the source has a
 * figure of anything; the range may be open at either end, and ends with a currency that is no longer in use.
 */
export function coverageOf(
  days: readonly IsoDay[],
  sourceDays: ReadonlySet<IsoDay>,
  { isExpected, until: dueUntil }: ExpectedDays,
  range: { readonly from?: IsoDay | undefined; readonly until?: IsoDay | undefined },
): Coverage {
  const [first] = days;
  if (first === undefined) return { firstDay: null, lastDay: null, count: 0, expected: 0, missing: [] };
  const from = range.from !== undefined && range.from > first ? range.from : first;
  const last = days.at(-1) ?? first;
  // What is there before it is due counts.
  const known = last > dueUntil ? last : dueUntil;
  const until = range.until !== undefined && range.until < known ? range.until : known;
  const within = days.filter((day) => day >= from && day <= (range.until ?? day));
  const there = new Set(within);
  const missing: MissingDays[] = [];
  let expected = 0;
  let isOpen = false;
  for (let day = from; day <= until; day = addDays(day, 1)) {
    if (!isExpected(day)) continue;
    expected += 1;
    const reason = sourceDays.has(day) ? 'pair' : 'source';
    const before = isOpen ? missing.at(-1) : undefined;
    isOpen = !there.has(day);
    if (!isOpen) continue;
    if (before?.reason === reason)
      missing[missing.length - 1] = { ...before, lastDay: day, days: before.days + 1 };
    else missing.push({ firstDay: day, lastDay: day, days: 1, reason });
  }
  return {
    firstDay: within[0] ?? null,
    lastDay: within.at(-1) ?? null,
    count: within.length,
    expected,
    missing,
  };
}
