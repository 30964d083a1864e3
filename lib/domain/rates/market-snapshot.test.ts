import { describe, expect, it } from 'vitest';
import { DEFAULT_CHOICE, findRate, only } from './rate-engine.ts';
import { roundExact } from './exact-number.ts';
import { buildSnapshot, type RateSnapshot } from './rate-snapshot.ts';
import type { StoredQuote, StoredQuotes } from './stored-source.ts';
import { addDays, isoDayOf } from '#lib/domain/iso-day';
import { MINUTE_MS } from '#lib/domain/durations';
import { buildDaySnapshot } from './day-snapshot.ts';

const POLLED_AT = new Date('2026-11-19T12:00:00Z');
const EARLIER_POLL = new Date('2026-11-19T11:59:40Z');

describe('the quotes of an exchange that is always open', () => {
  it.each([
    [0, 'fresh'],
    [2 * MINUTE_MS - 1, 'fresh'],
    [2 * MINUTE_MS, 'late'],
    [5 * MINUTE_MS, 'stale'],
    [15 * MINUTE_MS, 'expired'],
  ])('are %i ms after their poll %s, however old the trade is', (afterMs, age) => {
    const snapshot = at(
      afterMs,
      exchange([quote('BTC', 'USD', 100_000, { observedAt: '2026-11-19T09:00:00Z' })]),
    );
    expect(snapshot.sources[0]?.publications[0]?.age).toBe(age);
  });

  it('bear their own time, and a cross the time of its older leg', () => {
    const snapshot = at(
      0,
      exchange([
        quote('BTC', 'USD', 100_000, { observedAt: '2026-11-19T11:59:58Z' }),
        quote('ETH', 'USD', 4_000, { observedAt: '2026-11-19T11:59:50Z' }),
      ]),
    );
    expect(strict(snapshot, 'BTC', 'USD')).toEqual([100_000, '2026-11-19T11:59:58.000Z']);
    expect(strict(snapshot, 'BTC', 'ETH')).toEqual([25, '2026-11-19T11:59:50.000Z']);
  });

  it('are crossed within one poll only', () => {
    const apart = [
      quote('BTC', 'USD', 100_000),
      quote('ETH', 'USD', 4_000, { polledAt: EARLIER_POLL, observedAt: EARLIER_POLL.toISOString() }),
    ];
    const snapshot = at(0, exchange(apart));
    expect(strict(snapshot, 'BTC', 'ETH')).toBe('no-rate');
    expect(strict(snapshot, 'ETH', 'USD')).toEqual([4_000, EARLIER_POLL.toISOString()]);
  });

  it('are refused past the hard limit with the source’s name, and skipped in default mode', () => {
    const snapshot = at(15 * MINUTE_MS, exchange([quote('BTC', 'USD', 100_000)]));
    expect(strict(snapshot, 'BTC', 'USD')).toBe('expired');
    expect(findRate(snapshot, { base: 'BTC', quote: 'USD' }, DEFAULT_CHOICE)).toMatchObject({
      ok: false,
      error: { kind: 'no-rate' },
    });
  });

  it('count from the instant of their poll, where another process polled on a clock that is ahead', () => {
    const polledAt = new Date(POLLED_AT.getTime() + 1500);
    const ahead = exchange([quote('BTC', 'USD', 100_000, { polledAt })]);
    const before = at(1499, ahead);
    expect(before.sources[0]?.publications).toEqual([]);
    expect(before.validUntil).toEqual(polledAt);
    const then = at(1500, ahead);
    expect(then.sources[0]?.publications).toHaveLength(1);
    expect(then.version).not.toBe(before.version);
  });

  it('end the snapshot at the instant at which one of them turns', () => {
    expect(at(0, exchange([quote('BTC', 'USD', 100_000)])).validUntil).toEqual(
      new Date(POLLED_AT.getTime() + 2 * MINUTE_MS),
    );
  });
});

describe('the quotes of a page that follows the forex market', () => {
  it('age pair by pair: a pair nobody trades is passed over where a fresh cross is at hand', () => {
    const page = forex([
      quote('EUR', 'NOK', 11.5, { observedAt: '2026-11-17T12:00:00Z' }),
      quote('EUR', 'USD', 1.15),
      quote('USD', 'NOK', 10.2),
    ]);
    expect(strict(at(0, page), 'EUR', 'NOK')).toEqual([11.73, '2026-11-19T12:00:00.000Z']);
  });

  it('do not age while the market is closed', () => {
    const friday = quote('EUR', 'USD', 1.15, {
      observedAt: '2026-11-20T21:59:00Z',
      polledAt: new Date('2026-11-20T21:59:00Z'),
    });
    const sunday = buildSnapshot([forex([friday])], 1, new Date('2026-11-22T20:00:00Z'));
    expect(sunday.sources[0]?.publications[0]?.age).toBe('fresh');
    const monday = buildSnapshot([forex([friday])], 1, new Date('2026-11-22T23:30:00Z'));
    expect(monday.sources[0]?.publications[0]?.age).toBe('stale');
  });

  it('are closed from the close of their market until it opens, each of which is another version', () => {
    const [closedAt, opensAt] = [new Date('2026-11-20T22:00:00Z'), new Date('2026-11-22T22:00:00Z')];
    const friday = quote('EUR', 'USD', 1.15, {
      observedAt: '2026-11-20T21:59:00Z',
      polledAt: new Date('2026-11-20T21:59:00Z'),
    });
    const seenAt = (ms: number, of: Date) => buildSnapshot([forex([friday])], 1, new Date(of.getTime() + ms));
    const legOf = (snapshot: RateSnapshot, base = 'EUR') => {
      const found = findRate(snapshot, { base, quote: 'USD' }, only('web-finance'));
      return found.ok ? [found.value.legs[0]?.age, found.value.closing] : found.error.kind;
    };
    expect(legOf(seenAt(-1, closedAt))).toEqual(['fresh', null]);
    expect(legOf(seenAt(0, closedAt))).toEqual(['closed', { closedAt, opensAt }]);
    expect(legOf(seenAt(-1, opensAt))).toEqual(['closed', { closedAt, opensAt }]);
    expect(legOf(seenAt(-1, opensAt), 'USD')).toEqual([undefined, { closedAt, opensAt }]);
    expect(legOf(seenAt(0, opensAt))).toEqual(['fresh', null]);
    for (const turn of [closedAt, opensAt]) {
      expect(seenAt(-1, turn).validUntil).toEqual(turn);
      expect(seenAt(-1, turn).version).not.toBe(seenAt(0, turn).version);
    }
  });

  it('are stale and not closed where they were stale when their market closed', () => {
    const noon = quote('EUR', 'USD', 1.15, {
      observedAt: '2026-11-20T12:00:00Z',
      polledAt: new Date('2026-11-20T12:00:00Z'),
    });
    const saturday = buildSnapshot([forex([noon])], 1, new Date('2026-11-21T12:00:00Z'));
    expect(findRate(saturday, { base: 'EUR', quote: 'USD' }, only('web-finance'))).toMatchObject({
      value: { stale: true, legs: [{ age: 'stale' }] },
    });
  });

  it('say of a currency against itself what its newest quote says', () => {
    const page = forex([
      quote('EUR', 'NOK', 11.5, { observedAt: '2026-11-19T08:00:00Z' }),
      quote('USD', 'NOK', 10.2),
    ]);
    expect(strict(at(0, page), 'NOK', 'NOK')).toEqual([1, '2026-11-19T12:00:00.000Z']);
  });
});

