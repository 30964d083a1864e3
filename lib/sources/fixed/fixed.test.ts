import { describe, expect, it } from 'vitest';
import { findCurrency } from '#lib/domain/currency';
import { addDays } from '#lib/domain/iso-day';
import { isInForce, peggedCode } from '#lib/domain/legal-rate';
import { fixed } from './fixed.ts';

const { legalRates } = fixed();

describe('the table of legal rates', () => {
  it('names only currencies that the service knows', () => {
    const unknown = legalRates
      .flatMap(({ base, quote }) => [base, quote])
      .filter((code) => !findCurrency(code));
    expect(unknown).toEqual([]);
  });

  it('has the 21 national currencies of the euro and the ECU, with six significant digits of the acts', () => {
    const irrevocable = legalRates.filter(({ act }) => /^Council (Regulation|acts)/.test(act));
    expect(irrevocable).toHaveLength(22);
    expect(irrevocable.find(({ quote }) => quote === 'GRD')).toMatchObject({ base: 'EUR', rate: '340.750' });
    expect(irrevocable.find(({ quote }) => quote === 'SKK')?.rate).toBe('30.1260');
  });

  it('keeps the direction of the act', () => {
    expect(legalRates.find((rate) => peggedCode(rate) === 'XPF')).toMatchObject({
      base: 'XPF',
      quote: 'EUR',
      rate: '0.00838',
    });
    expect(legalRates.find((rate) => peggedCode(rate) === 'KYD')).toMatchObject({
      base: 'KYD',
      quote: 'USD',
      rate: '1.20',
    });
  });

  it('fixes no currency to two anchors on one day, but for the day on which one follows the other', () => {
    const turns = new Set(legalRates.map(({ firstDay }) => firstDay));
    for (const day of turns) {
      const codes = legalRates.filter((rate) => isInForce(rate, day)).map(peggedCode);
      expect(
        codes.filter((code, index) => codes.indexOf(code) !== index),
        day,
      ).toEqual([]);
    }
  });

  it('lets every former peg of a euro currency end on the day before its irrevocable rate begins', () => {
    for (const code of ['EEK', 'LTL', 'BGN']) {
      const ofCode = legalRates.filter((rate) => peggedCode(rate) === code && rate.anchor === 'EUR');
      const [irrevocable, former] = ofCode.toSorted((a, b) => b.firstDay.localeCompare(a.firstDay));
      expect(irrevocable?.firstDay).toBe(former?.lastDay ? addDays(former.lastDay, 1) : null);
      expect(Number(irrevocable?.rate)).toBe(Number(former?.rate));
    }
  });

  it('leaves out what is contested: no ERN, HKD, DKK, and no code that ISO does not know', () => {
    const codes = legalRates.map(peggedCode);
    for (const code of ['ERN', 'HKD', 'DKK', 'GGP', 'JEP', 'IMP', 'SVC']) expect(codes).not.toContain(code);
  });
});
