import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import {
  distanceFromOne,
  fractionOf,
  roundFraction,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { randomFigure } from '#lib/testing/builders/random-figures';
import { randomPair, RANDOM_CODES, randomSources } from '#lib/testing/builders/random-sources';
import { expectedStrict } from '#lib/testing/oracles/strict-oracle';
import { DEFAULT_CHOICE, findRate, only, type SourceChoice, sourcesOfPair } from './rate-engine.ts';
import { roundExact, SIGNIFICANT_DIGITS } from './exact-number.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import { findRatesTable } from './rates-table.ts';
import { SOURCE_IDS } from '#lib/domain/source-id';

describe('strict mode under random availability and age', () => {
  it(seeded('never bears the name of another source'), () => {
    fc.assert(
      fc.property(randomSources(), randomPair(), fc.constantFrom(...SOURCE_IDS), (sources, pair, id) => {
        const answer = findRate(aSnapshot(sources), pair, only(id));
        if (answer.ok) {
          expect(answer.value.source).toBe(id);
          expect(answer.value.legs.every(({ source }) => source === id)).toBe(true);
        } else if (answer.error.kind === 'no-rate') {
          expect(answer.error.tried.map(({ source }) => source)).toEqual([id]);
        } else {
          expect(answer.error.source).toBe(id);
        }
      }),
      propertyRuns(3000),
    );
  });

  it(seeded('answers what the slow judge answers: rate, instant, staleness, or the same reason'), () => {
    fc.assert(
      fc.property(randomSources(), randomPair(), (sources, pair) => {
        const snapshot = aSnapshot(sources);
        for (const source of sources) {
          const expected = expectedStrict(source, pair.base, pair.quote, TEST_NOW);
          const answer = findRate(snapshot, pair, only(source.description.id));
          if (!answer.ok) {
            expect(answer.error.kind).toBe(expected.kind === 'not-carried' ? 'no-rate' : expected.kind);
          } else {
            const { rate, observedAt, stale } = answer.value;
            expect(expected).toMatchObject({ kind: 'found', observedAt, stale });
            if (expected.kind !== 'found') continue;
            expect(roundExact(rate)).toBe(roundFraction(expected.exact, SIGNIFICANT_DIGITS));
          }
        }
      }),
      propertyRuns(1500),
    );
  });

  it(seeded('answers if and only if the source is listed for the pair'), () => {
    fc.assert(
      fc.property(randomSources(), randomPair(), (sources, pair) => {
        const snapshot = aSnapshot(sources);
        const answering = sources
          .map(({ description }) => description.id)
          .filter((id) => findRate(snapshot, pair, only(id)).ok);
        expect(sourcesOfPair(snapshot, pair)).toEqual(answering);
      }),
      propertyRuns(500),
    );
  });
});

describe('rates of one publication', () => {
  it(seeded('are 1 for identity, within 1e-14 for inverse, within 2e-14 for triangles, as printed'), () => {
    const codes = ['USD', 'JPY', 'CHF', 'SEK', 'GBP'];
    const figures = fc.array(randomFigure(), { minLength: codes.length, maxLength: codes.length });
    const anyCode = fc.constantFrom('EUR', ...codes);
    fc.assert(
      fc.property(figures, fc.tuple(anyCode, anyCode, anyCode), (rates, [one, two, three]) => {
        const byPair = Object.fromEntries(codes.map((code, index) => [`EUR/${code}`, rates[index] ?? 1]));
        const snapshot = aSnapshot([aStoredSource({ publications: [aPublication('2026-04-13', byPair)] })]);
        const printed = (base: string, quote: string) => fractionOf(strictOf(snapshot, base, quote));
        expect(strictOf(snapshot, one, one)).toBe(1);
        const there = printed(one, two);
        expect(distanceFromOne(timesFractions(there, printed(two, one)))).toBeLessThanOrEqual(1e-14);
        const around = timesFractions(there, printed(two, three), printed(three, one));
        expect(distanceFromOne(around)).toBeLessThanOrEqual(2e-14);
      }),
      propertyRuns(2000),
    );
  });
});

describe('a table of rates over random snapshots', () => {
  it.each<readonly [string, SourceChoice]>([
    ['in default mode', DEFAULT_CHOICE],
    ['of one source', only('boe')],
  ])(seeded('has, %s, exactly the pairs that answer, with the very same figures'), (_name, choice) => {
    fc.assert(
      fc.property(randomSources(), fc.constantFrom(...RANDOM_CODES), (sources, base) => {
        const snapshot = aSnapshot(sources);
        const table = findRatesTable(snapshot, base, choice);
        const expected = pairsOf(snapshot, base, choice);
        if (!table.ok) {
          expect(expected).toEqual({});
          return;
        }
        expect(table.value.rates).toEqual(expected);
        expect(table.value.rates[base]).toBe(1);
        expect(Object.keys(table.value.rates)).toEqual(Object.keys(expected).toSorted());
      }),
      propertyRuns(500),
    );
  });

  it(seeded('bears the oldest instant that it used, and is stale when some rate is'), () => {
    fc.assert(
      fc.property(randomSources(), fc.constantFrom(...RANDOM_CODES), (sources, base) => {
        const snapshot = aSnapshot(sources);
        const table = findRatesTable(snapshot, base, DEFAULT_CHOICE);
        if (!table.ok) return;
        const used = Object.keys(table.value.rates).flatMap((quote) => {
          const answer = findRate(snapshot, { base, quote }, DEFAULT_CHOICE);
          return answer.ok ? [answer.value] : [];
        });
        const oldestMs = Math.min(...used.map(({ observedAt }) => observedAt.getTime()));
        expect(table.value.observedAt.getTime()).toBe(oldestMs);
        expect(table.value.stale).toBe(used.some(({ stale }) => stale));
      }),
      propertyRuns(300),
    );
  });
});

function pairsOf(snapshot: RateSnapshot, base: string, choice: SourceChoice): Record<string, number> {
  const rates: Record<string, number> = {};
  for (const quote of RANDOM_CODES) {
    const answer = findRate(snapshot, { base, quote }, choice);
    if (answer.ok) rates[quote] = roundExact(answer.value.rate);
  }
  return rates;
}

function strictOf(snapshot: RateSnapshot, base: string, quote: string): number {
  const answer = findRate(snapshot, { base, quote }, only('ecb'));
  if (!answer.ok) throw new Error(`${base} to ${quote}: ${answer.error.kind}`);
  return roundExact(answer.value.rate);
}
