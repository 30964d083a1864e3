import { Decimal } from 'decimal.js';
import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsText, significantText } from './decimal-text.ts';

const NUMBERS = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1, max: 1 }),
  // Halves and nines, where rounding carries.
  fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 9 }))
    .map(([n, e]) => n / 10 ** e),
  fc.integer({ min: 0, max: 15 }).map((nines) => 1 - 10 ** -nines),
);

describe('numbers in plain decimals', () => {
  it('are rounded exactly, to any number of decimals', () => {
    fc.assert(
      fc.property(NUMBERS, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const exact = new Decimal(String(value)).toFixed(decimals, Decimal.ROUND_HALF_UP);
        expect(decimalsText(value, decimals)).toBe(exact);
      }),
      { numRuns: 2000 },
    );
  });

  it('are rounded exactly, to any number of significant digits', () => {
    fc.assert(
      fc.property(NUMBERS, fc.integer({ min: 1, max: 17 }), (value, significant) => {
        const exact = new Decimal(String(value)).toSignificantDigits(significant, Decimal.ROUND_HALF_UP);
        expect(significantText(value, significant)).toBe(exact.toFixed());
      }),
      { numRuns: 2000 },
    );
  });

  it('are rounded once where Intl rounds twice', () => {
    expect(significantText(0.9999999999999994, 15)).toBe('0.999999999999999');
  });

  it.each([
    [1.005, 2, '1.01'],
    [0.5, 0, '1'],
    [0.05, 0, '0'],
    [9.995, 2, '10.00'],
    [1e-7, 7, '0.0000001'],
    [1e21, 0, '1000000000000000000000'],
  ])('rounds the digits of %d as they are written, to %d decimals: %s', (value, decimals, text) => {
    expect(decimalsText(value, decimals)).toBe(text);
  });
});
