import { describe, expect, it } from 'vitest';

import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { nextPublicationDay } from './publication-calendar.ts';
import { ECB_SCHEDULE, ecbFixingInstant } from '#lib/sources/ecb/facts';
import { isTargetDay } from './target-calendar.ts';
import { ageLimits, ageStateAt, tickAgeLimits } from './staleness.ts';

describe('age limits of an ECB fixing', () => {
  it.each([
    // day, late, stale, expired; winter 17:30 Frankfurt is 16:30 UTC, summer 15:30 UTC
    ['in a week', '2026-11-16', '2026-11-17T16:30', '2026-11-18T16:30', '2026-11-26T13:10'],
    ['over a weekend', '2026-11-20', '2026-11-23T16:30', '2026-11-24T16:30', '2026-11-30T13:10'],
    ['over Easter', '2026-04-02', '2026-04-07T15:30', '2026-04-08T15:30', '2026-04-12T12:10'],
    ['over Christmas', '2025-12-24', '2025-12-29T16:30', '2025-12-30T16:30', '2026-01-03T13:10'],
    ['over New Year', '2025-12-31', '2026-01-02T16:30', '2026-01-05T16:30', '2026-01-10T13:10'],
    [
      'over the change to summer time',
      '2026-03-27',
      '2026-03-30T15:30',
      '2026-03-31T15:30',
      '2026-04-06T13:10',
    ],
    [
      'over the change to winter time',
      '2026-10-23',
      '2026-10-26T16:30',
      '2026-10-27T16:30',
      '2026-11-02T12:10',
    ],
  ])('count missed publications %s', (_name, text, late, stale, expired) => {
    const { lateAt, staleAt, expiresAt } = limitsOf(dayOf(text));
    const shown = [lateAt, staleAt, expiresAt].map((instant) => instant.toISOString().slice(0, 16));
    expect(shown).toEqual([late, stale, expired]);
  });

  it('are in order for every publication day of 30 years', () => {
    for (let day = dayOf('1999-01-04'); day < '2029-01-01'; day = addDays(day, 1)) {
      if (!isTargetDay(day)) continue;
      const { lateAt, staleAt, expiresAt } = limitsOf(day);
      expect(lateAt > ecbFixingInstant(day) && staleAt > lateAt && expiresAt > staleAt, day).toBe(true);
    }
  });

  it('leave a fixing fresh until its successor is 90 minutes overdue, on every day of three years', () => {
    for (let day = dayOf('2024-01-02'); day < '2027-01-01'; day = nextPublicationDay(ECB_SCHEDULE, day)) {
      const successorDueAt = ECB_SCHEDULE.dueAt(nextPublicationDay(ECB_SCHEDULE, day));
      expect(ageStateAt(limitsOf(day), new Date(successorDueAt.getTime() + 89 * 60_000)), day).toBe('fresh');
    }
  });
});

describe('age limits of a live quote', () => {
  const ages = { lateMs: 20 * 60_000, staleMs: 60 * 60_000, hardLimitMs: 24 * 3_600_000 };

  it.each([
    ['in a week', '2026-11-18T12:00', '2026-11-18T12:20', '2026-11-18T13:00', '2026-11-19T12:00'],
    ['over a weekend', '2026-11-20T21:50', '2026-11-22T22:10', '2026-11-22T22:50', '2026-11-23T21:50'],
    ['at the close', '2026-11-20T22:00', '2026-11-22T22:20', '2026-11-22T23:00', '2026-11-23T22:00'],
    ['stamped on a Saturday', '2026-11-21T12:00', '2026-11-22T22:20', '2026-11-22T23:00', '2026-11-23T22:00'],
    ['over Christmas', '2025-12-24T21:30', '2025-12-24T21:50', '2025-12-25T22:30', '2025-12-26T21:30'],
    [
      'over New Year and a weekend',
      '2026-12-31T21:59',
      '2027-01-03T22:19',
      '2027-01-03T22:59',
      '2027-01-04T21:59',
    ],
    [
      'over the change to summer time',
      '2026-03-06T21:50',
      '2026-03-08T21:10',
      '2026-03-08T21:50',
      '2026-03-09T20:50',
    ],
  ])('count the time that the forex market is open %s', (_name, quoted, late, stale, expired) => {
    expect(shownLimits('forex', quoted)).toEqual([late, stale, expired]);
  });

  it('count all time of a market that never closes', () => {
    expect(shownLimits('always', '2026-11-20T21:50')).toEqual([
      '2026-11-20T22:10',
      '2026-11-20T22:50',
      '2026-11-21T21:50',
    ]);
  });

  it('leave a closing figure fresh until the market has opened again', () => {
    const limits = tickAgeLimits(ages, 'forex', new Date('2026-11-20T21:59:00Z'));
    expect(ageStateAt(limits, new Date('2026-11-22T21:59:59Z'))).toBe('fresh');
    expect(ageStateAt(limits, new Date('2026-11-22T22:19:00Z'))).toBe('late');
  });

  function shownLimits(market: 'always' | 'forex', quoted: string): readonly string[] {
    const { lateAt, staleAt, expiresAt } = tickAgeLimits(ages, market, new Date(`${quoted}:00Z`));
    return [lateAt, staleAt, expiresAt].map((instant) => instant.toISOString().slice(0, 16));
  }
});

describe('the age state', () => {
  it.each([
    ['2026-11-17T16:29:59.999Z', 'fresh'],
    ['2026-11-17T16:30:00.000Z', 'late'],
    ['2026-11-18T16:29:59.999Z', 'late'],
    ['2026-11-18T16:30:00.000Z', 'stale'],
    ['2026-11-26T13:09:59.999Z', 'stale'],
    ['2026-11-26T13:10:00.000Z', 'expired'],
    ['2030-01-01T00:00:00.000Z', 'expired'],
  ])('begins exactly at its instant: at %s it is %s', (now, state) => {
    expect(ageStateAt(limitsOf(dayOf('2026-11-16')), new Date(now))).toBe(state);
  });
});

function limitsOf(day: IsoDay) {
  return ageLimits(ECB_SCHEDULE, day, ecbFixingInstant(day));
}

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
