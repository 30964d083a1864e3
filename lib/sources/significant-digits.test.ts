import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { toSignificantDigits } from './significant-digits.ts';

describe('a figure cut to significant digits', () => {
  it.each([
    [0.0058783575339999995, 7, '0.005878358'],
    ['0.0058783575339999995', 7, '0.005878358'],
    [1.1220825910568237, 7, '1.122083'],
    [7200.17431640625, 7, '7200.174'],
    [1.15588, 7, '1.15588'],
    [26350, 7, '26350'],
    [123456789, 7, '123456800'],
    [6.1e-8, 7, '0.000000061'],
    [1e21, 7, '1000000000000000000000'],
    [0.858000858, 7, '0.8580009'],
    ['1.1900', 7, '1.19'],
  ])('cuts %s to %i digits: %s', (figure, digits, expected) => {
    expect(toSignificantDigits(figure, digits)).toBe(expected);
  });

  it.each([
    ['1.0000005', '1'],
    ['1.0000015', '1.000002'],
    ['1.0000025', '1.000002'],
  ])('rounds a figure half-way, %s, to the even digit', (figure, expected) => {
    expect(toSignificantDigits(figure, 7)).toBe(expected);
  });

  it.each(['', '1,5', '0x10', 'Infinity', Number.NaN, Number.POSITIVE_INFINITY])(
    'gives NaN for %s, which is no figure',
    (figure) => {
      expect(toSignificantDigits(figure, 7)).toBe('NaN');
    },
  );

  it('moves no figure by more than half a unit of its seventh digit, and a cut figure not at all', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (figure) => {
        const cut = toSignificantDigits(figure, 7);
        expect(Math.abs(Number(cut) / figure - 1)).toBeLessThanOrEqual(5.000001e-7);
        expect(cut.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length).toBeLessThanOrEqual(7);
        expect(toSignificantDigits(cut, 7)).toBe(cut);
      }),
    );
  });
});
