import { describe, expect, it } from 'vitest';

import { openFixingCheck } from './check-fixings.ts';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ECB_SCHEDULE, ecbFixingInstant } from '#lib/sources/ecb/facts';

const NOW = new Date('2026-04-14T08:00:00Z');

/** What the rules refuse is in check-fixings.test.ts; here is what becomes of it as columns. */
describe('the check of fixings, row by row', () => {
  it('keeps figures as columns, a series for each pair in the order of its first', () => {
    const { accepted, rejected } = passed([
      aFixing({ quote: 'USD' }),
      aFixing({ quote: 'JPY', rate: '186.75' }),
      aFixing({ quote: 'USD', observedOn: '2026-04-10', rate: '1.1711' }),
    ]);
    expect(rejected).toEqual([]);
    expect(accepted).toEqual({
      series: [
        { base: 'EUR', quote: 'USD' },
        { base: 'EUR', quote: 'JPY' },
      ],
      seriesIndexes: new Uint32Array([0, 1, 0]),
      instantsMs: new Float64Array([monday(), monday(), Date.parse('2026-04-10T12:10:00Z')]),
      rates: new Float64Array([1.1684, 186.75, 1.1711]),
    });
  });

  it('makes no series of a pair whose figures were all refused', () => {
    const { accepted } = passed([
      aFixing({ quote: 'QQQ' }),
      aFixing({ quote: 'CHF', rate: '-1' }),
      aFixing({ quote: 'JPY', rate: '186.75' }),
      aFixing({ quote: 'JPY', rate: '187.75' }),
      aFixing({ quote: 'USD' }),
    ]);
    expect(accepted.series).toEqual([{ base: 'EUR', quote: 'USD' }]);
    expect([...accepted.seriesIndexes]).toEqual([0]);
    expect([...accepted.rates]).toEqual([1.1684]);
  });

  it('tells of each of three figures that contradict each other once', () => {
    const { accepted, rejected } = passed(['1.1', '1.2', '1.3'].map((rate) => aFixing({ rate })));
    expect(accepted.rates).toHaveLength(0);
    expect(rejected.map(({ detail }) => detail)).toEqual(
      ['1.1', '1.2', '1.3'].map((rate) => `2026-04-13 EUR/USD "${rate}"`),
    );
  });

  it('takes nothing of a document whose dates cannot be right', () => {
    const fixings = openFixingCheck({
      now: NOW,
      fixingInstant: ecbFixingInstant,
      schedule: ECB_SCHEDULE,
      stored: () => null,
    });
    fixings.check(aFixing({ observedOn: '2026-04-17' }));
    fixings.check(aFixing({ observedOn: '2026-04-13' }));
    const { accepted, rejected, isMisdated } = fixings.close();
    expect(isMisdated).toBe(true);
    expect(accepted).toMatchObject({ series: [], rates: new Float64Array(0) });
    expect(rejected.map(({ rule }) => rule)).toEqual(['future_date', 'misdated']);
  });
});

function passed(rows: readonly PublishedFixing[]) {
  const fixings = openFixingCheck({ now: NOW, fixingInstant: ecbFixingInstant });
  for (const row of rows) fixings.check(row);
  return fixings.close();
}

function aFixing(change: Partial<PublishedFixing> = {}): PublishedFixing {
  return { base: 'EUR', quote: 'USD', rate: '1.1684', observedOn: '2026-04-13', ...change };
}

function monday(): number {
  return Date.parse('2026-04-13T12:10:00Z');
}
