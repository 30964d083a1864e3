import { describe, expect, it } from 'vitest';
import { DEFAULT_CHOICE, findRate, only } from '#lib/domain/rates/rate-engine';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { roundExact } from '#lib/domain/rates/exact-number';
import { buildSnapshot } from '#lib/domain/rates/rate-snapshot';
import { findRatesTable } from '#lib/domain/rates/rates-table';
import { aDay, aPublication, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { FACTS as LAW } from './facts.ts';

const pegSource = LAW;
const ecb = aStoredSource({
  publications: [
    aPublication('2026-04-13', {
      'EUR/USD': 1.1684,
      'EUR/TRY': 50,
      'EUR/RON': 5,
      'EUR/BRL': 6,
      'EUR/ZAR': 20,
    }),
  ],
});
const SNAPSHOT = buildSnapshot([ecb, pegSource], 1, TEST_NOW);

describe('an amount in a money that another one replaced', () => {
  it.each([
    ['TRL', 'TRY', 0.000_001],
    ['TRY', 'TRL', 1_000_000],
    ['ROL', 'RON', 0.0001],
    ['BGL', 'BGN', 0.001],
    ['VEB', 'VEF', 0.001],
    ['VEF', 'VES', 1e-11],
    ['CUC', 'CUP', 24],
    ['ZWL', 'ZWG', 0.000_400_204_232_223_788],
    ['ANG', 'XCG', 1],
    ['ANG', 'USD', 0.558_659_217_877_095],
    ['SVC', 'USD', 0.114_285_714_285_714],
    ['BGL', 'EUR', 0.000_511_291_881_196_218],
    ['GWP', 'EUR', 1 / 42_637.205],
  ])('%s to %s is %d by law alone', (base, quote, rate) => {
    const found = findRate(SNAPSHOT, { base, quote }, only('fixed'));
    expect(found.ok && roundExact(found.value.rate)).toBeCloseTo(rate, 20);
    expect(found.ok && found.value.observedAt.toISOString()).toBe('2026-04-14T00:00:00.000Z');
  });

  it.each([
    ['TRL', 'EUR', 2e-8],
    ['TRL', 'USD', 0.000_000_023_368],
    ['EUR', 'TRL', 50_000_000],
    ['TRL', 'ROL', 0.001],
    ['BRN', 'EUR', 1 / (1000 * 2750 * 6)],
    ['EUR', 'BRN', 16_500_000],
    ['BRN', 'BRL', 1 / (1000 * 2750)],
    ['BRE', 'TRL', 1 / 0.33],
    ['BRN', 'SZL', 20 / 16_500_000],
    ['BGL', 'USD', (0.001 / 1.955_83) * 1.1684],
    ['ANG', 'EUR', 1 / 1.79 / 1.1684],
  ])('%s to %s is %d by default, through its successors and the market', (base, quote, rate) => {
    const found = findRate(SNAPSHOT, { base, quote }, DEFAULT_CHOICE);
    const answer = found.ok ? roundExact(found.value.rate) : Number.NaN;
    expect(Math.abs(answer / rate - 1)).toBeLessThan(1e-14);
  });

  it('has the same rate in the table of any base', () => {
    for (const base of ['EUR', 'BRN', 'TRL', 'SZL']) {
      const table = findRatesTable(SNAPSHOT, base, DEFAULT_CHOICE);
      const rates = table.ok ? table.value.rates : {};
      for (const quote of ['TRL', 'BRN', 'BRE', 'ROL', 'ZAR', 'DEM', 'ANG']) {
        const pair = findRate(SNAPSHOT, { base, quote }, DEFAULT_CHOICE);
        expect(rates[quote], `${base} to ${quote}`).toBe(pair.ok ? roundExact(pair.value.rate) : undefined);
      }
    }
  });

  it('is judged by the law of its day', () => {
    const kindOf = createKindOf(pegSource.pegs);
    expect(kindOf('TRL', 'TRY', aDay('2005-01-01'))).toBe('peg');
    expect(kindOf('TRL', 'TRY', aDay('2004-12-31'))).toBe('other');
    expect(kindOf('BRN', 'BRL', aDay('2026-04-13'))).toBe('peg');
    expect(kindOf('TRL', 'EUR', aDay('2026-04-13'))).toBe('other');
    expect(kindOf('ARS', 'USD', aDay('1995-01-02'))).toBe('peg');
    expect(kindOf('ARS', 'USD', aDay('2026-04-13'))).toBe('other');
  });
});
