import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { forexCloseBefore, isForexOpen } from '#lib/domain/calendars/forex-market';
import { DEFAULT_CHOICE, findRate, only } from '#lib/domain/rates/rate-engine';
import { buildSnapshot, type RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { StoredQuotes, TickDescription } from '#lib/domain/rates/stored-source';
import { ageWord } from '#lib/format/sources/age-words';
import { aPublication, aStoredSource } from '#lib/testing/builders/builders';
import { provenanceOf } from './provenance.ts';

const AGES = { lateMs: 20 * MINUTE_MS, staleMs: 60 * MINUTE_MS, hardLimitMs: DAY_MS };

const PAIRS = [
  ['EUR', 'USD'],
  ['USD', 'EUR'],
  ['EUR', 'JPY'],
  ['EUR', 'EUR'],
] as const;

describe('the provenance of a market’s rate in every hour of three years', () => {
  it('is closed exactly when the market is, with its close and its opening, and never live then', () => {
    const wrong: string[] = [];
    for (let ms = Date.UTC(2024, 0, 1); ms < Date.UTC(2027, 0, 1); ms += HOUR_MS) {
      const now = new Date(ms);
      // The newest quote is five minutes old, or was when the market closed.
      const quotedAt = new Date(forexCloseBefore(now).getTime() - 5 * MINUTE_MS);
      const snapshot = buildSnapshot([quotes('web-finance', 'forex', quotedAt)], 1, now);
      const [base, quote] = PAIRS[(ms / HOUR_MS) % PAIRS.length] ?? PAIRS[0];
      const { age, market, legs } = provenance(snapshot, base, quote);
      const word = ageWord(age, ['web-finance']);
      const isTrue = isForexOpen(now)
        ? age === 'fresh' && word === 'Live' && market === undefined
        : age === 'closed' &&
          word === 'Market closed' &&
          market !== undefined &&
          market.closedAt <= now.toISOString() &&
          now.toISOString() < market.opensAt;
      if (!isTrue || !legs.every((leg) => leg.age === age)) wrong.push(now.toISOString());
    }
    expect(wrong).toEqual([]);
  });
});

describe('on a Saturday', () => {
  const saturday = new Date('2026-11-21T12:00:00Z');
  const market = { closedAt: '2026-11-20T22:00:00.000Z', opensAt: '2026-11-22T22:00:00.000Z' };
  const page = quotes('web-finance', 'forex', new Date('2026-11-20T21:55:00Z'));
  const exchange = quotes('crypto-exchange', 'always', saturday);
  const bank = aStoredSource({ publications: [aPublication('2026-11-20', { 'EUR/SEK': 11 })] });

  it('a bank and an exchange that never closes are what they were', () => {
    const snapshot = buildSnapshot([bank, exchange, page], 1, saturday);
    expect(provenance(snapshot, 'EUR', 'SEK', 'ecb')).toMatchObject({ age: 'fresh' });
    expect(provenance(snapshot, 'EUR', 'SEK', 'ecb')).not.toHaveProperty('market');
    expect(provenance(snapshot, 'EUR', 'USD', 'crypto-exchange')).toMatchObject({ age: 'fresh' });
    expect(provenance(snapshot, 'EUR', 'USD', 'crypto-exchange')).not.toHaveProperty('market');
  });

  it('a cross of a fixing and a closing figure is closed, and not fresh', () => {
    expect(provenance(buildSnapshot([bank, page], 1, saturday), 'USD', 'SEK', null)).toMatchObject({
      age: 'closed',
      market,
      legs: [{ age: 'closed' }, { age: 'fresh' }],
    });
  });
});

function provenance(
  snapshot: RateSnapshot,
  base: string,
  quote: string,
  source: Source | null = 'web-finance',
) {
  const pair = { base, quote };
  const choice = source === null ? DEFAULT_CHOICE : only(source);
  const found = findRate(snapshot, pair, choice);
  if (!found.ok) throw new Error(`There is no rate of ${base}/${quote}: ${found.error.kind}.`);
  return provenanceOf(found.value, snapshot, { pair, choice, date: undefined });
}

type Source = 'ecb' | 'web-finance' | 'crypto-exchange';

function quotes(id: TickDescription['id'], market: TickDescription['market'], at: Date): StoredQuotes {
  const figures = [
    ['EUR', 'USD', 1.15],
    ['USD', 'JPY', 150],
  ] as const;
  return {
    description: { id, name: id, base: 'USD', cadence: 'tick', market, ages: AGES },
    quotes: figures.map(([base, quote, rate]) => ({ base, quote, rate, observedAt: at, polledAt: at })),
    pairs: new Set(figures.map(([base, quote]) => `${base}/${quote}`)),
  };
}
