import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource, type FiguresByPair } from '#lib/testing/builders/builders';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomPair, RANDOM_CODES, randomSources } from '#lib/testing/builders/random-sources';
import { crossRateBetweenSources, firstStrictRate } from './cross-rate.ts';
import type { Pair } from './pair.ts';
import { DEFAULT_CHOICE, findRate, only } from './rate-engine.ts';
import { multiply, ONE, publishedRate, roundExact } from './exact-number.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import type { StoredSource } from './stored-source.ts';
import type { SourceId } from '#lib/domain/source-id';

const FRESH = '2026-04-13';
const LATE = '2026-04-12';
const STALE = '2026-04-10';

describe('the origin of a cross between sources', () => {
  it('is the lowest-priority leg’s name and the oldest leg’s time, whichever leg comes first', () => {
    const snapshot = aSnapshot([
      sourceOf('ecb', LATE, { 'USD/SEK': 9.4 }),
      sourceOf('boe', FRESH, { 'USD/CHF': 0.8 }),
    ]);
    for (const [base, quote] of [
      ['SEK', 'CHF'],
      ['CHF', 'SEK'],
    ] as const) {
      expect(crossRateBetweenSources(snapshot, { base, quote }, 'current')).toMatchObject({
        source: 'boe',
        observedAt: new Date('2026-04-12T12:00:00Z'),
        stale: false,
      });
    }
  });

  it('is told by its legs, in order from base to quote, each with its own source and figure', () => {
    const snapshot = aSnapshot([
      sourceOf('ecb', FRESH, { 'EUR/SEK': 10.9 }),
      sourceOf('fed', FRESH, { 'USD/CHF': 0.8, 'EUR/USD': 1.17 }),
    ]);
    const cross = crossRateBetweenSources(snapshot, { base: 'SEK', quote: 'CHF' }, 'current');
    expect(cross?.legs).toMatchObject([
      { source: 'ecb', base: 'EUR', quote: 'SEK', figure: 10.9, inverted: true },
      { source: 'fed', base: 'EUR', quote: 'USD', figure: 1.17, inverted: false },
      { source: 'fed', base: 'USD', quote: 'CHF', figure: 0.8, inverted: false },
    ]);
  });

  it('is stale when one leg is', () => {
    const snapshot = aSnapshot([
      sourceOf('ecb', STALE, { 'EUR/SEK': 10.9 }),
      sourceOf('boe', FRESH, { 'EUR/CHF': 0.92 }),
    ]);
    const pair = { base: 'SEK', quote: 'CHF' };
    expect(crossRateBetweenSources(snapshot, pair, 'current')).toBeNull();
    expect(crossRateBetweenSources(snapshot, pair, 'stale-too')).toMatchObject({ stale: true });
  });
});

describe('the way of a cross between sources', () => {
  const throughBoth = [
    sourceOf('ecb', FRESH, { 'SEK/USD': 0.1, 'SEK/EUR': 0.2 }),
    sourceOf('boe', FRESH, { 'EUR/CHF': 0.9, 'USD/CHF': 0.8 }),
  ];

  it('is through USD when that can be', () => {
    expect(crossed(aSnapshot(throughBoth), 'SEK', 'CHF')).toBe(0.08);
  });

  it('is else through EUR', () => {
    const snapshot = aSnapshot([
      sourceOf('ecb', FRESH, { 'SEK/USD': 0.1, 'SEK/EUR': 0.2 }),
      sourceOf('boe', FRESH, { 'EUR/CHF': 0.9 }),
    ]);
    expect(crossed(snapshot, 'SEK', 'CHF')).toBe(0.18);
  });

  it('is else through both, in either order', () => {
    const snapshot = aSnapshot([
      sourceOf('ecb', FRESH, { 'SEK/USD': 0.1 }),
      sourceOf('boe', FRESH, { 'EUR/CHF': 0.9 }),
      sourceOf('fed', FRESH, { 'EUR/USD': 1.25 }),
    ]);
    expect(crossed(snapshot, 'SEK', 'CHF')).toBe(0.072);
    expect(crossed(snapshot, 'CHF', 'SEK')).toBe(13.888_888_888_888_9);
  });

  it('takes each leg from the first source that has it in a current figure', () => {
    const snapshot = aSnapshot([
      sourceOf('ecb', STALE, { 'SEK/USD': 0.5 }),
      sourceOf('boe', FRESH, { 'SEK/USD': 0.1 }),
      sourceOf('fed', FRESH, { 'SEK/USD': 0.3, 'USD/CHF': 0.8 }),
    ]);
    expect(crossed(snapshot, 'SEK', 'CHF')).toBe(0.08);
  });

  it('rounds once, at the end: the exact product of three published figures', () => {
    const snapshot = aSnapshot([
      sourceOf('ecb', FRESH, { 'USD/SEK': 9.321_47 }),
      sourceOf('boe', FRESH, { 'EUR/CHF': 0.9242 }),
      sourceOf('fed', FRESH, { 'EUR/USD': 1.1684 }),
    ]);
    const exact = [publishedRate(9.321_47, true), publishedRate(1.1684, true), publishedRate(0.9242, false)];
    expect(crossed(snapshot, 'SEK', 'CHF')).toBe(roundExact(exact.reduce(multiply, ONE)));
  });

  it('does not exist for a currency against itself', () => {
    expect(
      crossRateBetweenSources(aSnapshot(throughBoth), { base: 'SEK', quote: 'SEK' }, 'stale-too'),
    ).toBeNull();
  });
});

