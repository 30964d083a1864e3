import { describe, expect, test } from 'vitest';
import { commonAmounts } from './common-amounts.ts';

describe('the amounts of a pocket sheet', () => {
  test.each([
    { name: 'near one', rate: 0.8691, amounts: [1, 5, 10, 50, 100, 1000] },
    { name: 'of a currency worth more', rate: 185.39, amounts: [1, 5, 10, 50, 100, 1000] },
    { name: 'a tenth', rate: 0.1283, amounts: [10, 50, 100, 500, 1000, 10_000] },
    { name: 'of yen in euros', rate: 0.00539, amounts: [100, 500, 1000, 5000, 10_000, 100_000] },
    { name: 'of won in dollars', rate: 0.00072, amounts: [1000, 5000, 10_000, 50_000, 100_000, 1_000_000] },
  ])('$name', ({ rate, amounts }) => {
    expect(commonAmounts(rate)).toEqual(amounts);
  });
});
