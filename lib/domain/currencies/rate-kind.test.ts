import { describe, expect, it } from 'vitest';

import { aDay } from '#lib/testing/builders/builders';

import type { Peg } from './peg.ts';
import { createKindOf } from './rate-kind.ts';

const PEGS = [
  aPeg('AED', 'USD'),
  aPeg('SAR', 'USD'),
  aPeg('XOF', 'EUR', '1999-01-01'),
  aPeg('XOF', 'FRF', '1960-01-01', '1998-12-31'),
  aPeg('FRF', 'EUR', '1999-01-01'),
  aPeg('XAF', 'EUR', '1999-01-01'),
  aPeg('BGN', 'EUR', '1999-07-05', '2025-12-31'),
];

describe('the kind of a pair', () => {
  it.each([
    ['peg', 'AED', 'USD'],
    ['peg', 'AED', 'SAR'],
    ['peg', 'XOF', 'XAF'],
    ['peg', 'FRF', 'XOF'],
    ['other', 'AED', 'EUR'],
    ['other', 'AED', 'XOF'],
    ['major', 'EUR', 'USD'],
    ['major', 'NOK', 'NZD'],
    ['other', 'EUR', 'DKK'],
    ['other', 'USD', 'XAU'],
    ['crypto', 'BTC', 'USD'],
    ['crypto', 'USDC', 'USDT'],
  ])('is %s for %s/%s, in either direction', (kind, base, quote) => {
    expect([kindOf(base, quote), kindOf(quote, base)]).toEqual([kind, kind]);
  });

  it('is that of the law of the day', () => {
    expect([kindOf('EUR', 'BGN', '2025-12-31'), kindOf('EUR', 'BGN', '2026-01-01')]).toEqual([
      'peg',
      'other',
    ]);
    expect([kindOf('XOF', 'EUR', '1998-12-31'), kindOf('XOF', 'FRF', '1998-12-31')]).toEqual([
      'other',
      'peg',
    ]);
  });
});

function kindOf(base: string, quote: string, day = '2026-04-13') {
  return createKindOf(PEGS)(base, quote, aDay(day));
}

function aPeg(code: string, anchor: string, first = '1980-01-01', last: string | null = null): Peg {
  const lastDay = last === null ? null : aDay(last);
  return { base: anchor, quote: code, rate: '1', anchor, firstDay: aDay(first), lastDay, act: 'a test' };
}
