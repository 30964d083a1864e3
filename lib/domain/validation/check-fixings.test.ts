import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { aDay } from '#lib/testing/builders/builders';

import type { PublishedFixing } from '#lib/domain/rates/observation';
import { checkFixings } from './check-fixings.ts';
import { ecbFixingInstant } from '#lib/sources/ecb/facts';

const NOW = new Date('2026-04-14T08:00:00Z');

describe('the validation', () => {
  it('accepts a sound figure as published, at its day’s fixing instant', () => {
    expect(check(aFixing({ rate: '366.90', quote: 'HUF' }))).toEqual({
      accepted: [{ base: 'EUR', quote: 'HUF', rate: 366.9, observedAt: new Date('2026-04-13T12:10:00Z') }],
      rejected: [],
      isMisdated: false,
    });
  });

  it('says where and what it refused', () => {
    const { rejected } = check(aFixing({ rate: '1,1684' }));
    expect(rejected).toEqual([{ rule: 'not_a_number', detail: '2026-04-13 EUR/USD "1,1684"' }]);
  });

  it.each([
    ['not_a_number', { rate: 'NaN' }],
    ['not_a_number', { rate: 'Infinity' }],
    ['not_a_number', { rate: '1,1684' }],
    ['not_a_number', { rate: '1.1684 ' }],
    ['not_a_number', { rate: '' }],
    ['not_a_number', { rate: '+1.1684' }],
    ['not_a_number', { rate: '0x10' }],
    ['not_a_number', { rate: '.5' }],
    ['not_a_number', { rate: '1e' }],
    ['not_positive', { rate: '0' }],
    ['not_positive', { rate: '0.0000' }],
    ['not_positive', { rate: '-1.1684' }],
    ['out_of_range', { rate: '9.9e-13' }],
    ['out_of_range', { rate: '1000000000001' }],
    ['out_of_range', { rate: '1e400' }],
    ['too_many_digits', { rate: '1.123456789012345' }],
    ['too_many_digits', { rate: '0.1234567890123456' }],
    ['unknown_currency', { quote: 'QQQ' }],
    ['unknown_currency', { quote: 'usd' }],
    ['unknown_currency', { base: 'E' }],
    ['impossible_date', { observedOn: '2026-02-29' }],
    ['impossible_date', { observedOn: '13 April 2026' }],
    ['impossible_date', { observedOn: '' }],
    ['future_date', { observedOn: '2026-04-17' }],
    ['before_first_day', { quote: 'TRY', observedOn: '2004-12-31' }],
    ['before_first_day', { base: 'RON', quote: 'USD', observedOn: '2005-06-30' }],
    ['after_last_day', { quote: 'HRK', observedOn: '2023-01-02' }],
    ['after_last_day', { base: 'HRK', quote: 'USD', observedOn: '2023-01-02' }],
  ])('refuses as %s %o', (rule, change) => {
    const { accepted, rejected } = check(aFixing(change));
    expect(accepted).toEqual([]);
    expect(rejected.map((rejection) => rejection.rule)).toEqual([rule]);
  });

  it.each([
    ['the smallest rate', { rate: '1e-12' }],
    ['the largest rate', { rate: '1000000000000' }],
    ['15 significant digits', { rate: '1.12345678901234' }],
    ['15 significant digits after leading zeros', { rate: '0.00000123456789012345' }],
    ['zeros behind the last digit', { rate: '1.16840000000000000000' }],
    ['an exponent', { rate: '1.1684E+2' }],
    ['a day that is already there in the east', { observedOn: '2026-04-16' }],
    ['the first day of a currency', { quote: 'RON', observedOn: '2005-07-01' }],
    ['the last day of a currency', { quote: 'HRK', observedOn: '2022-12-30' }],
  ])('lets %s pass', (_name, change) => {
    expect(check(aFixing(change)).rejected).toEqual([]);
  });
});

describe('the publisher’s first day', () => {
  const context = { now: NOW, fixingInstant: ecbFixingInstant, firstDay: aDay('1999-01-04') };

  it('lets nothing before it pass', () => {
    const { accepted, rejected } = checkFixings([aFixing({ observedOn: '1999-01-03' })], context);
    expect([accepted.length, rejected[0]?.rule]).toEqual([0, 'before_first_day']);
  });

  it('lets the day itself pass', () => {
    expect(checkFixings([aFixing({ observedOn: '1999-01-04' })], context).rejected).toEqual([]);
  });
});

describe('one document in the validation', () => {
  it('keeps the good rows beside a bad one, in their order', () => {
    const { accepted } = check(aFixing({ quote: 'USD' }), aFixing({ rate: '-1' }), aFixing({ quote: 'JPY' }));
    expect(accepted.map((observation) => observation.quote)).toEqual(['USD', 'JPY']);
  });

  it('refuses both of two different figures for one pair and day, and no other', () => {
    const { accepted, rejected } = check(
      aFixing({ rate: '1.1684' }),
      aFixing({ rate: '1.1685' }),
      aFixing({ rate: '1.1684', observedOn: '2026-04-10' }),
      aFixing({ rate: '1.1684', quote: 'CHF' }),
    );
    expect(rejected).toEqual([
      { rule: 'duplicate', detail: '2026-04-13 EUR/USD "1.1684"' },
      { rule: 'duplicate', detail: '2026-04-13 EUR/USD "1.1685"' },
    ]);
    expect(accepted.length).toBe(2);
  });

  it('counts an exact repetition of a figure once', () => {
    const { accepted, rejected } = check(aFixing({ rate: '366.9' }), aFixing({ rate: '366.90' }));
    expect([accepted.length, rejected.length]).toEqual([1, 0]);
  });

  it('shares one instant among the figures of a day', () => {
    const { accepted } = check(aFixing({ quote: 'USD' }), aFixing({ quote: 'JPY' }));
    expect(accepted[0]?.observedAt).toBe(accepted[1]?.observedAt);
  });

  it('accepts nothing that is no positive finite number, whatever the text', () => {
    const text = fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^[-+.,eE0-9]{1,20}$/));
    fc.assert(
      fc.property(text, (rate) => {
        const { accepted, rejected } = check(aFixing({ rate }));
        expect(accepted.length + rejected.length).toBe(1);
        for (const observation of accepted) {
          expect(observation.rate).toBeGreaterThan(0);
          expect(observation.rate).toBeLessThanOrEqual(1e12);
          expect(observation.rate).toBe(Number(rate));
        }
      }),
      { seed: 20_260_413 },
    );
  });
});

function check(...rows: readonly PublishedFixing[]) {
  return checkFixings(rows, { now: NOW, fixingInstant: ecbFixingInstant });
}

/** A sound fixing of Monday 2026-04-13. */
function aFixing(change: Partial<PublishedFixing> = {}): PublishedFixing {
  return { base: 'EUR', quote: 'USD', rate: '1.1684', observedOn: '2026-04-13', ...change };
}
