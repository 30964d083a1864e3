import { describe, expect, it } from 'vitest';
import { ordinal, percentText, rateMovement, shortRate } from './chart-numbers.ts';

describe('movements', () => {
  it('carry sign and direction together, with a true minus', () => {
    expect(rateMovement(0.0027, 1.1684)).toEqual({ direction: 'up', figure: '+0.0027' });
    expect(rateMovement(-0.056, 1.1684)).toEqual({ direction: 'down', figure: '−0.0560' });
  });

  it('are flat and without a sign once they round to nought', () => {
    expect(rateMovement(-0.00004, 1.1684)).toEqual({ direction: 'flat', figure: '0.0000' });
  });

  it('in quote are read to the digits of the rate', () => {
    expect(rateMovement(-0.0027, 1.1684).figure).toBe('−0.0027');
    expect(rateMovement(0.22, 186.75).figure).toBe('+0.22');
  });
});

describe('shortRate', () => {
  it('has five significant digits and at least two decimals, rounded', () => {
    expect([1.1684, 1.15, 159.834816, 17187.6432, 0.0062565, 1, 9.99999].map(shortRate)).toEqual([
      '1.1684',
      '1.1500',
      '159.83',
      '17,187.64',
      '0.0062565',
      '1.0000',
      '10.0000',
    ]);
  });
});

it('ordinal follows the English rule', () => {
  expect([0, 1, 2, 3, 4, 11, 12, 13, 21, 48, 100].map(ordinal)).toEqual([
    '0th',
    '1st',
    '2nd',
    '3rd',
    '4th',
    '11th',
    '12th',
    '13th',
    '21st',
    '48th',
    '100th',
  ]);
});

it('percentText has one decimal and no sign', () => {
  expect(percentText(7.06)).toBe('7.1%');
});
