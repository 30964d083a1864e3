import { describe, expect, it } from 'vitest';

import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { isNewYorkDay, QUOTED_HOLIDAYS, SINGLE_CLOSINGS } from './new-york-calendar.ts';

/** Days on which the H.10 had a rate of the pound but none of the yen: Tokyo kept its market shut after 15 August 1971. */
const YEN_NOT_QUOTED = ['1971-08-23', '1971-08-24', '1971-08-25', '1971-08-26', '1971-08-27', '1971-08-30'];

describe('New York business days', () => {
  it.for<readonly [string, number, readonly string[]]>([
    ['ddp-FRB_H10-GBP-daily-1971-01-04_2024-05-31.csv', 13_935, []],
    ['ddp-FRB_H10-JPY-daily-1971-01-04_2020-10-23.csv', 12_995, YEN_NOT_QUOTED],
    ['ddp-FRB_H10-EUR-HKD-daily-2000_2015.csv', 4175, []],
    ['ddp-FRB_H10-CNY-HKD-daily-2005_2015.csv', 2562, []],
    ['fredgraph-DEXUSEU-2025.csv', 262, []],
  ])('are exactly the days with a figure in fed/%s', ([name, rows, exceptions], { skip }) => {
    const bodies = readRecordedBodies('fed');
    skip(bodies === null, recordedBodiesMissing('fed'));
    const body = bodies?.find((recorded) => recorded.name === name)?.body;
    const days = [...new TextDecoder().decode(body).matchAll(/^(\d{4}-\d{2}-\d{2}),([^,\r\n]*)/gm)];
    const wrong = days
      .filter(([, day = '', cell = '']) => isNewYorkDay(dayOf(day)) !== /^\d/.test(cell))
      .map(([, day]) => day);
    expect(wrong).toEqual(exceptions);
    expect(days.length).toBe(rows);
  });

  it('need no exception that a rule would give', () => {
    for (const day of SINGLE_CLOSINGS.keys()) expect(isNewYorkDay(dayOf(day)), day).toBe(false);
    for (const day of QUOTED_HOLIDAYS) expect(isNewYorkDay(dayOf(day)), day).toBe(true);
  });

  it.each([
    ['2026-01-01', 'New Year'],
    ['2026-01-19', 'Martin Luther King Day'],
    ['2026-02-16', 'Washington’s birthday'],
    ['2026-05-25', 'Memorial Day'],
    ['2026-06-19', 'Juneteenth'],
    ['2026-07-03', 'the Friday before Independence Day on a Saturday'],
    ['2027-07-05', 'the Monday after Independence Day on a Sunday'],
    ['2026-09-07', 'Labor Day'],
    ['2026-10-12', 'Columbus Day'],
    ['2026-11-11', 'Veterans Day'],
    ['2026-11-26', 'Thanksgiving'],
    ['2026-12-25', 'Christmas'],
    ['2027-12-31', 'New Year on a Saturday, kept in the old year'],
    ['2033-01-20', 'an inauguration'],
    ['2026-11-21', 'a Saturday'],
    ['2026-11-22', 'a Sunday'],
  ])('are not %s, %s', (day) => {
    expect(isNewYorkDay(dayOf(day))).toBe(false);
  });

  it.each([
    ['2026-04-03', 'Good Friday'],
    ['2026-02-12', 'Lincoln’s birthday'],
    ['2026-11-03', 'election day'],
    ['2026-11-27', 'the day after Thanksgiving'],
    ['2028-02-29', 'a leap day'],
    ['2021-06-18', 'the eve of the first Juneteenth, which came too soon to be kept'],
    ['2025-01-09', 'the day of mourning for James Carter, on which the rates were certified'],
    ['2009-07-03', 'the Friday before a Saturday holiday, when those were not kept yet'],
  ])('are %s, %s', (day) => {
    expect(isNewYorkDay(dayOf(day))).toBe(true);
  });
});

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
