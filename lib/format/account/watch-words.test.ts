import { afterEach, expect, it, test } from 'vitest';
import { readLocaleWith } from '#lib/format/numbers/current-locale';
import { crossingWords, readWatchFigure, watchWords } from './watch-words.ts';

afterEach(() => readLocaleWith(() => 'en'));

const PAIR = { base: 'EUR', quote: 'USD' } as const;

it('says what is waited for with every digit, in groups', () => {
  const above = (threshold: number) => watchWords({ ...PAIR, rule: { kind: 'above', threshold } });
  expect([above(1_000_000), above(1.1), above(1e-7)]).toEqual([
    'EUR/USD above 1,000,000',
    'EUR/USD above 1.1',
    'EUR/USD above 0.0000001',
  ]);
});

it('says at which figure it crossed', () => {
  const crossed = {
    at: '2026-11-26T17:44:00.000Z',
    rate: 1.0779,
    source: 'ecb',
    observedAt: '2026-11-26T17:43:00.000Z',
    version: '1.1',
  };
  expect(crossingWords({ ...PAIR, crossed })).toBe('1 EUR costs 1.0779 USD.');
  expect(crossingWords({ ...PAIR, crossed: null })).toBe('');
});

test.each([
  ['en', '104,393', 104_393],
  ['en', ' 1.085 ', 1.085],
  ['en', '104.393,50', 104_393.5],
  ['de', '104.393', 104_393],
  ['de', '1,085', 1.085],
  ['fr', '104 393', 104_393],
] as const)('in %s, %s is %d', (locale, typed, figure) => {
  readLocaleWith(() => locale);
  expect(readWatchFigure(typed)).toEqual({ ok: true, value: figure });
});

test.each(['', '0', '-1', 'much', '1+1'])('%j is no threshold, and the sentence says what is', (typed) => {
  expect(readWatchFigure(typed)).toEqual({ ok: false, error: 'Type a number above 0, such as 1.085.' });
});
