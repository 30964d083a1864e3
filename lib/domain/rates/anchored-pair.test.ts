import { describe, expect, it } from 'vitest';
import { aDay } from '#lib/testing/builders/builders';
import { anchoredPairs } from './anchored-pair.ts';
import type { Peg } from '#lib/domain/currencies/peg';
import { roundExact } from './exact-number.ts';

const TODAY = aDay('2026-04-14');

const PEGS = [
  aRate('EUR', 'XOF', '655.957', 'EUR', '1999-01-01'),
  aRate('FRF', 'XOF', '100', 'FRF', '1994-01-12', '1998-12-31'),
  aRate('USD', 'AED', '3.6725', 'USD', '1997-11-01'),
  aRate('HKD', 'MOP', '1.03', 'HKD', '1983-01-01'),
  aRate('USD', 'LTL', '4', 'USD', '1994-04-01', '2002-02-01'),
  aRate('EUR', 'LTL', '3.4528', 'EUR', '2002-02-02'),
  aRate('USD', 'ANG', '1.79', 'USD', '1971-12-18', '2025-06-30'),
  aRate('USD', 'XCG', '1.79', 'USD', '2025-03-31'),
  aRate('XCG', 'ANG', '1', 'XCG', '2025-07-01'),
  aRate('USD', 'ARS', '1', 'USD', '1992-01-01', '2002-01-06'),
];

describe('a pair that law ties to others', () => {
  it.each([
    [
      'XOF',
      'USD',
      ['FRF/USD 0.01 1994-01-12 1998-12-31', 'EUR/USD 0.0015244901723741 1999-01-01 2026-04-14'],
    ],
    ['USD', 'XOF', ['USD/FRF 100 1994-01-12 1998-12-31', 'USD/EUR 655.957 1999-01-01 2026-04-14']],
    ['USD', 'MOP', ['USD/HKD 1.03 1983-01-01 2026-04-14']],
    // Two acts of today make the same of the same anchor as one act of before.
    ['EUR', 'ANG', ['EUR/USD 1.79 1971-12-18 2025-06-30', 'EUR/USD 1.79 2025-07-01 2026-04-14']],
    ['EUR', 'ARS', ['EUR/USD 1 1992-01-01 2002-01-06']],
    // Both are tied to the dollar until 1 February 2002: law itself fixes the pair then.
    ['LTL', 'AED', ['USD/AED 0.25 1994-04-01 1997-10-31', 'EUR/USD 1.06362951807229 2002-02-02 2026-04-14']],
  ])('%s to %s is that of the anchors of each day, by the law of the day', (base, quote, expected) => {
    const found = anchoredPairs(PEGS, { base, quote }, TODAY);
    expect(
      found.map(
        ({ anchors, factor, firstDay, lastDay }) =>
          `${anchors.base}/${anchors.quote} ${roundExact(factor)} ${firstDay} ${lastDay}`,
      ),
    ).toEqual(expected);
  });

  it('is none where law ties neither end, or both to one', () => {
    for (const [base, quote] of [
      ['EUR', 'USD'],
      ['XOF', 'XOF'],
      ['ANG', 'USD'],
      ['USD', 'ARS'],
    ] as const) {
      expect(anchoredPairs(PEGS, { base, quote }, TODAY), `${base} to ${quote}`).toEqual([]);
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
): Peg {
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
