import { describe, expect, it } from 'vitest';
import {
  aDay,
  aPublication,
  aSnapshot,
  aStoredSource,
  type FiguresByPair,
} from '#lib/testing/builders/builders';
import { addDays, dayNumberOf, type IsoDay } from '#lib/domain/iso-day';
import { buildSnapshot } from '#lib/domain/rates/rate-snapshot';
import { isPegSource, type PegSource } from '#lib/domain/rates/stored-source';
import { DEFAULT_CHOICE, findRate, only } from '#lib/domain/rates/rate-engine';
import {
  type ColumnOf,
  type DayColumn,
  daySeries,
  exactSeries,
  pegColumn,
  type SeriesDays,
  sourceRoutesOf,
} from './rate-series.ts';

const TODAY = aDay('2026-04-14');
const FIRST = addDays(TODAY, -45);

const NEWEST: FiguresByPair = { 'EUR/USD': 1.1684, 'EUR/GBP': 0.87058 };

/** Columns that hold the given figures of the given days and nothing else. */
function columnsOf(
  figures: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Map<string, DayColumn> {
  return new Map(
    Object.entries(figures).map(([name, byDay]) => {
      const column = Float64Array.from(
        { length: 46 },
        (_, index) => byDay[addDays(FIRST, index)] ?? Number.NaN,
      );
      return [name, { firstDay: dayNumberOf(FIRST), figures: column }];
    }),
  );
}

function columnFrom(columns: ReadonlyMap<string, DayColumn>): ColumnOf {
  return ({ source, series }) => columns.get(`${source} ${series}`) ?? null;
}

/** So many days to today, and the month of lines. */
function daysTo(count: number): SeriesDays {
  return { days: lastDays(count).map(dayNumberOf), monthStart: dayNumberOf(addDays(TODAY, -30)) };
}

function lastDays(count: number): readonly IsoDay[] {
  return Array.from({ length: count }, (_, index) => addDays(TODAY, index + 1 - count));
}

const snapshot = aSnapshot([aStoredSource({ publications: [aPublication('2026-04-13', NEWEST)] })]);
const columns = columnsOf({
  'ecb EUR/USD': { '2026-04-10': 1.1711, '2026-04-09': 1.1685, '2026-04-02': 1.1525, '2026-03-13': 1.15 },
  'ecb EUR/GBP': { '2026-04-10': 0.87105, '2026-04-09': 0.87053, '2026-04-02': 0.87253 },
});

function seriesOf(base: string, quote: string, count: number, columnOf = columnFrom(columns)) {
  const pair = { base, quote };
  const found = findRate(snapshot, pair, DEFAULT_CHOICE);
  if (!found.ok) throw new Error(`${base} to ${quote} has no rate`);
  return daySeries(
    found.value,
    sourceRoutesOf(snapshot, pair, found.value),
    daysTo(count),
    exactSeries(columnOf),
  );
}

describe('the days of a rate', () => {
  it('are the published figures, null where nothing was published, nothing carried forward', () => {
    expect(seriesOf('EUR', 'USD', 6).points).toEqual([1.1685, 1.1711, null, null, 1.1684, null]);
  });

  it('of an inverse and of a cross are the quotients of the figures of that day, rounded once', () => {
    expect(seriesOf('USD', 'EUR', 5).points).toEqual([
      0.853_898_044_573_478,
      null,
      null,
      0.855_871_276_959_945,
      null,
    ]);
    expect(seriesOf('USD', 'GBP', 5).points[0]).toBe(0.743_787_891_725_728);
  });

  it('of a currency against itself are 1 on the days on which its source has a figure of it, and on no other', () => {
    expect(seriesOf('USD', 'USD', 6)).toMatchObject({
      points: [1, 1, null, null, 1, null],
      change: { day1: 0, day7: 0, day30: 0 },
      earlier: [{ day: dayNumberOf(aDay('2026-03-13')), rate: 1 }],
    });
    expect(seriesOf('GBP', 'GBP', 6).points).toEqual([1, 1, null, null, 1, null]);
    expect(seriesOf('GBP', 'GBP', 6).change.day30).toBeNull();
  });

  it('of a base against itself are 1 on the days on which any of its pairs was published', () => {
    const apart = columnsOf({
      'ecb EUR/USD': { '2026-04-09': 1.1685 },
      'ecb EUR/GBP': { '2026-04-10': 0.87105 },
    });
    expect(seriesOf('EUR', 'EUR', 6, columnFrom(apart)).points).toEqual([1, 1, null, null, 1, null]);
  });
});

describe('the changes of a rate', () => {
  it('are against the newest observation on or before 1, 7 and 30 days before the last one', () => {
    const { change } = seriesOf('EUR', 'USD', 1);
    expect(change).toEqual({
      day1: Number((100 * (1.1684 / 1.1711 - 1)).toFixed(4)),
      day7: Number((100 * (1.1684 / 1.1525 - 1)).toFixed(4)),
      day30: Number((100 * (1.1684 / 1.15 - 1)).toFixed(4)),
    });
  });

  it('say which observation each change is measured from', () => {
    expect(seriesOf('EUR', 'USD', 1).since).toEqual({
      day1: { day: dayNumberOf(aDay('2026-04-10')), rate: 1.1711 },
      day7: { day: dayNumberOf(aDay('2026-04-02')), rate: 1.1525 },
      day30: { day: dayNumberOf(aDay('2026-03-13')), rate: 1.15 },
    });
  });

  it('have what was observed before the month from where the longest change is measured, and nothing older', () => {
    const more = columnsOf({ 'ecb EUR/USD': { '2026-03-12': 1.14, '2026-03-13': 1.15, '2026-03-16': 1.16 } });
    expect(seriesOf('EUR', 'USD', 31, columnFrom(more)).earlier).toEqual([
      { day: dayNumberOf(aDay('2026-03-13')), rate: 1.15 },
    ]);
  });

  it('are none where nothing was observed in the ten days up to it', () => {
    expect(seriesOf('EUR', 'GBP', 1).change.day30).toBeNull();
    expect(seriesOf('EUR', 'USD', 3, () => null)).toEqual({
      points: [null, 1.1684, null],
      change: { day1: null, day7: null, day30: null },
      since: { day1: null, day7: null, day30: null },
      earlier: [],
    });
  });
});

const PEG_SOURCE: PegSource = {
  id: 'fixed',
  pegs: [
    {
      base: 'EUR',
      quote: 'XOF',
      rate: '655.957',
      anchor: 'EUR',
      firstDay: aDay('1999-01-01'),
      lastDay: null,
      act: 'an act',
    },
    {
      base: 'EUR',
      quote: 'BGN',
      rate: '1.95583',
      anchor: 'EUR',
      firstDay: aDay('2026-04-10'),
      lastDay: null,
      act: 'an act',
    },
  ],
};

describe('the days of a cross between sources', () => {
  const bank = aStoredSource({ publications: [aPublication('2026-04-13', NEWEST)] });
  const snapshot = buildSnapshot([bank, PEG_SOURCE], 1, new Date('2026-04-14T08:00:00Z'));
  const days = Array.from({ length: 46 }, (_, index) => addDays(FIRST, index));
  const source = snapshot.sources.find(({ id }) => id === 'fixed');
  const columns = columnsOf({ 'ecb EUR/USD': { '2026-04-10': 1.1711, '2026-04-09': 1.1685 } });
  const columnOf: ColumnOf = (name) =>
    name.source === 'fixed'
      ? source
        ? pegColumn(source, name.series, days)
        : null
      : columnFrom(columns)(name);

  function pointsOf(base: string, quote: string, choice: Parameters<typeof findRate>[2]) {
    const found = findRate(snapshot, { base, quote }, choice);
    if (!found.ok) throw new Error(`${base} to ${quote} has no rate`);
    const routes = sourceRoutesOf(snapshot, { base, quote }, found.value);
    return daySeries(found.value, routes, daysTo(6), exactSeries(columnOf)).points;
  }

  it('are there on the days of which every leg has a figure', () => {
    const points = pointsOf('USD', 'XOF', DEFAULT_CHOICE);
    expect(points.map((point) => point !== null)).toEqual([true, true, false, false, true, false]);
    expect(points[1]).toBe(Number((655.957 / 1.1711).toPrecision(15)));
  });

  it('are every calendar day where law alone makes the rate', () => {
    expect(isPegSource(PEG_SOURCE)).toBe(true);
    expect(pointsOf('EUR', 'XOF', only('fixed'))).toEqual(Array.from({ length: 6 }, () => 655.957));
  });

  it('are 1 on every calendar day of a currency against itself that law alone names', () => {
    expect(pointsOf('XOF', 'XOF', DEFAULT_CHOICE)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(pointsOf('BGN', 'BGN', only('fixed'))).toEqual([null, 1, 1, 1, 1, 1]);
  });

  it('begin on the first day of an act', () => {
    expect(pointsOf('EUR', 'BGN', DEFAULT_CHOICE)).toEqual([
      null,
      1.95583,
      1.95583,
      1.95583,
      1.95583,
      1.95583,
    ]);
  });
});
