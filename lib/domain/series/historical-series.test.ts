import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { aSnapshot } from '#lib/testing/builders/builders';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomPair, randomSources } from '#lib/testing/builders/random-sources';
import {
  type HistoricalPoint,
  mergeRoutes,
  mixSources,
  pointsOfRoute,
  type Route,
  routesOf,
  type SeriesFigures,
} from './historical-series.ts';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import { findRate, only } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import { PUBLICATIONS_KEPT } from '#lib/domain/rates/rate-snapshot';
import type { StoredFixings } from '#lib/domain/rates/stored-source';

const EUR_USD: SeriesFigures = { instantsMs: [1000, 2000, 4000], rates: [1.1, 1.2, 1.4] };
const EUR_JPY: SeriesFigures = { instantsMs: [2000, 3000, 4000], rates: [180, 183, 186.75] };
const figuresOf = (series: string) => (series === 'EUR/USD' ? EUR_USD : EUR_JPY);

describe('the routes of a pair within a source', () => {
  it('are direct, inverse, then through each pivot in turn', () => {
    const pairs = new Set(['EUR/USD', 'EUR/JPY', 'USD/JPY', 'GBP/USD', 'GBP/JPY']);
    expect(routesOf(pairs, ['USD', 'EUR', 'GBP'], { base: 'JPY', quote: 'USD' })).toEqual([
      [{ series: 'USD/JPY', inverted: true }],
      [
        { series: 'EUR/JPY', inverted: true },
        { series: 'EUR/USD', inverted: false },
      ],
      [
        { series: 'GBP/JPY', inverted: true },
        { series: 'GBP/USD', inverted: false },
      ],
    ]);
  });

  it('are both directions where a source turned a pair round, as published first', () => {
    expect(routesOf(new Set(['EUR/USD', 'USD/EUR']), ['USD', 'EUR'], { base: 'EUR', quote: 'USD' })).toEqual([
      [{ series: 'EUR/USD', inverted: false }],
      [{ series: 'USD/EUR', inverted: true }],
    ]);
  });

  it('are none for a currency that the source never carried', () => {
    expect(routesOf(new Set(['EUR/USD']), ['USD', 'EUR'], { base: 'EUR', quote: 'JPY' })).toEqual([]);
  });
});

describe('the points of a route', () => {
  it('are the published figures, digit for digit, when direct', () => {
    const points = pointsOfRoute('ecb', [{ series: 'EUR/USD', inverted: false }], figuresOf);
    expect(points).toEqual([
      { instantMs: 1000, rate: 1.1, source: 'ecb' },
      { instantMs: 2000, rate: 1.2, source: 'ecb' },
      { instantMs: 4000, rate: 1.4, source: 'ecb' },
    ]);
  });

  it('are only instants that both legs have, rounded once, nothing carried forward', () => {
    const route: Route = [
      { series: 'EUR/USD', inverted: true },
      { series: 'EUR/JPY', inverted: false },
    ];
    expect(pointsOfRoute('ecb', route, figuresOf)).toMatchObject([
      { instantMs: 2000, rate: 150, source: 'ecb' },
      { instantMs: 4000, rate: 133.392_857_142_857, source: 'ecb' },
    ]);
  });

  it(seeded('are each of one leg with the last of the other in its bucket, the older instant'), () => {
    const ascending = fc
      .uniqueArray(fc.integer({ min: 0, max: 300 }))
      .map((instants) => instants.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(ascending, ascending, fc.constantFrom(1, 7, 60), (ones, others, bucketMs) => {
        const seriesOf = (instantsMs: readonly number[]) => ({
          instantsMs,
          rates: instantsMs.map((instantMs) => instantMs + 1),
        });
        const route: Route = [
          { series: 'GBP/USD', inverted: false },
          { series: 'USD/JPY', inverted: false },
        ];
        const read = (series: string) => seriesOf(series === 'GBP/USD' ? ones : others);
        const bucketOf = (instantMs: number) => Math.floor(instantMs / bucketMs);
        const expected = ones.flatMap((one) => {
          const other = others.findLast((instantMs) => bucketOf(instantMs) === bucketOf(one));
          if (other === undefined) return [];
          return [{ instantMs: Math.min(one, other), rate: (one + 1) * (other + 1), source: 'ecb' }];
        });
        expect(pointsOfRoute('ecb', route, read, bucketMs)).toMatchObject(expected);
      }),
      propertyRuns(1000),
    );
  });

  it('throws where a series has fewer rates than instants', () => {
    const cut = { instantsMs: [1000, 2000], rates: [1.1] };
    const leg = { series: 'EUR/USD', inverted: false };
    expect(() => pointsOfRoute('ecb', [leg], () => cut)).toThrow('fewer rates');
    expect(() => pointsOfRoute('ecb', [leg, leg], () => cut)).toThrow('fewer rates');
  });
});

describe('joining series', () => {
  const point = (instantMs: number, rate: number, source: HistoricalPoint['source']): HistoricalPoint => ({
    instantMs,
    rate,
    source,
  });

  it('lets the best route’s point stand where several routes have the instant', () => {
    const best = [point(1000, 1, 'boe'), point(3000, 3, 'boe')];
    const next = [point(2000, 20, 'boe'), point(3000, 30, 'boe')];
    expect(mergeRoutes([best, next]).map(({ rate }) => rate)).toEqual([1, 20, 3]);
  });

  it('mixes sources ascending in time, ties by priority, each point with its own source', () => {
    const first = [point(1000, 1, 'ecb'), point(2000, 2, 'ecb')];
    const second = [point(500, 0.5, 'boe'), point(2000, 20, 'boe')];
    expect(mixSources([first, second])).toEqual([
      point(500, 0.5, 'boe'),
      point(1000, 1, 'ecb'),
      point(2000, 2, 'ecb'),
      point(2000, 20, 'boe'),
    ]);
  });
});

describe('the last point of a strict series over random sources', () => {
  it(seeded('is the strict rate, to the last digit, at the same instant'), () => {
    let compared = 0;
    fc.assert(
      fc.property(randomSources(), randomPair(), (sources, pair) => {
        for (const source of sources) {
          const { id } = source.description;
          const strict = findRate(aSnapshot(sources), pair, only(id));
          if (!strict.ok || pair.base === pair.quote) continue;
          compared += 1;
          expect(seriesOf(source, pair).at(-1)).toMatchObject({
            instantMs: strict.value.observedAt.getTime(),
            rate: roundExact(strict.value.rate),
            source: id,
          });
        }
      }),
      propertyRuns(1000, 300),
    );
    expect(compared).toBeGreaterThan(100);
  });
});

/** The strict series of what a snapshot keeps of a source. */
function seriesOf(source: StoredFixings, pair: Pair): readonly HistoricalPoint[] {
  const { id, base } = source.description;
  const ascending = source.publications.slice(0, PUBLICATIONS_KEPT).toReversed();
  const published = (series: string): SeriesFigures => {
    const found = ascending.flatMap(({ observedAt, figures }) =>
      figures
        .filter((figure) => pairKey(figure.base, figure.quote) === series)
        .map(({ rate }) => ({ instantMs: observedAt.getTime(), rate })),
    );
    return { instantsMs: found.map(({ instantMs }) => instantMs), rates: found.map(({ rate }) => rate) };
  };
  const routes = routesOf(source.pairs, [...new Set(['USD', 'EUR', base])], pair);
  return mergeRoutes(routes.map((route) => pointsOfRoute(id, route, published)));
}
