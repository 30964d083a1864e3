import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import {
  DEFAULT_CHOICE,
  findRate,
  isExpiredRate,
  type NoRate,
  only,
  type SourceChoice,
  sourcesOfPair,
} from './rate-engine.ts';
import { roundExact } from './exact-number.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import type { StoredSource } from './stored-source.ts';

const STRICT = only('ecb');

describe('a strict rate of one source', () => {
  const snapshot = aSnapshot([
    aStoredSource({
      publications: [aPublication('2026-04-13', { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75, 'CHF/EUR': 1.0821 })],
    }),
  ]);

  it.each([
    ['direct as published', 'EUR', 'USD', 1.1684],
    ['the inverse of a published figure', 'USD', 'EUR', 0.855_871_276_959_945],
    ['a cross through the base', 'USD', 'JPY', 159.833_960_972_27],
    ['a cross that divides by neither leg', 'CHF', 'JPY', 202.082_175],
    ['a cross that divides by both legs', 'USD', 'CHF', 0.790_935_474_503_23],
  ])('is %s', (_name, base, quote, rate) => {
    expect(rateOf(snapshot, base, quote, STRICT)).toBe(rate);
  });

  it('bears the instant of its publication and the source’s name', () => {
    const answer = findRate(snapshot, { base: 'USD', quote: 'JPY' }, STRICT);
    expect(answer).toMatchObject({
      ok: true,
      value: { source: 'ecb', observedAt: new Date('2026-04-13T12:00:00Z'), stale: false },
    });
  });

  it('is 1 for a currency against itself, without legs, where the source quotes the currency at all', () => {
    expect(findRate(snapshot, { base: 'JPY', quote: 'JPY' }, STRICT)).toMatchObject({
      ok: true,
      value: { legs: [], source: 'ecb' },
    });
    expect(rateOf(snapshot, 'JPY', 'JPY', STRICT)).toBe(1);
    expect(rateOf(snapshot, 'SEK', 'SEK', STRICT)).toBe('no-rate');
  });
});

describe('the route of a strict rate', () => {
  it('takes the published pair before any cross', () => {
    const figures = { 'EUR/USD': 1.2, 'EUR/JPY': 180, 'USD/JPY': 149 };
    const source = aStoredSource({ publications: [aPublication('2026-04-13', figures)] });
    expect(rateOf(aSnapshot([source]), 'USD', 'JPY', STRICT)).toBe(149);
    expect(rateOf(aSnapshot([source]), 'JPY', 'USD', STRICT)).toBe(0.006_711_409_395_973_15);
  });

  it('tries USD, then EUR, then the source’s own base', () => {
    const bank = (figures: Readonly<Record<string, number>>) =>
      aSnapshot([
        aStoredSource({ id: 'boe', base: 'GBP', publications: [aPublication('2026-04-13', figures)] }),
      ]);
    const throughBase = { 'GBP/CHF': 1.1, 'GBP/SEK': 12.1 };
    const throughEuro = { ...throughBase, 'EUR/CHF': 0.9, 'EUR/SEK': 10.8 };
    const throughDollar = { ...throughEuro, 'USD/CHF': 0.8, 'USD/SEK': 10.4 };
    expect(rateOf(bank(throughBase), 'CHF', 'SEK', only('boe'))).toBe(11);
    expect(rateOf(bank(throughEuro), 'CHF', 'SEK', only('boe'))).toBe(12);
    expect(rateOf(bank(throughDollar), 'CHF', 'SEK', only('boe'))).toBe(13);
  });
});

describe('the publication of a strict rate', () => {
  it('is the newest of the last three that both legs share', () => {
    const source = aStoredSource({
      publications: [
        aPublication('2026-04-13', { 'EUR/USD': 1.3 }),
        aPublication('2026-04-12', { 'EUR/USD': 1.2, 'EUR/JPY': 180 }),
        aPublication('2026-04-11', { 'EUR/USD': 1.1, 'EUR/JPY': 110 }),
      ],
    });
    expect(rateOf(aSnapshot([source]), 'USD', 'JPY', STRICT)).toBe(150);
    expect(findRate(aSnapshot([source]), { base: 'USD', quote: 'JPY' }, STRICT)).toMatchObject({
      value: { observedAt: new Date('2026-04-12T12:00:00Z') },
    });
  });

  it('is never the fourth newest', () => {
    const days = ['2026-04-13', '2026-04-12', '2026-04-11'];
    const without = days.map((day) => aPublication(day, { 'EUR/USD': 1.2 }));
    const publications = [...without, aPublication('2026-04-10', { 'EUR/JPY': 180 })];
    expect(rateOf(aSnapshot([aStoredSource({ publications })]), 'EUR', 'JPY', STRICT)).toBe('no-rate');
  });
});

