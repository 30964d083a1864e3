import { expect, it } from 'vitest';
import { crossingText, isBeyond, watchText } from './pair-watch.ts';

const PAIR = { base: 'EUR', quote: 'USD' };

it.each([
  ['above', 1.1, 1.1, false],
  ['above', 1.1, 1.1000001, true],
  ['below', 1.1, 1.1, false],
  ['below', 1.1, 1.0999999, true],
] as const)('a rule %s %d at %d is %s', (kind, threshold, rate, isSo) => {
  expect(isBeyond({ kind, threshold }, rate)).toBe(isSo);
});

it('the words name the pair, what is waited for, and the figure that crossed with every digit', () => {
  expect(watchText({ ...PAIR, rule: { kind: 'above', threshold: 1.1 } })).toBe('EUR/USD above 1.1');
  expect(crossingText(PAIR, 5.4e-7)).toBe('1 EUR costs 0.00000054 USD.');
  expect(crossingText(PAIR, 1.5e21)).toBe('1 EUR costs 1500000000000000000000 USD.');
});
