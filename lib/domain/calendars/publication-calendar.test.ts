import { describe, expect, it } from 'vitest';

import { addDays, type IsoDay, parseIsoDay, weekdayOf } from '#lib/domain/iso-day';
import { newestDueDays, nextPublicationDay, nextReleaseDay, zonedInstant } from './publication-calendar.ts';
import { ECB_SCHEDULE, ecbFixingInstant } from '#lib/sources/ecb/facts';

describe('the next publication day', () => {
  it.each([
    ['2026-11-19', '2026-11-20', 'the next working day'],
    ['2026-11-20', '2026-11-23', 'over a weekend'],
    ['2026-04-02', '2026-04-07', 'over Easter'],
    ['2025-12-24', '2025-12-29', 'over Christmas and a weekend'],
    ['2025-12-31', '2026-01-02', 'over New Year'],
  ])('after %s is %s, %s', (day, next) => {
    expect(nextPublicationDay(ECB_SCHEDULE, dayOf(day))).toBe(next);
  });

  it('is a bug, not an endless search, for a schedule that never publishes', () => {
    const never = { ...ECB_SCHEDULE, isPublicationDay: () => false };
    expect(() => nextPublicationDay(never, dayOf('2026-11-20'))).toThrow(/no publication within 31 days/);
  });
});

describe('the next release', () => {
  it('is the next publication day where every day is released by itself', () => {
    for (let day = dayOf('2024-01-02'); day < '2027-01-01'; day = nextPublicationDay(ECB_SCHEDULE, day)) {
      expect(nextReleaseDay(ECB_SCHEDULE, day)).toBe(nextPublicationDay(ECB_SCHEDULE, day));
    }
  });

  it('is the first day of the next batch where days are released in batches', () => {
    const dueAt = (day: IsoDay) => zonedInstant(addDays(day, 8 - weekdayOf(day)), '16:15', 'Europe/Berlin');
    const weekly = { ...ECB_SCHEDULE, dueAt };
    expect(nextReleaseDay(weekly, dayOf('2026-11-16'))).toBe('2026-11-23');
    expect(nextReleaseDay(weekly, dayOf('2026-11-20'))).toBe('2026-11-23');
    expect(nextReleaseDay(weekly, dayOf('2026-04-01'))).toBe('2026-04-07');
  });
});

describe('the newest days that were due', () => {
  it.each([
    ['2026-11-23', '2026-11-23T14:59:59Z', ['2026-11-20', '2026-11-19', '2026-11-18']],
    ['2026-11-23', '2026-11-23T15:00:00Z', ['2026-11-23', '2026-11-20', '2026-11-19']],
    ['2026-04-06', '2026-04-06T20:00:00Z', ['2026-04-02', '2026-04-01', '2026-03-31']],
    ['2026-11-18', '2026-11-23T15:00:00Z', ['2026-11-18', '2026-11-17', '2026-11-16']],
  ])('up to %s by %s are %s', (day, dueBy, expected) => {
    const asked = { day: dayOf(day), dueBy: new Date(dueBy), count: 3 };
    expect(newestDueDays(ECB_SCHEDULE, asked)).toEqual(expected);
  });

  it('are none, without an endless search, of a schedule that never publishes', () => {
    const never = { ...ECB_SCHEDULE, isPublicationDay: () => false };
    const asked = { day: dayOf('2026-11-20'), dueBy: new Date('2026-11-20T18:00:00Z'), count: 3 };
    expect(newestDueDays(never, asked)).toEqual([]);
  });
});

describe('local times as instants', () => {
  it.each([
    ['2026-01-15', '16:00', 'Europe/Berlin', '2026-01-15T15:00:00.000Z'],
    ['2026-07-15', '16:00', 'Europe/Berlin', '2026-07-15T14:00:00.000Z'],
    ['2026-03-27', '14:10', 'Europe/Berlin', '2026-03-27T13:10:00.000Z'],
    ['2026-03-28', '23:59', 'Europe/Berlin', '2026-03-28T22:59:00.000Z'],
    ['2026-03-29', '16:00', 'Europe/Berlin', '2026-03-29T14:00:00.000Z'],
    ['2026-03-29', '00:30', 'Europe/Berlin', '2026-03-28T23:30:00.000Z'],
    ['2026-10-25', '00:30', 'Europe/Berlin', '2026-10-24T22:30:00.000Z'],
    ['2026-10-25', '16:00', 'Europe/Berlin', '2026-10-25T15:00:00.000Z'],
    ['2026-03-08', '12:00', 'America/New_York', '2026-03-08T16:00:00.000Z'],
    ['2026-03-09', '16:15', 'America/New_York', '2026-03-09T20:15:00.000Z'],
    ['1971-01-04', '12:00', 'America/New_York', '1971-01-04T17:00:00.000Z'],
    ['1975-01-02', '16:00', 'Europe/London', '1975-01-02T16:00:00.000Z'],
    ['2026-11-20', '08:50', 'Asia/Tokyo', '2026-11-19T23:50:00.000Z'],
  ])('give for %s %s in %s the instant %s', (day, localTime, timeZone, instant) => {
    expect(zonedInstant(dayOf(day), localTime, timeZone).toISOString()).toBe(instant);
  });

  it('show that local time again in their zone, on every day from 1999 to 2040', () => {
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const wrong: string[] = [];
    for (let day = dayOf('1999-01-01'); day < '2040-01-01'; day = addDays(day, 1)) {
      const [year, month, dayOfMonth] = day.split('-');
      const shown = clock.format(zonedInstant(day, '14:10', 'Europe/Berlin'));
      if (shown !== `${dayOfMonth}/${month}/${year}, 14:10`) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  it('refuse a local time of another form', () => {
    expect(() => zonedInstant(dayOf('2026-01-15'), '24:00', 'Europe/Berlin')).toThrow(/"24:00"/);
  });
});

describe('the ECB’s fixing instant', () => {
  it('is 14:15 in Frankfurt until 2021, whatever the hour of publication, and 14:10 since 2022', () => {
    expect(ecbFixingInstant(dayOf('1999-01-04')).toISOString()).toBe('1999-01-04T13:15:00.000Z');
    expect(ecbFixingInstant(dayOf('2016-06-30')).toISOString()).toBe('2016-06-30T12:15:00.000Z');
    expect(ecbFixingInstant(dayOf('2016-07-01')).toISOString()).toBe('2016-07-01T12:15:00.000Z');
    expect(ecbFixingInstant(dayOf('2021-12-31')).toISOString()).toBe('2021-12-31T13:15:00.000Z');
    expect(ecbFixingInstant(dayOf('2022-01-03')).toISOString()).toBe('2022-01-03T13:10:00.000Z');
  });

  it('is on the fixing’s own UTC day', () => {
    for (let day = dayOf('2025-01-01'); day < '2027-01-01'; day = addDays(day, 1)) {
      expect(ecbFixingInstant(day).toISOString().slice(0, 10)).toBe(day);
      expect(weekdayOf(day)).toBe(ecbFixingInstant(day).getUTCDay());
    }
  });
});

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