describe('no rate from the asked source', () => {
  const ecb = aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': 1.1684 })] });
  const fed = aStoredSource({
    id: 'fed',
    base: 'USD',
    publications: [aPublication('2026-04-13', { 'USD/SEK': 9.2 })],
  });

  it('is "no-rate" when it lacks the pair, though another source has it', () => {
    expect(findRate(aSnapshot([ecb, fed]), { base: 'USD', quote: 'SEK' }, STRICT)).toEqual({
      ok: false,
      error: {
        kind: 'no-rate',
        pair: { base: 'USD', quote: 'SEK' },
        choice: STRICT,
        tried: [{ source: 'ecb', why: { kind: 'not-carried' } }],
      },
    });
  });

  it('is "not-enabled" when the source is none of the snapshot’s', () => {
    expect(rateOf(aSnapshot([ecb, fed]), 'EUR', 'USD', only('boj'))).toBe('not-enabled');
  });

  it('is "nothing-yet" before the first publication', () => {
    expect(rateOf(aSnapshot([aStoredSource({ publications: [] })]), 'EUR', 'USD', STRICT)).toBe(
      'nothing-yet',
    );
  });

  it('is "expired" exactly from the hard limit on', () => {
    const limit = new Date('2026-04-23T12:00:00Z');
    const before = aSnapshot([ecb], new Date(limit.getTime() - 1));
    expect(rateOf(before, 'EUR', 'USD', STRICT)).toBe(1.1684);
    expect(rateOf(aSnapshot([ecb], limit), 'EUR', 'USD', STRICT)).toBe('expired');
  });

  it('is "no-rate" for a currency that has ended, even on the day after its last figure', () => {
    const source = aStoredSource({
      publications: [aPublication('2025-12-31', { 'EUR/BGN': 1.9558, 'EUR/USD': 1.175 })],
    });
    const lastEvening = aSnapshot([source], new Date('2025-12-31T23:59:59Z'));
    const newYear = aSnapshot([source], new Date('2026-01-01T00:00:00Z'));
    expect(rateOf(lastEvening, 'EUR', 'BGN', STRICT)).toBe(1.9558);
    expect(rateOf(newYear, 'EUR', 'BGN', STRICT)).toBe('no-rate');
    expect(rateOf(newYear, 'BGN', 'BGN', STRICT)).toBe('no-rate');
    expect(rateOf(newYear, 'EUR', 'USD', STRICT)).toBe(1.175);
  });
});

describe('the order of default mode', () => {
  const FRESH = '2026-04-13';
  const LATE = '2026-04-12';
  const STALE = '2026-04-10';
  const EXPIRED = '2026-04-01';
  const euro = (day: string, figures: Readonly<Record<string, number>>) =>
    aStoredSource({ publications: [aPublication(day, figures)] });
  const dollar = (day: string, figures: Readonly<Record<string, number>>) =>
    aStoredSource({ id: 'fed', base: 'USD', publications: [aPublication(day, figures)] });

  it.each<readonly [string, readonly StoredSource[], string, number | 'no-rate']>([
    ['the first in priority', [euro(FRESH, { 'EUR/SEK': 11 }), dollar(FRESH, { 'EUR/SEK': 12 })], 'ecb', 11],
    ['one that is late', [euro(LATE, { 'EUR/SEK': 11 }), dollar(FRESH, { 'EUR/SEK': 12 })], 'ecb', 11],
    [
      'a later source when the first is stale',
      [euro(STALE, { 'EUR/SEK': 11 }), dollar(FRESH, { 'EUR/SEK': 12 })],
      'fed',
      12,
    ],
    [
      'a current cross between sources before a stale figure',
      [euro(FRESH, { 'EUR/USD': 1.2 }), dollar(FRESH, { 'USD/SEK': 10 }), stale('boe', { 'EUR/SEK': 11 })],
      'fed',
      12,
    ],
    [
      'a stale figure before a cross that needs a stale leg',
      [euro(STALE, { 'EUR/USD': 1.2 }), dollar(FRESH, { 'USD/SEK': 10 }), stale('boe', { 'EUR/SEK': 11 })],
      'boe',
      11,
    ],
    [
      'a cross with a stale leg last',
      [euro(STALE, { 'EUR/USD': 1.2 }), dollar(FRESH, { 'USD/SEK': 10 })],
      'fed',
      12,
    ],
    ['nothing past the hard limit', [euro(EXPIRED, { 'EUR/SEK': 11 })], '', 'no-rate'],
    [
      'nothing through a leg past the hard limit',
      [euro(EXPIRED, { 'EUR/USD': 1.2 }), dollar(FRESH, { 'USD/SEK': 10 })],
      '',
      'no-rate',
    ],
  ])('serves %s', (_name, sources, source, rate) => {
    const snapshot = aSnapshot(sources);
    expect(rateOf(snapshot, 'EUR', 'SEK', DEFAULT_CHOICE)).toBe(rate);
    const answer = findRate(snapshot, { base: 'EUR', quote: 'SEK' }, DEFAULT_CHOICE);
    expect(answer.ok ? answer.value.source : '').toBe(source);
  });

  function stale(id: 'boe', figures: Readonly<Record<string, number>>): StoredSource {
    return aStoredSource({ id, base: 'GBP', publications: [aPublication(STALE, figures)] });
  }
});

