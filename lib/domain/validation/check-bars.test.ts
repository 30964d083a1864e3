import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { propertyRuns, seeded } from '#lib/testing/property-runs';

import { checkBars } from './check-market.ts';
import type { PublishedBar } from '#lib/domain/rates/observation';

const NOW = new Date('2026-04-14T08:00:00Z');

describe('the validation of daily histories', () => {
  it('accepts a sound bar with its low and high', () => {
    expect(check(aBar())).toEqual({
      accepted: [
        {
          base: 'USDC',
          quote: 'USDT',
          rate: 1.0002,
          low: 0.9998,
          high: 1.0004,
          day: '2026-04-13',
          observedAt: new Date('2026-04-13T23:59:59.999Z'),
        },
      ],
      rejected: [],
    });
  });

  it.each([
    ['a missing low', { low: null }, { low: 1.0002, high: 1.0004 }],
    ['a low above the close', { low: '1.0003' }, { low: 1.0002, high: 1.0004 }],
    ['a low of zero', { low: '0' }, { low: 1.0002, high: 1.0004 }],
    ['a low below a twentieth of the close', { low: '0.05' }, { low: 1.0002, high: 1.0004 }],
    ['a high below the close', { high: '1.0001' }, { low: 0.9998, high: 1.0002 }],
    ['a high that is no number', { high: 'n/a' }, { low: 0.9998, high: 1.0002 }],
    ['a high above twenty times the close', { high: '306.1' }, { low: 0.9998, high: 1.0002 }],
    ['a high of ten times the close', { high: '10.11' }, { low: 0.9998, high: 10.11 }],
    ['a low and high at the close', { low: '1.0002', high: '1.0002' }, { low: 1.0002, high: 1.0002 }],
  ])('keeps a bar with %s', (_name, change, extremes) => {
    const { accepted } = check(aBar(change));
    expect(accepted[0]).toMatchObject({ rate: 1.0002, ...extremes });
  });
});

describe('a bar that is refused', () => {
  it.each([
    ['not_a_number', { rate: 'null' }],
    ['not_positive', { rate: '0.00000000' }],
    ['unknown_currency', { base: 'QQQ' }],
    ['impossible_date', { day: '2026-02-30' }],
    ['impossible_date', { observedAt: new Date(Number.NaN) }],
    ['future_date', { day: '2026-04-17' }],
    ['unfinished_bar', { isOpen: true }],
    ['unfinished_bar', { day: '2026-04-14', observedAt: new Date('2026-04-14T23:59:59.999Z') }],
    ['before_first_day', { base: 'EUR', quote: 'TRY', day: '2004-12-31' }],
    ['after_last_day', { base: 'EUR', quote: 'BGN' }],
  ])('refuses as %s %o', (rule, change) => {
    const { accepted, rejected } = check(aBar(change));
    expect([accepted.length, rejected.map((rejection) => rejection.rule)]).toEqual([0, [rule]]);
  });

  it('accepts a bar that ends now', () => {
    expect(check(aBar({ observedAt: NOW })).rejected).toEqual([]);
  });

  it('refuses both of two closes for one pair and day, and keeps the other days', () => {
    const { accepted, rejected } = check(aBar(), aBar({ rate: '1.0003' }), aBar({ day: '2026-04-12' }));
    expect(accepted.map(({ day }) => day)).toEqual(['2026-04-12']);
    expect(rejected.map(({ rule }) => rule)).toEqual(['duplicate', 'duplicate']);
  });

  it(seeded('never lets a low or high pass that contradicts the close'), () => {
    const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true }).map((number) => number.toPrecision(7));
    fc.assert(
      fc.property(price, fc.option(price), fc.option(price), (rate, low, high) => {
        const { accepted } = check(aBar({ rate, low, high }));
        expect(accepted.length).toBe(1);
        for (const bar of accepted) {
          expect(bar.low <= bar.rate && bar.rate <= bar.high).toBe(true);
          expect(bar.high / bar.low).toBeLessThanOrEqual(400.001);
        }
      }),
      propertyRuns(500),
    );
  });
});

function check(...bars: readonly PublishedBar[]) {
  return checkBars(bars, { now: NOW });
}

/** A sound bar of Monday 2026-04-13. */
function aBar(change: Partial<PublishedBar> = {}): PublishedBar {
  return {
    base: 'USDC',
    quote: 'USDT',
    rate: '1.00020000',
    low: '0.99980000',
    high: '1.00040000',
    day: '2026-04-13',
    observedAt: new Date('2026-04-13T23:59:59.999Z'),
    ...change,
  };
}
