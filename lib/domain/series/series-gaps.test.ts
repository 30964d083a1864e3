import { describe, expect, it } from 'vitest';
import { fedFixingInstant } from '#lib/sources/fed/facts';
import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { ecbFixingInstant } from '#lib/sources/ecb/facts';
import { findGaps, isIntraday, type SeriesGap } from './series-gaps.ts';
import { aRhythm } from '#lib/testing/builders/chart-source';
import { HOUR_MS } from '#lib/domain/durations';

const NOW = new Date('2026-04-14T08:00:00Z');
const open = { fromDay: null, toDay: null, now: NOW };

function day(text: string): IsoDay {
  const parsed = parseIsoDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
}

const fixings = (days: readonly string[], instantOf: (day: IsoDay) => Date = ecbFixingInstant) =>
  days.map((text) => instantOf(day(text)).getTime());

const told = (gaps: readonly SeriesGap[]) =>
  gaps.map(({ kind, firstDay, lastDay }) => `${kind} ${firstDay} ${lastDay}`);

describe('findGaps of a bank', () => {
  it('tells a weekend from a holiday and from a figure that was due', () => {
    const days = ['2026-03-26', '2026-03-27', '2026-03-30', '2026-04-01', '2026-04-02', '2026-04-07'];
    const rest = ['2026-04-08', '2026-04-09', '2026-04-10', '2026-04-13'];
    expect(told(findGaps(fixings([...days, ...rest]), aRhythm('ecb'), open))).toEqual([
      'weekend 2026-03-28 2026-03-29',
      'missing 2026-03-31 2026-03-31',
      'holiday 2026-04-03 2026-04-06',
      'weekend 2026-04-11 2026-04-12',
      'not-yet 2026-04-14 2026-04-14',
    ]);
  });

  it('says when a figure that is not due yet will be: the H.10 of a week on its Monday', () => {
    const now = new Date('2026-04-06T12:00:00Z');
    const instants = fixings(['2026-04-01', '2026-04-02'], fedFixingInstant);
    const gaps = findGaps(instants, aRhythm('fed', now), { ...open, now });
    expect(told(gaps)).toEqual(['not-yet 2026-04-03 2026-04-06']);
    expect(gaps[0]?.dueAt?.toISOString()).toBe('2026-04-06T20:15:00.000Z');
  });

  it('calls a figure missing once it is due and the grace is over, and the rest not yet published', () => {
    const gaps = findGaps(fixings(['2026-04-09', '2026-04-10']), aRhythm('ecb'), open);
    expect(told(gaps)).toEqual(['missing 2026-04-13 2026-04-13', 'not-yet 2026-04-14 2026-04-14']);
  });

  it('names only the days on which figures were due in a mixed gap', () => {
    expect(
      told(
        findGaps(fixings(['2026-03-25', '2026-03-26', '2026-04-01']), aRhythm('ecb'), {
          ...open,
          toDay: day('2026-04-01'),
        }),
      ),
    ).toEqual(['missing 2026-03-27 2026-03-31']);
  });

  it('says where the series begins later than the range', () => {
    const range = { ...open, fromDay: day('1998-12-01'), toDay: day('1999-01-05') };
    expect(told(findGaps(fixings(['1999-01-04', '1999-01-05']), aRhythm('ecb'), range))).toEqual([
      'before 1998-12-01 1999-01-03',
    ]);
  });

  it('does not call a range that begins on a weekend a late beginning', () => {
    const range = { ...open, fromDay: day('2026-04-11'), toDay: day('2026-04-13') };
    expect(findGaps(fixings(['2026-04-13']), aRhythm('ecb'), range)).toEqual([]);
  });

  it('has nothing to say about an empty series', () => {
    expect(findGaps([], aRhythm('ecb'), { ...open, fromDay: day('2026-04-01') })).toEqual([]);
  });
});

describe('findGaps of a market', () => {
  const hours = (from: string, count: number) =>
    Array.from({ length: count }, (_, index) => Date.parse(from) + index * HOUR_MS);

  it('finds an outage of some hours, and the weekend between Friday and Sunday', () => {
    const instants = [
      ...hours('2026-04-09T00:00:00Z', 10),
      ...hours('2026-04-09T20:00:00Z', 24),
      ...hours('2026-04-12T22:00:00Z', 34),
    ];
    expect(told(findGaps(instants, aRhythm('web-finance'), open))).toEqual([
      'missing 2026-04-09 2026-04-09',
      'weekend 2026-04-10 2026-04-12',
    ]);
  });

  it('knows no weekend where the market never closes', () => {
    const instants = [...hours('2026-04-10T00:00:00Z', 10), ...hours('2026-04-12T00:00:00Z', 10)];
    expect(
      told(findGaps(instants, aRhythm('crypto-exchange'), { ...open, toDay: day('2026-04-12') })),
    ).toEqual(['missing 2026-04-10 2026-04-12']);
  });

  it('looks at days where there is one point a day', () => {
    const days = ['2026-04-09T20:59:00Z', '2026-04-10T20:59:00Z', '2026-04-13T20:59:00Z'].map(Date.parse);
    expect(isIntraday(days)).toBe(false);
    const young = [Date.parse('2026-11-23T03:02Z'), Date.parse('2026-11-23T03:07Z')];
    expect(isIntraday(young), 'the first quotes of a pair').toBe(true);
    expect(isIntraday([Date.parse('2026-11-22T23:59Z'), Date.parse('2026-11-23T08:00Z')])).toBe(false);
    expect(told(findGaps(days, aRhythm('web-finance'), { ...open, toDay: day('2026-04-13') }))).toEqual([
      'weekend 2026-04-11 2026-04-12',
    ]);
  });
});
