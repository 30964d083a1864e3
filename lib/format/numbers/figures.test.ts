import { describe, expect, it } from 'vitest';
import { amountParts, exactAmountParts, figureText, plainFigure, rateParts } from './figures.ts';
import { instantText } from '#lib/format/instants';

describe('amounts for people', () => {
  it.each([
    [144.23898, 2, '144.24'],
    [0.645, 2, '0.65'],
    [0.649, 2, '0.65'],
    [100, 2, '100.00'],
    [0, 2, '0.00'],
    [191800.753166724, 0, '191,801'],
    [191801, 0, '191,801'],
    [1.5, 3, '1.500'],
    [0.00000012, 8, '0.00000012'],
    [0.0055349, 2, '0.0055'],
    [0.64999, 0, '0.65'],
    [0.000000000123, 2, '0.00000000012'],
    [159833960972270, 0, '159,833,960,972,270'],
  ])('rounds %d with %d minor units to %s', (amount, minorUnits, text) => {
    expect(figureText(amountParts(amount, minorUnits))).toBe(text);
    expect(amountParts(amount, minorUnits).muted).toBe('');
  });

  it.each([
    [144.23898, 2, '144.23898'],
    [0.553465432101234, 2, '0.553465432101234'],
    [100, 2, '100.00'],
    [191800.753166724, 0, '191,800.753166724'],
    [1.5, 3, '1.500'],
  ])('shows all digits of %d with %d minor units on demand: %s', (amount, minorUnits, text) => {
    expect(figureText(exactAmountParts(amount, minorUnits))).toBe(text);
  });

  it('shows two decimals of what has no minor units of its own', () => {
    expect(figureText(amountParts(141_975_307_364_197, 2)), 'its cents are not known').toBe(
      '141,975,307,364,197',
    );
    expect(figureText(amountParts(1_419_753_073_641.55, 2)), 'all fifteen digits').toBe(
      '1,419,753,073,641.55',
    );
    expect(figureText(amountParts(12_345.123_456_78, 8))).toBe('12,345.12345678');
    expect(figureText(amountParts(1_000_000_000_000, 2))).toBe('1,000,000,000,000.00');
    expect(figureText(amountParts(2, null))).toBe('2.00');
  });
});

describe('rates for people', () => {
  it.each([
    [1.1684, '1', '.1684', ''],
    [159.83396097227, '159', '.83', '3960972'],
    [17187.64, '17,187', '.64', ''],
    [1, '1', '.0000', ''],
    [1.15, '1', '.1500', ''],
    [0.000253559771039311, '0', '.00025355', '9771039'],
    [0.00625649263721552, '0', '.0062564', '9263722'],
  ])('sets the first five significant digits of %d strong', (rate, integer, strong, muted) => {
    expect(rateParts(rate)).toEqual({ integer, strong, muted });
  });
});

describe('instants for people', () => {
  it('are UTC, whatever the machine', () => {
    expect(instantText(new Date('2026-04-13T12:10:00Z'))).toBe('13 Apr 2026, 12:10 UTC');
  });
});

describe('figures to take away', () => {
  it.each([
    [191800.753166724, '191800.753166724'],
    [0.0000001, '0.0000001'],
    [1e15, '1000000000000000'],
  ])('copies %d in all digits, plain', (figure, text) => {
    expect(plainFigure(figure)).toBe(text);
  });
});
