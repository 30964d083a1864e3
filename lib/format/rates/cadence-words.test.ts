import { expect, it } from 'vitest';
import { fixingWords, quoteWords } from './cadence-words.ts';

const NOW_MS = Date.parse('2026-04-14T08:00:00Z');

it.each([
  ['2026-04-14T00:30:00Z', 'today'],
  ['2026-04-13T12:15:00Z', 'Monday'],
  ['2026-04-10T12:15:00Z', 'Friday'],
  ['2026-04-08T23:59:00Z', 'Wednesday'],
  ['2026-04-07T12:15:00Z', '7 Apr 2026'],
  ['2025-12-31T12:15:00Z', '31 Dec 2025'],
])('a fixing is named by its UTC day, by its weekday while that is one day: %s', (observedAt, day) => {
  expect(fixingWords('ecb', new Date(observedAt), NOW_MS)).toBe(`ECB fixing of ${day}`);
});

it('a quote is live until nobody can say that it is', () => {
  expect(quoteWords('crypto-exchange', true)).toBe('Live at Kraken');
  expect(quoteWords('web-finance', false)).toBe('Last Yahoo quote');
});
