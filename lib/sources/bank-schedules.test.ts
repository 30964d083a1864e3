import { describe, expect, it } from 'vitest';

import { BOE_SCHEDULE, boeFixingInstant } from './boe/facts.ts';
import { FED_SCHEDULE, fedFixingInstant } from './fed/facts.ts';
import { BOJ_SCHEDULE, bojFixingInstant } from './boj/facts.ts';
import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import {
  type FixingSchedule,
  nextPublicationDay,
  nextReleaseDay,
} from '#lib/domain/calendars/publication-calendar';
import { ECB_SCHEDULE, ecbFixingInstant } from './ecb/facts.ts';
import { type AgeLimits, ageLimits, type AgeState, ageStateAt } from '#lib/domain/calendars/staleness';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

const BANKS = [
  ['ecb', ECB_SCHEDULE, ecbFixingInstant],
  ['boe', BOE_SCHEDULE, boeFixingInstant],
  ['fed', FED_SCHEDULE, fedFixingInstant],
  ['boj', BOJ_SCHEDULE, bojFixingInstant],
] as const;

describe('due instants', () => {
  it.each([
    ['2026-11-19', '2026-11-20T09:30', 'the next day in winter'],
    ['2026-07-15', '2026-07-16T08:30', 'the next day in summer'],
    ['2026-03-27', '2026-03-30T08:30', 'the Monday after the change to summer time'],
    ['2026-10-23', '2026-10-26T09:30', 'the Monday after the change to winter time'],
    ['2026-04-02', '2026-04-07T08:30', 'after Easter'],
    ['2026-12-24', '2026-12-29T09:30', 'after Christmas, with Boxing Day made up for'],
    ['2026-12-31', '2027-01-04T09:30', 'after New Year'],
    ['2028-02-28', '2028-02-29T09:30', 'a leap day'],
  ])('of the Bank of England’s %s is %s UTC: %s', (day, dueAt) => {
    expect(BOE_SCHEDULE.dueAt(dayOf(day)).toISOString().slice(0, 16)).toBe(dueAt);
  });

  it.each([
    ['2026-11-16', '2026-11-23T21:15', 'a Monday waits a week'],
    ['2026-11-20', '2026-11-23T21:15', 'a Friday waits a weekend'],
    ['2026-07-15', '2026-07-20T20:15', 'in summer'],
    ['2026-03-06', '2026-03-09T20:15', 'the Monday after the change to summer time'],
    ['2026-10-30', '2026-11-02T21:15', 'the Monday after the change to winter time'],
    ['2026-05-22', '2026-05-26T20:15', 'Tuesday, Monday being Memorial Day'],
    ['2023-12-21', '2023-12-26T21:15', 'Tuesday, Monday being Christmas'],
    ['2023-12-29', '2024-01-02T21:15', 'Tuesday, Monday being New Year'],
    ['2018-12-20', '2018-12-26T21:15', 'Wednesday, Monday closed by order and Tuesday being Christmas'],
  ])('of the Federal Reserve’s %s is %s UTC: %s', (day, dueAt) => {
    expect(FED_SCHEDULE.dueAt(dayOf(day)).toISOString().slice(0, 16)).toBe(dueAt);
  });

  it.each([
    ['2026-03-27', '2026-03-30T23:50', 'Tuesday morning in Tokyo for a Friday'],
    ['2026-03-30', '2026-03-31T23:50', 'Wednesday morning for a Monday'],
    ['2026-09-17', '2026-09-23T23:50', 'over the silver week'],
    ['2026-12-30', '2027-01-04T23:50', 'over the banks’ New Year'],
    ['2019-04-26', '2019-05-07T23:50', 'over the ten days of the accession'],
    ['2028-02-25', '2028-02-28T23:50', 'a leap day'],
  ])('of the Bank of Japan’s %s is %s UTC: %s', (day, dueAt) => {
    expect(BOJ_SCHEDULE.dueAt(dayOf(day)).toISOString().slice(0, 16)).toBe(dueAt);
  });
});

describe('fixing instants', () => {
  it.each([
    [boeFixingInstant, '2026-11-20', '2026-11-20T16:00:00.000Z'],
    [boeFixingInstant, '2026-07-15', '2026-07-15T15:00:00.000Z'],
    [fedFixingInstant, '2026-11-20', '2026-11-20T17:00:00.000Z'],
    [fedFixingInstant, '2026-07-15', '2026-07-15T16:00:00.000Z'],
    [bojFixingInstant, '2026-11-20', '2026-11-20T08:00:00.000Z'],
  ])('are in local time, and on the fixing’s own UTC day (%#)', (fixingInstant, day, instant) => {
    expect(fixingInstant(dayOf(day)).toISOString()).toBe(instant);
  });
});

