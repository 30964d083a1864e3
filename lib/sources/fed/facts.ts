import { addDays, type IsoDay, isoDayOf, weekdayOf } from '#lib/domain/iso-day';
import type { FixingFacts } from '#lib/sources/source-facts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { isNewYorkDay } from '#lib/domain/calendars/new-york-calendar';
import {
  calendarDay,
  type FixingSchedule,
  nextOpenDay,
  zonedInstant,
} from '#lib/domain/calendars/publication-calendar';
import { FRED_SERIES, readFedSeriesId } from './fed-series.ts';

const NEW_YORK = 'America/New_York';

/**
 * The Federal Reserve's H.10: a rate of every US business day, the whole week released on the following Monday at
 * 16:15 New York time, on Tuesday if that Monday is a holiday. So all days of a week are due at one instant.
 */
export const FED_SCHEDULE: FixingSchedule = {
  isPublicationDay: isNewYorkDay,
  // Held against FRED's series up to 2014 and the Board's own of sterling up to May 2024.
  calendarHoldsFrom: calendarDay('2006-01-01'),
  dueAt: (day) => zonedInstant(h10ReleaseDay(day), '16:15', NEW_YORK),
  graceMs: DAY_MS,
  hardLimitMs: 21 * DAY_MS,
};

/** The instant of the Federal Reserve's noon buying rates of a day: 12:00 New York time. */
export function fedFixingInstant(day: IsoDay): Date {
  return zonedInstant(day, '12:00', NEW_YORK);
}

/** The first New York business day from the Monday after `day`'s week on. */
function h10ReleaseDay(day: IsoDay): IsoDay {
  const daysToMonday = (8 - weekdayOf(day)) % 7 || 7;
  return nextOpenDay(isNewYorkDay, addDays(day, daysToMonday - 1));
}

/** The Federal Reserve's facts; its rates read 1 EUR, GBP, AUD or NZD = `rate` USD, and 1 USD = `rate` of the others. */
export const FACTS: FixingFacts = {
  cadence: 'fixing',
  id: 'fed',
  name: 'Federal Reserve',
  page: 'https://www.federalreserve.gov/releases/h10/current/',
  terms:
    'The H.10 release is a work of the US government and in the public domain; FRED asks to be credited.',
  attribution:
    'Source: Board of Governors of the Federal Reserve System (US), H.10. This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis',
  words: {
    shortName: 'Fed',
    nameInText: 'the Federal Reserve',
    kind: 'reference rate',
    figures: 'H.10 noon buying rates in New York of the Federal Reserve, since 1971.',
    schedule: 'Mondays at 16:15 in New York, for the week before.',
    habit: 'The Federal Reserve publishes New York business days, a week at a time.',
  },
  hours: 'about 16:15 in New York, once a week',
  holiday: 'US holiday',
  holidayNames: {},
  isOnByDefault: true,
  isOfficial: true,
  mayPassOnDocuments: true,
  base: 'USD',
  schedule: FED_SCHEDULE,
  fixingInstant: fedFixingInstant,
  expectedPairs: FRED_SERIES.length,
  askedPairs: FRED_SERIES.flatMap(({ id }) => {
    const series = readFedSeriesId(id);
    return series?.kind === 'rate' ? [`${series.base}/${series.quote}`] : [];
  }),
  firstDay: isoDayOf(new Date('1971-01-04T00:00:00Z')),
  polling: { dueMs: 30 * MINUTE_MS, gapMs: 6 * HOUR_MS },
  roundedByUs: null,
};
