import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { propertyRuns, seeded } from '#lib/testing/property-runs';

import type { PublishedTick } from '#lib/domain/rates/observation';
import { checkTicks } from './check-market.ts';
import { MINUTE_MS } from '#lib/domain/durations';

const FETCHED_AT = new Date('2026-04-14T08:00:00Z');
const NOW = new Date('2026-04-14T08:00:02Z');

describe('the validation of live quotes', () => {
  it('accepts a sound quote at the source’s own time', () => {
    const observedAt = new Date('2026-04-14T07:59:41Z');
    expect(check(aTick({ observedAt }))).toEqual({
      accepted: [{ base: 'BTC', quote: 'USD', rate: 84_211.5, observedAt }],
      rejected: [],
    });
  });

  it('dates a quote without a time at the fetch', () => {
    expect(check(aTick({ observedAt: null })).accepted[0]?.observedAt).toEqual(FETCHED_AT);
  });

  it('dates a quote up to two minutes ahead at the fetch', () => {
    const { accepted } = check(aTick({ observedAt: fromFetch(2 * MINUTE_MS) }));
    expect(accepted[0]?.observedAt).toEqual(FETCHED_AT);
  });

  it('says where and what it refused', () => {
    const { rejected } = check(aTick({ rate: '1,1684', observedAt: new Date('2026-04-14T07:59:41Z') }));
    expect(rejected).toEqual([{ rule: 'not_a_number', detail: '2026-04-14T07:59:41.000Z BTC/USD "1,1684"' }]);
  });

  it.each([
    ['future_date', { observedAt: fromFetch(2 * MINUTE_MS + 1) }],
    ['impossible_date', { observedAt: new Date(Number.NaN) }],
    ['not_a_number', { rate: 'NaN' }],
    ['not_positive', { rate: '0.00000000' }],
    ['out_of_range', { rate: '9.9e-13' }],
    ['too_many_digits', { rate: '1.123456789012345' }],
    ['unknown_currency', { quote: 'QQQ' }],
    ['after_last_day', { base: 'EUR', quote: 'HRK' }],
    ['before_first_day', { base: 'EUR', quote: 'TRY', observedAt: new Date('2004-12-31T12:00:00Z') }],
  ])('refuses as %s %o', (rule, change) => {
    const { accepted, rejected } = check(aTick(change));
    expect([accepted.length, rejected.map((rejection) => rejection.rule)]).toEqual([0, [rule]]);
  });
});

describe('one poll in the validation', () => {
  it('refuses both of two different figures for one pair, and no other', () => {
    const { accepted, rejected } = check(aTick({ rate: '1' }), aTick({ rate: '2' }), aTick({ base: 'ETH' }));
    expect(accepted.map(({ base }) => base)).toEqual(['ETH']);
    expect(rejected.map(({ rule }) => rule)).toEqual(['duplicate', 'duplicate']);
  });

  it('counts a repetition of a figure once', () => {
    const { accepted, rejected } = check(aTick({ rate: '1.10' }), aTick({ rate: '1.1', observedAt: null }));
    expect([accepted.length, rejected.length]).toEqual([1, 0]);
  });

  it(seeded('serves no instant ahead of the fetch or of the clock, and loses no row'), () => {
    const offset = fc.option(fc.integer({ min: -10 * MINUTE_MS, max: 10 * MINUTE_MS }));
    fc.assert(
      fc.property(offset, fc.integer({ min: -5000, max: 5000 }), (offsetMs, clockMs) => {
        const now = fromFetch(clockMs);
        const tick = aTick({ observedAt: offsetMs === null ? null : fromFetch(offsetMs) });
        const { accepted, rejected } = checkTicks([tick], { now, fetchedAt: FETCHED_AT });
        expect(accepted.length + rejected.length).toBe(1);
        for (const { observedAt } of accepted)
          expect(observedAt <= now && observedAt <= FETCHED_AT).toBe(true);
      }),
      propertyRuns(500),
    );
  });
});

function check(...ticks: readonly PublishedTick[]) {
  return checkTicks(ticks, { now: NOW, fetchedAt: FETCHED_AT });
}

function fromFetch(offsetMs: number): Date {
  return new Date(FETCHED_AT.getTime() + offsetMs);
}

/** A sound quote: 1 BTC = 84,211.5 USD. */
function aTick(change: Partial<PublishedTick> = {}): PublishedTick {
  return { base: 'BTC', quote: 'USD', rate: '84211.50', observedAt: FETCHED_AT, ...change };
}