describe('the last quotes of a day that is over', () => {
  const day = isoDayOf(POLLED_AT);
  const ofDay = (source: StoredQuotes, of = day) => buildDaySnapshot([source], 1, of);
  const btc = quote('BTC', 'USD', 100_000, { observedAt: '2026-11-19T23:59:58Z' });
  const eth = quote('ETH', 'USD', 4_000, { observedAt: '2026-11-19T08:00:00Z' });

  it('are crossed with each other, whenever on that day they were made', () => {
    expect(strict(ofDay(exchange([btc, eth])), 'BTC', 'ETH')).toEqual([25, '2026-11-19T08:00:00.000Z']);
  });

  it('are fresh on their own day, though the market closed some hours before its end', () => {
    const tuesday = forex([quote('EUR', 'USD', 1.15, { observedAt: '2026-11-17T20:00:00Z' })]);
    const snapshot = ofDay(tuesday, addDays(day, -2));
    expect(snapshot.sources[0]?.publications[0]?.quotes?.get('EUR/USD')?.age).toBe('fresh');
  });

  it('are not those of an exchange on the day after', () => {
    expect(strict(ofDay(exchange([btc, eth]), addDays(day, 1)), 'BTC', 'USD')).toBe('expired');
  });

  it('count on while their market is closed', () => {
    const friday = forex([
      quote('EUR', 'USD', 1.15, { observedAt: '2026-11-20T21:59:00Z' }),
      quote('USD', 'NOK', 10.2, { observedAt: '2026-11-20T21:58:00Z' }),
    ]);
    const sunday = ofDay(friday, addDays(day, 3));
    expect(strict(sunday, 'EUR', 'NOK')).toEqual([11.73, '2026-11-20T21:58:00.000Z']);
    expect(strict(ofDay(friday, addDays(day, 4)), 'EUR', 'NOK')).toBe('expired');
  });
});

interface QuoteParts {
  readonly observedAt?: string;
  readonly polledAt?: Date;
}

function quote(base: string, quoted: string, rate: number, parts: QuoteParts = {}): StoredQuote {
  const polledAt = parts.polledAt ?? POLLED_AT;
  const observedAt = parts.observedAt === undefined ? polledAt : new Date(parts.observedAt);
  return { base, quote: quoted, rate, observedAt, polledAt };
}

function exchange(quotes: readonly StoredQuote[]): StoredQuotes {
  const ages = { lateMs: 2 * MINUTE_MS, staleMs: 5 * MINUTE_MS, hardLimitMs: 15 * MINUTE_MS };
  return market(quotes, { id: 'crypto-exchange', name: 'An exchange', market: 'always', ages });
}

function forex(quotes: readonly StoredQuote[]): StoredQuotes {
  const ages = { lateMs: 20 * MINUTE_MS, staleMs: 60 * MINUTE_MS, hardLimitMs: 24 * 60 * MINUTE_MS };
  return market(quotes, { id: 'web-finance', name: 'A page', market: 'forex', ages });
}

function market(
  quotes: readonly StoredQuote[],
  facts: Pick<StoredQuotes['description'], 'id' | 'name' | 'market' | 'ages'>,
): StoredQuotes {
  return {
    description: { cadence: 'tick', base: 'USD', ...facts },
    quotes,
    pairs: new Set(quotes.map(({ base, quote: quoted }) => `${base}/${quoted}`)),
  };
}

function at(afterMs: number, source: StoredQuotes): RateSnapshot {
  return buildSnapshot([source], 1, new Date(POLLED_AT.getTime() + afterMs));
}

/** The rate and its time, or why there is none. */
function strict(snapshot: RateSnapshot, base: string, quoted: string): readonly [number, string] | string {
  const [source] = snapshot.sources;
  if (!source) throw new Error('The snapshot has no source.');
  const found = findRate(snapshot, { base, quote: quoted }, only(source.id));
  if (!found.ok) return found.error.kind;
  return [roundExact(found.value.rate), found.value.observedAt.toISOString()];
}
