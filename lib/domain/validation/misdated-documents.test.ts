import { describe, expect, it } from 'vitest';

import { aDay } from '#lib/testing/builders/builders';

import { BOE_SCHEDULE, boeFixingInstant } from '#lib/sources/boe/facts';
import { FED_SCHEDULE, fedFixingInstant } from '#lib/sources/fed/facts';
import { BOJ_SCHEDULE, bojFixingInstant } from '#lib/sources/boj/facts';
import type { Observation, PublishedFixing } from '#lib/domain/rates/observation';
import { checkFixings, type FixingBounds } from './check-fixings.ts';
import { ECB_SCHEDULE, ecbFixingInstant } from '#lib/sources/ecb/facts';

/** A Thursday, before the ECB's publication of the day. */
const NOW = new Date('2026-11-19T12:00:00Z');

const BANKS = {
  ecb: { schedule: ECB_SCHEDULE, fixingInstant: ecbFixingInstant },
  boe: { schedule: BOE_SCHEDULE, fixingInstant: boeFixingInstant },
  fed: { schedule: FED_SCHEDULE, fixingInstant: fedFixingInstant },
  boj: { schedule: BOJ_SCHEDULE, fixingInstant: bojFixingInstant },
} as const;

describe('a figure of a fetched document whose publication', () => {
  // Publication days around NOW: the newest that is out, and the one after it.
  it.each([
    ['ecb', '2026-11-18', '2026-11-19', '2026-11-19T15:00:00Z'],
    ['boe', '2026-11-18', '2026-11-19', '2026-11-20T09:30:00Z'],
    ['fed', '2026-11-13', '2026-11-16', '2026-11-23T21:15:00Z'],
    ['boj', '2026-11-17', '2026-11-18', '2026-11-19T23:50:00Z'],
  ] as const)('is not due at the %s is refused, up to an hour before it is', (bank, newest, next, dueAt) => {
    const rows = [row('USD', newest), row('USD', next), ...olderRows('USD'), ...olderRows('CHF')];
    const truth = storedOf(bank, rows);
    const early = check(bank, rows, truth, NOW);
    expect(early.rejected).toEqual([{ rule: 'not_due', detail: `${next} EUR/USD "1.1"` }]);
    expect(daysOf(early.accepted)).toContain(newest);
    const anHourBefore = new Date(Date.parse(dueAt) - 3_600_000);
    expect(check(bank, rows, truth, new Date(anHourBefore.getTime() - 1)).rejected).toHaveLength(1);
    expect(check(bank, rows, truth, anHourBefore).rejected).toEqual([]);
  });

  it('is of a day on which the publisher has none is refused', () => {
    const rows = [row('USD', '2026-12-25')];
    const { rejected } = check('ecb', rows, noneStored, new Date('2026-12-28T12:00:00Z'));
    expect(rejected.map(({ rule }) => rule)).toEqual(['no_publication']);
  });
});

describe('a fetched document', () => {
  const sound = ['2026-11-12', '2026-11-13'].flatMap((day) => [row('USD', day), row('CHF', day)]);

  it('in which half of the pairs are dated in the future is refused whole', () => {
    const checked = check('fed', [...sound, row('USD', '2026-11-24')], storedOf('fed', sound), NOW);
    expect([checked.accepted, checked.isMisdated]).toEqual([[], true]);
    expect(checked.rejected.map(({ rule }) => rule)).toEqual(['future_date', ...sound.map(() => 'misdated')]);
    expect(checked.rejected[1]?.detail).toBe('2026-11-12 EUR/USD "1.1"');
  });

  it('in which fewer of them are loses those rows alone', () => {
    const rows = [...sound, ...['SEK'].map((quote) => row(quote, '2026-11-13')), row('USD', '2026-11-24')];
    const checked = check('fed', rows, noneStored, NOW);
    expect([checked.accepted.length, checked.isMisdated]).toEqual([5, false]);
  });

  it('of days that are not due is refused whole when nothing says that its dates are right', () => {
    const rows = [...sound, row('USD', '2026-11-17'), row('CHF', '2026-11-17')];
    expect(check('fed', rows, noneStored, NOW)).toMatchObject({ accepted: [], isMisdated: true });
    const others: NonNullable<FixingBounds['stored']> = () => 1.2;
    expect(check('fed', rows, others, NOW)).toMatchObject({ accepted: [], isMisdated: true });
  });

  it('of days that are not due keeps the others when most stored figures say that its dates are right', () => {
    const early = [row('USD', '2026-11-17'), row('CHF', '2026-11-17')];
    const checked = check('fed', [...sound, ...early], storedOf('fed', sound), NOW);
    expect([checked.accepted.length, checked.isMisdated]).toEqual([sound.length, false]);
    expect(checked.rejected.map(({ rule }) => rule)).toEqual(['not_due', 'not_due']);
  });
});

it('loses its future rows alone when it is a file, which may be of any time', () => {
  const rows = [row('USD', '2026-11-18'), row('USD', '2026-12-18')];
  const checked = checkFixings(rows, { now: NOW, fixingInstant: ecbFixingInstant });
  expect([daysOf(checked.accepted), checked.isMisdated]).toEqual([['2026-11-18'], false]);
});

function check(
  bank: keyof typeof BANKS,
  rows: readonly PublishedFixing[],
  stored: NonNullable<FixingBounds['stored']>,
  now: Date,
) {
  const { schedule, fixingInstant } = BANKS[bank];
  return checkFixings(rows, { now, fixingInstant, schedule, stored });
}

/** A store that has these rows. */
function storedOf(
  bank: keyof typeof BANKS,
  rows: readonly PublishedFixing[],
): NonNullable<FixingBounds['stored']> {
  const instants = rows.map(({ quote, observedOn }) => [
    quote,
    BANKS[bank].fixingInstant(aDay(observedOn)).getTime(),
  ]);
  return (_base, quote, observedAt) =>
    instants.some(([code, atMs]) => code === quote && atMs === observedAt.getTime()) ? 1.1 : null;
}

function noneStored(): null {
  return null;
}

function row(quote: string, observedOn: string): PublishedFixing {
  return { base: 'EUR', quote, rate: '1.1', observedOn };
}

function olderRows(quote: string): readonly PublishedFixing[] {
  return ['2026-11-05', '2026-11-06'].map((day) => row(quote, day));
}

function daysOf(figures: readonly Observation[]): readonly string[] {
  return figures.map(({ observedAt }) => observedAt.toISOString().slice(0, 10));
}
