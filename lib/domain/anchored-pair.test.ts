import { describe, expect, it } from 'vitest';
import { aDay } from '#lib/testing/builders';
import { anchoredPair } from './anchored-pair.ts';
import type { LegalRate } from './legal-rate.ts';
import { roundRate } from './rate-precision.ts';

const TODAY = aDay('2026-04-14');

const LAW = [
  aRate('EUR', 'XOF', '655.957', 'EUR', '1999-01-01'),
  aRate('FRF', 'XOF', '100', 'FRF', '1994-01-12', '1998-12-31'),
  aRate('USD', 'AED', '3.6725', 'USD', '1997-11-01'),
  aRate('HKD', 'MOP', '1.03', 'HKD', '1983-01-01'),
];

describe('a pair that law ties to others', () => {
  it.each([
    ['XOF', 'USD', 'EUR', 'USD', 0.001_524_490_172_374_1],
    ['USD', 'XOF', 'USD', 'EUR', 655.957],
    ['XOF', 'AED', 'EUR', 'USD', 0.005_598_690_158_043_9],
    ['USD', 'MOP', 'USD', 'HKD', 1.03],
  ])('%s to %s is %s to %s by the law of the day', (base, quote, anchorBase, anchorQuote, factor) => {
    const anchored = anchoredPair(LAW, { base, quote }, TODAY);
    expect(anchored?.anchors).toEqual({ base: anchorBase, quote: anchorQuote });
    const found = anchored?.factorOn(aDay('2026-04-10'));
    expect(found && roundRate(found)).toBe(factor);
  });

  it('has nothing by law on a day on which the tie was another one', () => {
    const anchored = anchoredPair(LAW, { base: 'XOF', quote: 'USD' }, TODAY);
    expect(anchored?.factorOn(aDay('1998-12-31'))).toBeNull();
    expect(anchored?.factorOn(aDay('1999-01-01'))).not.toBeNull();
  });

  it('is none where law ties neither end, or both to one', () => {
    for (const [base, quote] of [
      ['EUR', 'USD'],
      ['XOF', 'EUR'],
      ['XOF', 'XOF'],
      ['FRF', 'USD'],
    ] as const) {
      expect(anchoredPair(LAW, { base, quote }, TODAY)).toBeNull();
    }
  });
});

function aRate(
  base: string,
  quote: string,
  rate: string,
  anchor: string,
  firstDay: string,
  lastDay?: string,
): LegalRate {
  return {
    base,
    quote,
    rate,
    anchor,
    firstDay: aDay(firstDay),
    lastDay: lastDay === undefined ? null : aDay(lastDay),
    act: 'an act',
  };
}