describe('what default mode says beside the rate', () => {
  const old = aStoredSource({ publications: [aPublication('2026-04-01', { 'EUR/SEK': 11 })] });
  const none = aStoredSource({ id: 'boe', base: 'GBP', publications: [] });
  const other = aStoredSource({
    id: 'fed',
    base: 'USD',
    publications: [aPublication('2026-04-13', { 'USD/JPY': 150 })],
  });

  it('names every source that was tried, in priority order, and why each had none', () => {
    expect(
      findRate(aSnapshot([old, none, other]), { base: 'EUR', quote: 'SEK' }, DEFAULT_CHOICE),
    ).toMatchObject({
      ok: false,
      error: {
        kind: 'no-rate',
        tried: [
          { source: 'ecb', why: { kind: 'expired' } },
          { source: 'boe', why: { kind: 'nothing-yet' } },
          { source: 'fed', why: { kind: 'not-carried' } },
        ],
      },
    });
  });

  it('tells a pair that would have a rate but for a hard limit from one that nobody has', () => {
    const dollars = aStoredSource({
      id: 'fed',
      base: 'USD',
      publications: [aPublication('2026-04-13', { 'USD/JPY': 150, 'EUR/USD': 1.1684 })],
    });
    const snapshot = aSnapshot([old, none, dollars]);
    for (const [base, quote, isExpired] of [
      ['EUR', 'SEK', true],
      ['SEK', 'JPY', true],
      ['SEK', 'SEK', true],
      ['EUR', 'NOK', false],
    ] as const) {
      expect(rateOf(snapshot, base, quote, DEFAULT_CHOICE)).toBe('no-rate');
      expect(isExpiredRate(snapshot, { base, quote }), `${base} to ${quote}`).toBe(isExpired);
    }
  });

  it('takes the identity from the first source with a current figure for the currency', () => {
    const stale = aStoredSource({ publications: [aPublication('2026-04-10', { 'EUR/JPY': 180 })] });
    expect(
      findRate(aSnapshot([stale, none, other]), { base: 'JPY', quote: 'JPY' }, DEFAULT_CHOICE),
    ).toMatchObject({
      ok: true,
      value: { source: 'fed', stale: false },
    });
  });

  it('lists as sources of a pair exactly those with a strict rate, stale ones too', () => {
    const stale = aStoredSource({
      id: 'boj',
      base: 'JPY',
      publications: [aPublication('2026-04-10', { 'USD/JPY': 149 })],
    });
    const snapshot = aSnapshot([old, none, other, stale]);
    expect(sourcesOfPair(snapshot, { base: 'JPY', quote: 'USD' })).toEqual(['fed', 'boj']);
    expect(sourcesOfPair(snapshot, { base: 'EUR', quote: 'SEK' })).toEqual([]);
  });
});

function rateOf(
  snapshot: RateSnapshot,
  base: string,
  quote: string,
  choice: SourceChoice,
): number | NoRate['kind'] {
  const answer = findRate(snapshot, { base, quote }, choice);
  return answer.ok ? roundExact(answer.value.rate) : answer.error.kind;
}
