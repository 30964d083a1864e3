import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '#lib/domain/currencies/currency';
import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { isInForce } from '#lib/domain/currencies/peg';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { SIMULATED_SOURCES } from '#lib/testing/simulated-upstreams/faults/faults';
import { createSimulatedRates, type RatesMoment, type SimulatedRates } from './rates.ts';

const SINCE_MS = Date.parse('1999-01-04T00:00:00Z');
const UNTIL_MS = Date.parse('2027-12-31T00:00:00Z');
const instants = fc.integer({ min: SINCE_MS, max: UNTIL_MS }).map((atMs) => new Date(atMs));
const codes = fc.constantFrom(
  'EUR',
  'USD',
  'JPY',
  'GBP',
  'BTC',
  'XAF',
  'TRY',
  'KYD',
  'NPR',
  'USDT',
  'XAU',
  'DKK',
);

describe('simulated rates', () => {
  it('are the same for a seed, in whatever order they are asked for, and others for another seed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(instants, codes, codes), { minLength: 2, maxLength: 8 }), (asked) => {
        const forwards = createSimulatedRates(7);
        const backwards = createSimulatedRates(7);
        const one = asked.map(([at, base, quote]) => rateOf(forwards.at(at), base, quote));
        const other = asked.toReversed().map(([at, base, quote]) => rateOf(backwards.at(at), base, quote));
        expect(other.toReversed()).toEqual(one);
      }),
    );
    const at = new Date('2026-11-20T12:00:00Z');
    const rates = [1, 2, 3, 4].map((seed) => rateOf(createSimulatedRates(seed).at(at), 'EUR', 'USD'));
    expect(new Set(rates).size).toBe(4);
  });

  it('close every triangle, for the truth and for every source', () => {
    const rates = createSimulatedRates(7);
    const views = fc.constantFrom(undefined, ...SIMULATED_SOURCES);
    fc.assert(
      fc.property(instants, views, codes, codes, codes, (at, seenBy, one, two, three) => {
        const moment = rates.at(at, seenBy);
        const around = rateOf(moment, one, two) * rateOf(moment, two, three) * rateOf(moment, three, one);
        expect(Math.abs(around - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  it('differ from source to source, and from the truth by at most 0.05 %', () => {
    const rates = createSimulatedRates(7);
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom(...SIMULATED_SOURCES),
        codes,
        codes,
        (at, source, base, quote) => {
          const seen = rateOf(rates.at(at, source), base, quote);
          expect(Math.abs(Math.log(seen / rateOf(rates.at(at), base, quote)))).toBeLessThan(0.0005);
        },
      ),
    );
    const at = new Date('2026-11-20T12:00:00Z');
    const seen = SIMULATED_SOURCES.map((source) => rateOf(rates.at(at, source), 'EUR', 'USD'));
    expect(new Set(seen).size).toBe(SIMULATED_SOURCES.length);
  });
});

describe('the figures of simulated rates', () => {
  it('follow the law exactly while it is in force', () => {
    const rates = createSimulatedRates(7);
    const at = new Date('2026-11-20T12:00:00Z');
    const day = isoDayOf(at);
    const pegs = LAW.pegs.filter((peg) => isInForce(peg, day));
    expect(pegs.length).toBeGreaterThan(50);
    for (const { base, quote, rate } of pegs) {
      const seen = rateOf(rates.at(at, 'web-finance'), base, quote);
      expect(Math.abs(seen / Number(rate) - 1), `${base}/${quote}`).toBeLessThan(1e-14);
    }
  });

  it.each([
    ['EUR', 0.003, 0.008],
    ['JPY', 0.003, 0.008],
    ['DKK', 0.003, 0.008],
    ['BTC', 0.02, 0.04],
    ['HKD', 0.0001, 0.0005],
    ['USDT', 0, 0.0001],
  ])(
    'move %s against the dollar as it really moves: a standard deviation of %d to %d a day',
    (code, min, max) => {
      const deviations = [1, 2, 3].map((seed) => dailyDeviation(createSimulatedRates(seed), code));
      const mean = deviations.reduce((sum, each) => sum + each, 0) / deviations.length;
      expect(mean).toBeGreaterThan(min);
      expect(mean).toBeLessThan(max);
    },
  );

  it('stand at today’s levels on 1 November 2026', () => {
    const moment = createSimulatedRates(7).at(new Date('2026-11-01T00:00:00Z'));
    const levels = [
      ['EUR', 'USD', 1.159],
      ['USD', 'JPY', 153.4],
      ['BTC', 'USD', 109_500],
      ['XAU', 'USD', 4012],
      ['KWD', 'USD', 3.257],
      ['EUR', 'HUF', 387.8],
    ] as const;
    for (const [base, quote, level] of levels) {
      expect(rateOf(moment, base, quote) / level, `${base}/${quote}`).toBeCloseTo(1, 3);
    }
  });
});

describe('the clock of simulated rates', () => {
  it('stand still while the foreign exchange market is closed, but crypto goes on', () => {
    const rates = createSimulatedRates(7);
    const close = rates.at(new Date('2026-11-20T22:00:00Z'));
    const sunday = rates.at(new Date('2026-11-22T12:00:00Z'));
    const monday = rates.at(new Date('2026-11-23T08:00:00Z'));
    for (const quote of ['EUR', 'JPY', 'TRY', 'XAU', 'DKK']) {
      expect(rateOf(sunday, 'USD', quote)).toBe(rateOf(close, 'USD', quote));
      expect(rateOf(monday, 'USD', quote)).not.toBe(rateOf(close, 'USD', quote));
    }
    expect(rateOf(sunday, 'BTC', 'USD')).not.toBe(rateOf(close, 'BTC', 'USD'));
  });

  it('move within a minute', () => {
    const rates = createSimulatedRates(7);
    const [one, other] = ['12:00:00', '12:00:20'].map((time) => rates.at(new Date(`2026-11-20T${time}Z`)));
    for (const code of ['EUR', 'BTC']) {
      expect(one?.rate(code, 'USD')).not.toBe(other?.rate(code, 'USD'));
    }
  });

  it('exist for every currency in use and every crypto asset of the product', () => {
    const moment = createSimulatedRates(7).at(new Date('2026-11-20T12:00:00Z'));
    const wanted = CURRENCIES.filter(
      ({ kind, lastDay }) => lastDay === null && kind !== 'unit' && kind !== 'fund',
    );
    const without = wanted.filter(({ code }) => !(moment.rate('USD', code) ?? 0)).map(({ code }) => code);
    expect(without).toEqual([]);
    expect(moment.rate('USD', 'XXX')).toBeNull();
  });
});

function rateOf(moment: RatesMoment, base: string, quote: string): number {
  const rate = moment.rate(base, quote);
  if (rate === null) throw new Error(`There is no rate of ${base}/${quote}.`);
  return rate;
}

/** Of the logarithm, over the Mondays to Thursdays of four years. */
function dailyDeviation(rates: SimulatedRates, code: string): number {
  const squares: number[] = [];
  for (let atMs = Date.parse('2022-01-03T12:00:00Z'); atMs < Date.parse('2026-01-01'); atMs += DAY_MS) {
    const weekday = new Date(atMs).getUTCDay();
    if (weekday < 1 || weekday > 4) continue;
    const [today, tomorrow] = [atMs, atMs + DAY_MS].map((ms) => rateOf(rates.at(new Date(ms)), code, 'USD'));
    squares.push(Math.log((tomorrow ?? 1) / (today ?? 1)) ** 2);
  }
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}
