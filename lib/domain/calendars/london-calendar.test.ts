import { describe, expect, it } from 'vitest';

import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { addDays, type IsoDay, parseIsoDay, weekdayOf } from '#lib/domain/iso-day';
import { isLondonDay } from './london-calendar.ts';

describe('London working days', () => {
  it('are all days of boe/iadb-26series-2026-03-17_2026-03-20.csv, which asked for four', ({ skip }) => {
    const bodies = readRecordedBodies('boe');
    skip(bodies === null, recordedBodiesMissing('boe'));
    const body = bodies?.find(({ name }) => name.startsWith('iadb-26series'))?.body;
    const days = new TextDecoder().decode(body).match(/^\d\d Mar 2026/gm) ?? [];
    expect(days).toEqual(['17 Mar 2026', '18 Mar 2026', '19 Mar 2026', '20 Mar 2026']);
    for (const day of days) expect(isLondonDay(dayOf(`2026-03-${day.slice(0, 2)}`)), day).toBe(true);
  });

  // As published on gov.uk/bank-holidays for England and Wales.
  it.each([
    [2020, '2020-01-01 2020-04-10 2020-04-13 2020-05-08 2020-05-25 2020-08-31 2020-12-25 2020-12-28'],
    [2021, '2021-01-01 2021-04-02 2021-04-05 2021-05-03 2021-05-31 2021-08-30 2021-12-27 2021-12-28'],
    [
      2022,
      '2022-01-03 2022-04-15 2022-04-18 2022-05-02 2022-06-02 2022-06-03 2022-08-29 2022-09-19 2022-12-26 2022-12-27',
    ],
    [
      2023,
      '2023-01-02 2023-04-07 2023-04-10 2023-05-01 2023-05-08 2023-05-29 2023-08-28 2023-12-25 2023-12-26',
    ],
    [2024, '2024-01-01 2024-03-29 2024-04-01 2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26'],
    [2025, '2025-01-01 2025-04-18 2025-04-21 2025-05-05 2025-05-26 2025-08-25 2025-12-25 2025-12-26'],
    [2026, '2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 2026-12-28'],
    [2027, '2027-01-01 2027-03-26 2027-03-29 2027-05-03 2027-05-31 2027-08-30 2027-12-27 2027-12-28'],
  ])('leave out in %i exactly the weekdays that are bank holidays', (year, holidays) => {
    const closed: IsoDay[] = [];
    for (let day = dayOf(`${year}-01-01`); day <= `${year}-12-31`; day = addDays(day, 1)) {
      const isWeekday = weekdayOf(day) !== 0 && weekdayOf(day) !== 6;
      if (isWeekday && !isLondonDay(day)) closed.push(day);
    }
    expect(closed).toEqual(holidays.split(' '));
  });
});

describe('London’s single holidays', () => {
  it.each([
    ['1976-12-27', 'Christmas Day on a Saturday, made up for'],
    ['1976-12-28', 'Boxing Day on a Sunday, made up for'],
    ['1977-01-03', 'New Year on a Saturday, made up for'],
    ['1977-06-07', 'the Silver Jubilee'],
    ['1978-05-01', 'the first early May holiday'],
    ['1981-07-29', 'a royal wedding'],
    ['1995-05-08', 'the early May holiday, moved'],
    ['1999-12-31', 'the change to the year 2000'],
    ['2002-06-03', 'the Golden Jubilee'],
    ['2002-06-04', 'the spring holiday, moved'],
    ['2011-04-29', 'a royal wedding'],
    ['2012-06-04', 'the spring holiday, moved'],
    ['2012-06-05', 'the Diamond Jubilee'],
  ])('close the city on %s: %s', (day) => {
    expect(isLondonDay(dayOf(day))).toBe(false);
  });

  it.each([
    ['1977-05-02', 'a first Monday of May before there was a holiday'],
    ['1995-05-01', 'the first Monday of May, moved away'],
    ['2002-05-27', 'the last Monday of May, moved away'],
    ['2012-05-28', 'the last Monday of May, moved away'],
    ['2020-05-04', 'the first Monday of May, moved away'],
    ['2022-05-30', 'the last Monday of May, moved away'],
    ['2024-12-24', 'Christmas Eve'],
    ['2024-02-29', 'a leap day'],
  ])('leave it open on %s: %s', (day) => {
    expect(isLondonDay(dayOf(day))).toBe(true);
  });
});

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
