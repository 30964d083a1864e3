import { describe, expect, it } from 'vitest';

import { createSource as ecb } from '#lib/sources/ecb/source';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { isTargetDay } from './target-calendar.ts';

describe('TARGET days', () => {
  it.each([
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2000-04-21', 'the first Good Friday that was closed'],
    ['2038-04-26', 'the latest Easter Monday there is'],
    ['2008-03-21', 'Good Friday two days before an early Easter'],
    ['2026-05-01', '1 May'],
    ['2026-01-01', 'New Year'],
    ['2025-12-25', 'Christmas'],
    ['2025-12-26', 'the day after Christmas'],
    ['1999-12-31', 'the change to the year 2000'],
    ['2001-12-31', 'the change to euro cash'],
    ['2026-11-21', 'a Saturday'],
    ['2026-11-22', 'a Sunday'],
  ])('have no fixing on %s, %s', (text) => {
    expect(isTargetDay(dayOf(text))).toBe(false);
  });

  it.each([
    ['1999-04-02', 'Good Friday of 1999'],
    ['1999-04-05', 'Easter Monday of 1999'],
    ['2025-12-24', 'Christmas Eve'],
    ['2025-12-31', 'New Year’s Eve'],
    ['2026-05-14', 'Ascension Day'],
  ])('have a fixing on %s, %s', (text) => {
    expect(isTargetDay(dayOf(text))).toBe(true);
  });

  it('are exactly the days of the recorded ECB history, from 1999 to 2026', ({ skip }) => {
    const bodies = readRecordedBodies('ecb');
    skip(bodies === null, recordedBodiesMissing('ecb'));
    const history = bodies?.find(({ name }) => name === 'eurofxref-hist.zip');
    if (history === undefined) throw new Error('The recorded bodies have no eurofxref-hist.zip.');
    const parsed = ecb().parse({
      url: 'file:eurofxref-hist.zip',
      body: history.body,
      fetchedAt: new Date(0),
    });
    if (!parsed.ok) throw new Error(parsed.error.sentence);
    const published = new Set(parsed.value.figures.map((row) => row.observedOn));
    const wrong: string[] = [];
    for (let day = dayOf('1999-01-04'); day <= '2026-04-13'; day = addDays(day, 1)) {
      if (isTargetDay(day) !== published.has(day)) wrong.push(day);
    }
    expect(wrong).toEqual([]);
    expect(published.size).toBe(6983);
  });
});

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
