import { describe, expect, it } from 'vitest';
import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { aChartSource } from '#lib/testing/builders/chart-source';
import { differenceCsv } from './chart-csv.ts';
import { chartModel } from './chart-model.ts';
import { nearestIndex } from './chart-geometry.ts';
import { differenceModel } from './difference-model.ts';
import {
  differenceName,
  differenceNote,
  differencePointText,
  differenceSentence,
} from './difference-text.ts';

const day = (text: string): IsoDay => {
  const parsed = parseIsoDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
};
const NOW_MS = Date.parse('2026-04-14T08:00:00Z');

type Points = Readonly<Record<string, number>>;

function modelOf(points: readonly (readonly [SourceId, Points])[]) {
  const known = points.map(([source, figures], place) => ({
    base: 'EUR',
    quote: 'USD',
    source,
    facts: aChartSource(source),
    place,
    series: { instantsMs: Object.keys(figures).map((at) => Date.parse(at)), rates: Object.values(figures) },
  }));
  const model = chartModel(known, {
    span: { fromDay: day('2026-04-01'), toDay: null },
    isComparing: false,
    nowMs: NOW_MS,
  });
  if (model === null) throw new Error('no model');
  return model;
}

function differenceOf(...points: readonly (readonly [SourceId, Points])[]) {
  const difference = differenceModel(modelOf(points), NOW_MS);
  if (difference === null) throw new Error('no difference');
  return difference;
}

const ECB: Points = {
  '2026-04-01T12:15:00Z': 1.1605,
  '2026-04-02T12:15:00Z': 1.1525,
  '2026-04-07T12:15:00Z': 1.1557,
  '2026-04-13T12:15:00Z': 1.1684,
};
const BOE: Points = {
  '2026-04-01T15:00:00Z': 1.1601,
  '2026-04-02T15:00:00Z': 1.1528,
  '2026-04-07T15:00:00Z': 1.1557,
};

describe('differenceModel', () => {
  it('draws the days that both have, whole days from the asked start up to today, in basis points', () => {
    const { drawn, window, figures } = differenceOf(['ecb', ECB], ['boe', BOE]);
    expect(drawn.shown.instantsMs.map((atMs) => new Date(atMs).toISOString())).toEqual([
      '2026-04-01T12:00:00.000Z',
      '2026-04-02T12:00:00.000Z',
      '2026-04-07T12:00:00.000Z',
    ]);
    expect(drawn.shown.rates.map((one) => one.toFixed(2))).toEqual(['3.45', '-2.60', '0.00']);
    expect(new Date(window.toMs).toISOString()).toBe('2026-04-15T00:00:00.000Z');
    expect(figures).toMatchObject({ median: 0, days: 3 });
  });

  it('has a gap on days on which one of the two is closed, and on days on which both owe a figure', () => {
    const { gaps } = differenceOf(['ecb', ECB], ['boe', BOE]).drawn;
    expect(gaps.map(({ kind, firstDay, lastDay }) => `${kind} ${firstDay} ${lastDay}`)).toEqual([
      'holiday 2026-04-03 2026-04-06',
      'missing 2026-04-08 2026-04-10',
      'not-yet 2026-04-13 2026-04-14',
    ]);
  });

  it('takes the close of each day of a market, once that day is over', () => {
    const market: Points = {
      '2026-04-13T12:15:00Z': 1.17,
      '2026-04-13T23:59:00Z': 1.169,
      '2026-04-14T07:59:00Z': 1.171,
    };
    const early: Points = { ...ECB, '2026-04-14T07:00:00Z': 1.16 };
    const difference = differenceOf(['web-finance', market], ['ecb', early]);
    expect(difference.days.map(({ rate }) => rate)).toEqual([1.169]);
    expect(differenceNote(difference)).toMatch(/The day of a market counts once it is over\.$/);
  });

  it('calls no day missing that was not due yet on the day as of which it is shown', () => {
    const model = modelOf([
      ['ecb', { '2026-04-01T12:15:00Z': 1.1605, '2026-04-02T12:15:00Z': 1.1525 }],
      ['boe', BOE],
    ]);
    const missing = (knownAt: IsoDay | null) =>
      differenceModel({ ...model, knownAt }, NOW_MS)?.drawn.gaps.filter(({ kind }) => kind === 'missing');
    expect(missing(day('2026-04-05'))).toEqual([]);
    expect(missing(null)).not.toEqual([]);
  });

  it('is null where a line is missing or no day is common', () => {
    expect(differenceModel(modelOf([['ecb', ECB]]), NOW_MS)).toBeNull();
    const apart = modelOf([
      ['ecb', ECB],
      ['boe', { '2026-04-09T15:00:00Z': 1.16 }],
    ]);
    expect(differenceModel(apart, NOW_MS)).toBeNull();
  });

  it('points at the nearest day', () => {
    const { instantsMs } = differenceOf(['ecb', ECB], ['boe', BOE]).drawn.shown;
    const rows = ['2026-03-01', '2026-04-02T23:00Z', '2026-04-05T11:00Z', '2026-05-01'].map((at) =>
      nearestIndex(instantsMs, Date.parse(at)),
    );
    expect(rows).toEqual([0, 1, 2, 2]);
  });
});

describe('a difference in words', () => {
  it('names the median and the largest with its day', () => {
    const difference = differenceOf(['ecb', ECB], ['boe', BOE]);
    expect(differenceName(difference)).toBe('ECB against BoE');
    expect(differenceSentence(difference)).toBe(
      'Between 1 April and 7 April 2026 EUR/USD from the European Central Bank differed by a median of 0.0\u00A0bp from that of the Bank of England, on 3 days; the largest difference was +3.4\u00A0bp on 1 Apr.',
    );
    expect(differencePointText(difference, 1)).toBe(
      'Thursday 2 April 2026: −2.6\u00A0bp, ECB 1.1525, BoE 1.1528',
    );
  });

  it('says so where one day is all there is, and where the two agree', () => {
    const [at = ''] = Object.keys(BOE);
    expect(differenceSentence(differenceOf(['ecb', ECB], ['boe', { [at]: 1.1601 }]))).toBe(
      'On 1 April 2026, the only day in this range that both have, EUR/USD from the European Central Bank differed by +3.4\u00A0bp from that of the Bank of England.',
    );
    expect(differenceSentence(differenceOf(['ecb', ECB], ['boe', ECB]))).toBe(
      'Between 1 April and 13 April 2026 EUR/USD from the European Central Bank was that of the Bank of England on all 4 days that both have, to a tenth of a basis point.',
    );
  });
});

it('differenceCsv has both rates and their difference, a day a row, after what it is', () => {
  const caption = {
    title: 'EUR/USD, ECB against BoE',
    sources: 'ecb, boe',
    range: '1 Apr 2026 to 7 Apr 2026',
    madeAt: '14 Apr 2026, 08:00 UTC',
    credit: 'Source: European Central Bank · Source: Bank of England',
    isSimulated: false,
    period: null,
    knownAt: null,
  };
  const lines = differenceCsv(caption, differenceOf(['ecb', ECB], ['boe', BOE])).split('\r\n');
  expect(lines[0]).toBe('# EUR/USD, ECB against BoE');
  expect(lines.slice(6)).toEqual([
    '# Difference: difference_bp is (ecb / boe - 1) x 10000; of each UTC day that both have, the last figure counts',
    'date,ecb,boe,difference_bp',
    '2026-04-01,1.1605,1.1601,3.4480',
    '2026-04-02,1.1525,1.1528,-2.6024',
    '2026-04-07,1.1557,1.1557,0.0000',
    '',
  ]);
});
