import { describe, expect, it } from 'vitest';

import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { addDays, type IsoDay, parseIsoDay, weekdayOf } from '#lib/domain/iso-day';
import { isTokyoDay } from './tokyo-calendar.ts';

const RECORDED = 'getDataCode-FM08-FXERD04-FXERD34-202603.json';

describe('Tokyo business days', () => {
  it(`are exactly the days with a figure in boj/${RECORDED} until its last figure`, ({ skip }) => {
    const bodies = readRecordedBodies('boj');
    skip(bodies === null, recordedBodiesMissing('boj'));
    const text = new TextDecoder().decode(bodies?.find(({ name }) => name === RECORDED)?.body);
    const days = listAfter(text, '"SURVEY_DATES":');
    const figures = listAfter(text, '"VALUES":[').map((cell) => cell !== 'null');
    const newest = figures.lastIndexOf(true);
    expect(days[newest]).toBe('20260327');
    const wrong = days
      .slice(0, newest + 1)
      .filter(
        (day, index) =>
          isTokyoDay(dayOf(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`)) !== figures[index],
      );
    expect(wrong).toEqual([]);
  });
});

describe('Tokyo’s holidays', () => {
  // Weekdays without business, as the Cabinet Office lists the holidays, with the banks' days from 31 December to 3 January.
  it.each([
    [
      1998,
      '01-01 01-02 01-15 02-11 04-29 05-04 05-05 07-20 09-15 09-23 11-03 11-23 12-23 12-31',
      'before any holiday was moved to a Monday',
    ],
    [
      2003,
      '01-01 01-02 01-03 01-13 02-11 03-21 04-29 05-05 07-21 09-15 09-23 10-13 11-03 11-24 12-23 12-31',
      'with four holidays moved to Mondays',
    ],
    [
      2008,
      '01-01 01-02 01-03 01-14 02-11 03-20 04-29 05-05 05-06 07-21 09-15 09-23 10-13 11-03 11-24 12-23 12-31',
      'with a Sunday made up for on a Tuesday',
    ],
    [
      2015,
      '01-01 01-02 01-12 02-11 04-29 05-04 05-05 05-06 07-20 09-21 09-22 09-23 10-12 11-03 11-23 12-23 12-31',
      'with a day between two holidays',
    ],
    [
      2019,
      '01-01 01-02 01-03 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-06 07-15 08-12 09-16 09-23 10-14 10-22 11-04 12-31',
      'with ten days of accession and without an emperor’s birthday',
    ],
    [
      2020,
      '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 11-03 11-23 12-31',
      'with the holidays moved for the games that were not held',
    ],
    [
      2021,
      '01-01 01-11 02-11 02-23 04-29 05-03 05-04 05-05 07-22 07-23 08-09 09-20 09-23 11-03 11-23 12-31',
      'with the holidays moved for the games',
    ],
    [
      2026,
      '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31',
      'with a silver week',
    ],
  ])('of %i are on exactly these weekdays: %s, %s', (year, holidays) => {
    const closed: string[] = [];
    for (let day = dayOf(`${year}-01-01`); day <= `${year}-12-31`; day = addDays(day, 1)) {
      const isWeekday = weekdayOf(day) !== 0 && weekdayOf(day) !== 6;
      if (isWeekday && !isTokyoDay(day)) closed.push(day.slice(5));
    }
    expect(closed.join(' ')).toBe(holidays);
  });
});

function listAfter(text: string, mark: string): readonly string[] {
  const body = text.slice(text.indexOf(mark) + mark.length);
  return body.slice(0, body.indexOf(']')).replace('[', '').split(',');
}

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
