import { fc } from '#lib/testing/seeded-fast-check';
import { addDays, isoDayOf } from '#lib/domain/iso-day';
import type { StoredPublication, StoredFixings } from '#lib/domain/rates/stored-source';
import type { SourceId } from '#lib/domain/source-id';
import { aPublication, aStoredSource, type FiguresByPair, TEST_NOW } from './builders.ts';
import { randomFigure } from './random-figures.ts';

/** Currencies of random sources; HRK and BGN had ended by {@link TEST_NOW}, and no source carries XAU. */
export const RANDOM_CODES = ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'SEK', 'HRK', 'BGN', 'XAU'] as const;

/** Any two of them, the same one twice included. */
export function randomPair(): fc.Arbitrary<{ readonly base: string; readonly quote: string }> {
  const code = fc.constantFrom(...RANDOM_CODES);
  return fc.record({ base: code, quote: code });
}

/** Who publishes against which currency, in priority order. */
const PUBLISHERS: readonly (readonly [SourceId, string])[] = [
  ['ecb', 'EUR'],
  ['boe', 'GBP'],
  ['fed', 'USD'],
  ['boj', 'JPY'],
];

/**
 * Four sources with bases EUR, GBP, USD and JPY. Each has 0 to 4 publications of random days, 0 to 12 days old (fresh, late,
 * stale or past the hard limit), each with a random part of the currencies, and now and then a pair besides its base.
 */
export function randomSources(): fc.Arbitrary<readonly StoredFixings[]> {
  const sources = PUBLISHERS.map(([id, base]) =>
    randomPublications(base).map((publications) => aStoredSource({ id, base, publications })),
  );
  return fc.tuple(...sources);
}

/** Publications of one source, newest first. */
function randomPublications(base: string): fc.Arbitrary<readonly StoredPublication[]> {
  const publication = fc.record({ daysAgo: fc.integer({ min: 0, max: 12 }), figures: randomFigures(base) });
  return fc
    .uniqueArray(publication, { maxLength: 4, selector: ({ daysAgo }) => daysAgo })
    .map((publications) =>
      publications
        .toSorted((one, other) => one.daysAgo - other.daysAgo)
        .map(({ daysAgo, figures }) => aPublication(addDays(isoDayOf(TEST_NOW), -1 - daysAgo), figures)),
    );
}

function randomFigures(base: string): fc.Arbitrary<FiguresByPair> {
  const quotes = RANDOM_CODES.filter((code) => code !== base && code !== 'XAU');
  const star = fc.subarray(quotes, { minLength: 1 });
  const extra = fc.constantFrom('USD/SEK', 'CHF/EUR', 'JPY/GBP', null, null, null);
  const inverted = fc.array(fc.boolean(), { minLength: quotes.length, maxLength: quotes.length });
  const rates = fc.array(randomFigure(), { minLength: quotes.length + 1, maxLength: quotes.length + 1 });
  return fc.tuple(star, extra, inverted, rates).map(([codes, other, turned, figures]) => {
    const pairs = codes.map((code, index) => (turned[index] ? `${code}/${base}` : `${base}/${code}`));
    const all = other === null ? pairs : [...pairs, other];
    return Object.fromEntries(all.map((pair, index) => [pair, figures[index] ?? 1]));
  });
}
