import { describe, expect, it } from 'vitest';
import { convertByRegulation } from './statutory-conversion.ts';

const EUR = { rate: null, minorUnits: 2 };
const DEM = { rate: '1.95583', minorUnits: 2 };
const FRF = { rate: '6.55957', minorUnits: 2 };
const ITL = { rate: '1936.27', minorUnits: 0 };
const GRD = { rate: '340.750', minorUnits: 0 };

describe('an amount by Regulation (EC) No 1103/97', () => {
  it.each([
    ['marks into euro', 100, DEM, EUR, 51.13, null],
    ['euro into marks', 100, EUR, DEM, 195.58, null],
    ['euro into lire, which have no subunit', 100, EUR, ITL, 193_627, null],
    ['marks into French francs, through three decimals of euro', 100, DEM, FRF, 335.38, 51.129],
    ['lire into drachmas', 10_000, ITL, GRD, 1760, 5.165],
    ['euro into euro, to the cent, a half up', 1.005, EUR, EUR, 1.01, null],
    ['half a cent up', 0.009_779_15, DEM, EUR, 0.01, null],
    ['a sum that is rounded off on the way', 0.000_9, DEM, FRF, 0, 0],
  ])('is that of %s', (_name, amount, from, to, result, euro) => {
    expect(convertByRegulation(amount, from, to)).toMatchObject({ result, euro });
  });

  it('differs from one through the exact rate where the rounding on the way tells', () => {
    const exact = (1_000_000 / 1936.27) * 340.75;
    const converted = convertByRegulation(1_000_000, ITL, GRD);
    expect(converted).toEqual({ euro: 516.457, result: Math.round(516.457 * 340.75) });
    expect(Math.abs((converted?.result ?? 0) - exact)).toBeLessThan(0.5 + 0.0005 * 340.75);
  });

  it.each([
    ['whose result has 19 digits', 999_999_999_999_999, EUR, ITL],
    ['whose result has 16 digits', 99_999_999_999_999.8, DEM, EUR],
    ['whose amount in euro has 18 digits', 999_999_999_999_999, DEM, ITL],
  ])('is none %s', (_name, amount, from, to) => {
    expect(convertByRegulation(amount, from, to)).toBeNull();
  });

  it('may end in any number of noughts', () => {
    expect(convertByRegulation(1e15, EUR, ITL)?.result).toBe(1_936_270_000_000_000_000);
  });
});
