import { expect, it } from 'vitest';
import type { FiredWatch } from '#lib/contract/watches';
import { crossingWords, watchWords } from './watch-words.ts';

const PAIR = { from: 'EUR', to: 'USD' } as const;

it('says what is waited for with every digit, in groups', () => {
  const above = (threshold: number) => watchWords({ ...PAIR, rule: { kind: 'above', threshold } });
  expect([above(1_000_000), above(1.1), above(1e-7)]).toEqual([
    'EUR/USD above 1,000,000',
    'EUR/USD above 1.1',
    'EUR/USD above 0.0000001',
  ]);
});

it('says at which figure it crossed', () => {
  const fired: FiredWatch = {
    ...PAIR,
    id: '1',
    watchId: '1',
    rule: { kind: 'above', threshold: 1.07 },
    at: '2026-11-26T17:44:00.000Z',
    rate: 1.0779,
    source: 'ecb',
    observedAt: '2026-11-26T17:43:00.000Z',
    version: '1.1',
  };
  expect(crossingWords(fired)).toBe('1 EUR costs 1.0779 USD.');
});