describe('ages in releases', () => {
  it.each([
    // Fixing day, late, stale, expired
    [
      'boe over a weekend',
      BOE_SCHEDULE,
      boeFixingInstant,
      '2026-11-19',
      '2026-11-23T12:30',
      '2026-11-24T12:30',
      '2026-12-03T16:00',
    ],
    [
      'fed from Monday',
      FED_SCHEDULE,
      fedFixingInstant,
      '2026-11-09',
      '2026-11-24T21:15',
      '2026-12-01T21:15',
      '2026-11-30T17:00',
    ],
    [
      'fed from Friday',
      FED_SCHEDULE,
      fedFixingInstant,
      '2026-11-13',
      '2026-11-24T21:15',
      '2026-12-01T21:15',
      '2026-12-04T17:00',
    ],
    [
      'boj over a weekend',
      BOJ_SCHEDULE,
      bojFixingInstant,
      '2026-11-12',
      '2026-11-17T02:50',
      '2026-11-18T02:50',
      '2026-12-03T08:00',
    ],
  ] as const)('of %s begin as decided', (_name, schedule, fixingInstant, text, late, stale, expired) => {
    const day = dayOf(text);
    const { lateAt, staleAt, expiresAt } = ageLimits(schedule, day, fixingInstant(day));
    const shown = [lateAt, staleAt, expiresAt].map((instant) => instant.toISOString().slice(0, 16));
    expect(shown).toEqual([late, stale, expired]);
  });
});

describe.each(BANKS)('three years of %s, by the hour from 2023 to 2025', (_id, schedule, fixingInstant) => {
  it('with every release on its due instant are never late nor stale', () => {
    const ages = agesByHour(releasesOf(schedule, fixingInstant));
    expect(ages.filter(({ age }) => age !== 'fresh')).toEqual([]);
    expect(ages.length).toBe(26_304);
  });

  it('with one release missed are late within a day, and not yet stale when the next release is due', () => {
    const releases = releasesOf(schedule, fixingInstant);
    for (const [index, missed] of releases.entries()) {
      const before = releases[index - 1];
      const after = releases[index + 1];
      if (!before || !after) continue;
      const { lateAt, staleAt } = before.limits;
      expect(lateAt > missed.dueAt, missed.day).toBe(true);
      expect(lateAt.getTime() - missed.dueAt.getTime(), missed.day).toBeLessThanOrEqual(DAY_MS);
      expect(staleAt > after.dueAt, missed.day).toBe(true);
    }
    expect(releases.length).toBeGreaterThan(150);
  });

  it('with two releases missed in a row are stale a grace after the second was due', () => {
    const releases = releasesOf(schedule, fixingInstant);
    for (const [index, second] of releases.entries()) {
      const newest = releases[index - 2];
      if (!newest) continue;
      const { staleAt } = newest.limits;
      expect(staleAt.getTime(), second.day).toBe(second.dueAt.getTime() + schedule.graceMs);
    }
  });
});

describe('a figure of the Federal Reserve', () => {
  it('is as old as every other of its week, but for the hard limit', () => {
    const monday = ageLimits(FED_SCHEDULE, dayOf('2026-11-09'), fedFixingInstant(dayOf('2026-11-09')));
    for (const text of ['2026-11-10', '2026-11-12', '2026-11-13']) {
      const { lateAt, staleAt } = ageLimits(FED_SCHEDULE, dayOf(text), fedFixingInstant(dayOf(text)));
      expect({ lateAt, staleAt }).toEqual({ lateAt: monday.lateAt, staleAt: monday.staleAt });
    }
  });
});

/** One release: the newest day that it holds, when it is due, and the age limits of that day's figures. */
interface Release {
  readonly day: IsoDay;
  readonly dueAt: Date;
  readonly limits: AgeLimits;
}

/** Every release that is the newest at some time of the three years, in order. */
function releasesOf(schedule: FixingSchedule, fixingInstant: (day: IsoDay) => Date): readonly Release[] {
  const releases: Release[] = [];
  let first = nextPublicationDay(schedule, dayOf('2022-11-30'));
  while (first < '2026-01-15') {
    const next = nextReleaseDay(schedule, first);
    let day = first;
    for (let later = first; later < next; later = nextPublicationDay(schedule, later)) day = later;
    releases.push({
      day,
      dueAt: schedule.dueAt(day),
      limits: ageLimits(schedule, day, fixingInstant(day)),
    });
    first = next;
  }
  return releases;
}

/** The age of the newest released figure at every full hour of the three years, and at every due instant. */
function agesByHour(
  releases: readonly Release[],
): readonly { readonly at: string; readonly age: AgeState | null }[] {
  const ages: { at: string; age: AgeState | null }[] = [];
  let newest = -1;
  for (let atMs = Date.UTC(2023, 0, 1); atMs < Date.UTC(2026, 0, 1); atMs += HOUR_MS) {
    while ((releases[newest + 1]?.dueAt.getTime() ?? Infinity) <= atMs) newest += 1;
    const release = releases[newest];
    const at = new Date(atMs);
    ages.push({ at: at.toISOString(), age: release ? ageStateAt(release.limits, at) : null });
  }
  return ages;
}

function dayOf(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
