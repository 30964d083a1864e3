import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import { crossingText, isBeyond, watchedFigure, watchText } from './pair-watch.ts';

const PAIR = { base: 'EUR', quote: 'USD' };

describe('a watched figure', () => {
  const source = aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': 1.1684 })] });

  it('is the rate that the pair has in the snapshot, with its source and version', () => {
    const snapshot = aSnapshot([source]);
    expect(watchedFigure(snapshot, PAIR)).toEqual({
      rate: 1.1684,
      source: 'ecb',
      observedAt: snapshot.sources[0]?.publications[0]?.observedAt,
      version: snapshot.version,
    });
    expect(watchedFigure(snapshot, { base: 'USD', quote: 'EUR' })?.rate).toBe(0.855871276959945);
  });

  it('is none where nothing has the pair, and where the rate is stale', () => {
    expect(watchedFigure(aSnapshot([source]), { base: 'EUR', quote: 'JPY' })).toBeNull();
    expect(watchedFigure(aSnapshot([source], new Date('2026-04-17T08:00:00Z')), PAIR)).toBeNull();
  });
});

it.each([
  ['above', 1.1, 1.1, false],
  ['above', 1.1, 1.1000001, true],
  ['below', 1.1, 1.1, false],
  ['below', 1.1, 1.0999999, true],
] as const)('a rule %s %d at %d is %s', (kind, threshold, rate, isSo) => {
  expect(isBeyond({ kind, threshold }, rate)).toBe(isSo);
});

it('the words name the pair, what is waited for, and the figure that crossed with every digit', () => {
  expect(watchText(PAIR, { kind: 'above', threshold: 1.1 })).toBe('EUR/USD above 1.1');
  expect(crossingText(PAIR, 1e-7)).toBe('1 EUR costs 0.0000001 USD.');
});
