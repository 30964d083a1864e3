import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { randomPair, randomSources } from '#lib/testing/builders/random-sources';
import { expectedStrict } from '#lib/testing/oracles/strict-oracle';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { CHOICE_RULES, type ChoiceReason, choiceReason } from './choice-reason.ts';
import { crossRateBetweenSources, firstStrictRate } from './cross-rate.ts';
import type { Pair } from './pair.ts';
import { DEFAULT_CHOICE, findRate, only, type SourceChoice } from './rate-engine.ts';
import type { RateSnapshot } from './rate-snapshot.ts';

const FRESH = '2026-04-13';
const STALE = '2026-04-08';

describe('why a rate is the one of its source', () => {
  const dollars = { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 };
  const ecb = (day: string) => aStoredSource({ publications: [aPublication(day, dollars)] });
  const pounds = { 'GBP/USD': 1.35, 'GBP/EUR': 1.15 };
  const boe = (day: string) =>
    aStoredSource({ id: 'boe', base: 'GBP', publications: [aPublication(day, pounds)] });
  const fed = aStoredSource({ id: 'fed', base: 'USD', publications: [] });

  it.each<readonly [string, RateSnapshot, Pair, ChoiceReason]>([
    [
      'the first that has the pair',
      aSnapshot([fed, ecb(FRESH), boe(FRESH)]),
      { base: 'EUR', quote: 'USD' },
      { rule: 'current', passedOver: [without('fed', 'nothing-yet')] },
    ],
    [
      'a current one before a stale one',
      aSnapshot([ecb(STALE), boe(FRESH)]),
      { base: 'EUR', quote: 'USD' },
      { rule: 'current', passedOver: [{ kind: 'stale', source: 'ecb' }] },
    ],
    [
      'a cross of two sources, where the source between them has no part in it',
      aSnapshot([ecb(FRESH), fed, boe(FRESH)]),
      { base: 'GBP', quote: 'JPY' },
      { rule: 'current_cross', passedOver: [without('fed', 'nothing-yet')] },
    ],
    [
      'a stale one where all are',
      aSnapshot([fed, ecb(STALE), boe(STALE)]),
      { base: 'EUR', quote: 'JPY' },
      { rule: 'stale', passedOver: [without('fed', 'nothing-yet')] },
    ],
    [
      'a cross with stale figures where there is nothing else',
      aSnapshot([ecb(STALE), boe(FRESH)]),
      { base: 'GBP', quote: 'JPY' },
      { rule: 'stale_cross', passedOver: [] },
    ],
  ])('is said of %s', (_what, snapshot, pair, reason) => {
    expect(reasonFor(snapshot, pair)).toEqual(reason);
  });

  it('is that it was asked for, where it was', () => {
    const snapshot = aSnapshot([ecb(FRESH), boe(FRESH)]);
    expect(reasonFor(snapshot, { base: 'GBP', quote: 'USD' }, only('boe'))).toEqual({
      rule: 'asked',
      passedOver: [],
    });
  });

  it('names a source that its caller may not read only where that comes first', () => {
    const all = aSnapshot([boe(FRESH), ecb(FRESH), fed]);
    const seen = { ...all, sources: all.sources.filter(({ id }) => id === 'ecb') };
    expect(reasonFor(seen, { base: 'EUR', quote: 'USD' })).toEqual({
      rule: 'current',
      passedOver: [{ kind: 'not-allowed', source: 'boe' }],
    });
  });
});

describe('the reason for any rate of random snapshots', () => {
  it(seeded('names the first rule that has a rate'), () => {
    fc.assert(
      fc.property(randomSources(), randomPair(), (sources, pair) => {
        const snapshot = aSnapshot(sources);
        const found = findRate(snapshot, pair, DEFAULT_CHOICE);
        if (!found.ok) return;
        const byRule = [
          firstStrictRate(snapshot, pair, 'current'),
          crossRateBetweenSources(snapshot, pair, 'current'),
          firstStrictRate(snapshot, pair, 'stale-too'),
          crossRateBetweenSources(snapshot, pair, 'stale-too'),
        ];
        const { rule } = choiceReason(snapshot, pair, DEFAULT_CHOICE, found.value);
        expect(rule).toBe(CHOICE_RULES[1 + byRule.findIndex((rate) => rate !== null)]);
      }),
      propertyRuns(2000),
    );
  });

  it(
    seeded(
      'accounts for every source of higher priority: used, without a rate as the slow judge says, or stale',
    ),
    () => {
      fc.assert(
        fc.property(randomSources(), randomPair(), (sources, pair) => {
          const snapshot = aSnapshot(sources);
          const found = findRate(snapshot, pair, DEFAULT_CHOICE);
          if (!found.ok) return;
          const { passedOver } = choiceReason(snapshot, pair, DEFAULT_CHOICE, found.value);
          const used = new Set(found.value.legs.map(({ source }) => source));
          const higher = snapshot.priority.slice(0, snapshot.priority.indexOf(found.value.source));
          const expected = higher
            .filter((id) => !used.has(id))
            .map((id) => {
              const source = sources.find(({ description }) => description.id === id);
              const judged = source && expectedStrict(source, pair.base, pair.quote, TEST_NOW);
              return [id, judged?.kind === 'found' ? 'stale' : judged?.kind];
            });
          const told = passedOver.map((one) =>
            one.kind === 'without' ? [one.tried.source, one.tried.why.kind] : [one.source, one.kind],
          );
          expect(told).toEqual(expected);
        }),
        propertyRuns(2000),
      );
    },
  );
});

function without(source: 'fed', kind: 'nothing-yet') {
  return { kind: 'without', tried: { source, why: { kind } } } as const;
}

function reasonFor(snapshot: RateSnapshot, pair: Pair, choice: SourceChoice = DEFAULT_CHOICE): ChoiceReason {
  const found = findRate(snapshot, pair, choice);
  if (!found.ok) throw new Error(`${pair.base} to ${pair.quote}: ${found.error.kind}`);
  return choiceReason(snapshot, pair, choice, found.value);
}
