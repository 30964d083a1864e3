import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';

import type { FetchWindow, HistoryPart, HistorySpan } from './source.ts';

/** The first day that a poll asks for: the newest stored one, but at least so many days that a publisher may still revise. */
export function firstAskedDay(
  { newestStoredOn, today }: FetchWindow,
  { revisedDays, daysWithoutStore }: { readonly revisedDays: number; readonly daysWithoutStore: number },
): IsoDay {
  if (newestStoredOn === null) return addDays(today, -daysWithoutStore);
  const revisedFrom = addDays(today, -revisedDays);
  return newestStoredOn < revisedFrom ? newestStoredOn : revisedFrom;
}

/** What a publisher's history is divided into. */
export interface YearDivision {
  /** Its first day of all. */
  readonly firstDay: IsoDay;
  /** So many calendar years are a part: with 5, those from 2020 to 2024. */
  readonly years: number;
  /** The part's name by its first year. */
  readonly idOf: (firstYear: number) => string;
}

/** The parts of whole calendar years that a span touches, newest first, each cut to the span and to what the publisher has. */
export function yearParts({ from, to }: HistorySpan, division: YearDivision): readonly HistoryPart[] {
  const { firstDay, years, idOf } = division;
  const start = from < firstDay ? firstDay : from;
  const parts: HistoryPart[] = [];
  let end = to;
  while (end >= start) {
    const year = Number(end.slice(0, 4));
    const firstYear = year - (year % years);
    const newYear = isoDayOf(new Date(Date.UTC(firstYear, 0, 1)));
    parts.push({ id: idOf(firstYear), from: newYear < start ? start : newYear, to: end });
    end = addDays(newYear, -1);
  }
  return parts;
}