describe('default mode over random snapshots', () => {
  it(
    seeded('follows the order of decisions: current strict, current cross, stale strict, stale cross'),
    () => {
      fc.assert(
        fc.property(randomSources(), randomPair(), (sources, pair) => {
          const snapshot = aSnapshot(sources);
          const answer = findRate(snapshot, pair, DEFAULT_CHOICE);
          const expected = expectedDefault(snapshot, pair);
          expect(answer.ok ? summaryOf(answer.value) : null).toEqual(expected && summaryOf(expected));
        }),
        propertyRuns(2000),
      );
    },
  );

  it(seeded('has an answer for every pair of two currencies that it can reach'), () => {
    let reachedBetweenSources = 0;
    fc.assert(
      fc.property(randomSources(), (sources) => {
        const snapshot = aSnapshot(sources);
        const has = (base: string, quote: string) => findRate(snapshot, { base, quote }, DEFAULT_CHOICE).ok;
        const reachable = RANDOM_CODES.filter((code) => has(code, 'USD') || has(code, 'EUR'));
        if (!has('USD', 'EUR')) return;
        for (const base of reachable) {
          for (const quote of reachable) {
            expect(has(base, quote), `${base} to ${quote}`).toBe(true);
            if (!snapshot.sources.some(({ id }) => findRate(snapshot, { base, quote }, only(id)).ok))
              reachedBetweenSources += 1;
          }
        }
      }),
      propertyRuns(300, 300),
    );
    expect(reachedBetweenSources).toBeGreaterThan(100);
  });
});

/** The order of docs/interface.md, "Sources", written down once more, on strict answers alone. */
function expectedDefault(snapshot: RateSnapshot, pair: Pair) {
  for (const accepted of ['current', 'stale-too'] as const) {
    const strict = firstStrictRate(snapshot, pair, accepted);
    if (strict) return strict;
    if (pair.base === pair.quote) continue;
    const leg = (base: string, quote: string) =>
      base === quote ? null : firstStrictRate(snapshot, { base, quote }, accepted);
    for (const stops of [['USD'], ['EUR'], ['USD', 'EUR'], ['EUR', 'USD']]) {
      const path = [pair.base, ...stops, pair.quote];
      const legs = path.slice(1).map((quote, index) => leg(path[index] ?? quote, quote));
      const found = legs.filter((one) => one !== null);
      if (found.length < legs.length) continue;
      const ranks = found.map(({ source }) => snapshot.sources.findIndex(({ id }) => id === source));
      const lowest = snapshot.sources[Math.max(...ranks)];
      if (!lowest) throw new Error('a leg is of no source');
      return {
        source: lowest.id,
        observedAt: new Date(Math.min(...found.map(({ observedAt }) => observedAt.getTime()))),
        stale: found.some(({ stale }) => stale),
        rate: found.map(({ rate }) => rate).reduce(multiply),
      };
    }
  }
  return null;
}

function summaryOf(found: {
  readonly source: SourceId;
  readonly observedAt: Date;
  readonly stale: boolean;
  readonly rate: Parameters<typeof roundExact>[0];
}) {
  const { source, observedAt, stale, rate } = found;
  return { source, observedAt, stale, rate: roundExact(rate) };
}

function crossed(snapshot: RateSnapshot, base: string, quote: string): number | null {
  const cross = crossRateBetweenSources(snapshot, { base, quote }, 'current');
  return cross && roundExact(cross.rate);
}

/** A source whose own base is in no figure, so that only USD and EUR are its pivots. */
function sourceOf(id: SourceId, day: string, figures: FiguresByPair): StoredSource {
  return aStoredSource({ id, base: 'XAU', publications: [aPublication(day, figures)] });
}
