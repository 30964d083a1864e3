import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { aDay, aPublication, aSnapshot, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { ECB_SCHEDULE, ecbFixingInstant } from '#lib/sources/ecb/facts';
import { buildSnapshot, PUBLICATIONS_KEPT, type RateSnapshot } from './rate-snapshot.ts';
import type { StoredFixings } from './stored-source.ts';

/** 2026-04-13 was a Monday; in April Frankfurt is two hours ahead of UTC. */
const MONDAY_FIXING: StoredFixings = aStoredSource({
  schedule: ECB_SCHEDULE,
  publications: [
    {
      observedAt: ecbFixingInstant(aDay('2026-04-13')),
      countsFrom: ECB_SCHEDULE.dueAt(aDay('2026-04-13')),
      figures: [{ base: 'EUR', quote: 'USD', rate: 1.1684 }],
    },
  ],
});

/** When Monday's fixing changes its age: Tuesday and Wednesday 17:30 Frankfurt time, ten days after 14:10. */
const LATE_AT = '2026-04-14T15:30:00.000Z';
const STALE_AT = '2026-04-15T15:30:00.000Z';
const EXPIRES_AT = '2026-04-23T12:10:00.000Z';

describe('the age of a publication in a snapshot', () => {
  it.each([
    [LATE_AT, 'fresh', 'late'],
    [STALE_AT, 'late', 'stale'],
    [EXPIRES_AT, 'stale', 'expired'],
  ])('turns exactly at %s from %s to %s', (instant, before, after) => {
    expect(ageOf(at(instant, -1))).toBe(before);
    expect(ageOf(at(instant))).toBe(after);
  });
});

describe('the life of a snapshot', () => {
  it.each([
    ['the figure turns late', '2026-04-14T08:00:00.000Z', LATE_AT],
    ['the UTC day turns', LATE_AT, '2026-04-15T00:00:00.000Z'],
    ['the figure turns stale', '2026-04-15T00:00:00.000Z', STALE_AT],
    [
      'the UTC day turns, when nothing else does before',
      '2026-04-17T23:59:59.999Z',
      '2026-04-18T00:00:00.000Z',
    ],
    ['the figure passes the hard limit', '2026-04-23T00:00:00.000Z', EXPIRES_AT],
    ['the UTC day turns, once the figure is past everything', EXPIRES_AT, '2026-04-24T00:00:00.000Z'],
  ])('ends when %s', (_name, from, until) => {
    expect(at(from).validUntil.toISOString()).toBe(until);
  });

  it.each([[LATE_AT], [STALE_AT], [EXPIRES_AT], ['2026-04-18T00:00:00.000Z']])(
    'ends at %s with a new version, not a millisecond earlier',
    (instant) => {
      const before = at(instant, -1);
      const then = at(instant);
      expect(before.validUntil.toISOString()).toBe(instant);
      expect(then.version).not.toBe(before.version);
      expect(at(instant, -3_600_000).version).toBe(before.version);
      expect(at(instant, 1).version).toBe(then.version);
    },
  );

  it('gives a new version with a data commit', () => {
    const now = new Date('2026-04-14T08:00:00Z');
    expect(buildSnapshot([MONDAY_FIXING], 2, now).version).not.toBe(
      buildSnapshot([MONDAY_FIXING], 1, now).version,
    );
  });

  it(seeded('gives two processes one version at one state of things, and two at two'), () => {
    const start = Date.parse('2026-04-13T12:10:00Z');
    const standOf = ({ sources: [source] }: RateSnapshot) => source?.publications.length;
    const instant = fc.integer({ min: 0, max: 14 * 86_400 }).map((seconds) => start + seconds * 1000);
    fc.assert(
      fc.property(instant, instant, (oneMs, otherMs) => {
        const one = buildSnapshot([MONDAY_FIXING], 1, new Date(oneMs));
        const other = buildSnapshot([MONDAY_FIXING], 1, new Date(otherMs));
        const isOneState =
          standOf(one) === standOf(other) && ageOf(one) === ageOf(other) && one.today === other.today;
        expect(one.version === other.version).toBe(isOneState);
        expect(one.validUntil.getTime() === other.validUntil.getTime()).toBe(isOneState);
      }),
      propertyRuns(1000),
    );
  });
});

describe('a publication in a snapshot', () => {
  const COUNTS_FROM = '2026-04-13T14:00:00.000Z';

  it('is there from its publication on, not from its fixing, and bears the fixing’s instant', () => {
    const before = at(COUNTS_FROM, -1);
    expect(before.sources[0]?.publications).toEqual([]);
    expect(before.validUntil.toISOString()).toBe(COUNTS_FROM);
    const then = at(COUNTS_FROM);
    expect(then.sources[0]?.publications[0]?.observedAt.toISOString()).toBe('2026-04-13T12:10:00.000Z');
    expect(then.version).not.toBe(before.version);
  });

  it('that was not read is named by no version: the snapshot stands still just before it may count', () => {
    const until = new Date('2026-04-14T16:00:00Z');
    const build = (now: string) =>
      buildSnapshot([{ ...MONDAY_FIXING, completeUntil: until }], 1, new Date(now));
    const last = build('2026-04-14T15:59:59.999Z');
    expect(last.validUntil).toEqual(until);
    for (const now of ['2026-04-14T16:00:00.000Z', '2026-04-15T15:30:00.000Z', '2026-05-01T00:00:00.000Z']) {
      expect(build(now)).toEqual(last);
    }
  });

  it('turns a version by itself when two of them turn within one second', () => {
    const [first, second] = [aPublication('2026-04-13', {}), aPublication('2026-04-12', {})].map(
      (publication, index) => ({ ...publication, countsFrom: new Date(TEST_NOW.getTime() + index + 1) }),
    );
    if (!first || !second) throw new Error('There are two.');
    const source = aStoredSource({ publications: [first, second] });
    const versions = [0, 1, 2].map((ms) => aSnapshot([source], new Date(TEST_NOW.getTime() + ms)).version);
    expect(new Set(versions).size).toBe(3);
  });
});

describe('what a snapshot holds', () => {
  it('is the last three publications of each source, newest first, sources in the given order', () => {
    const days = ['2026-04-13', '2026-04-12', '2026-04-11', '2026-04-10'];
    const publications = days.map((day) => aPublication(day, { 'EUR/USD': 1.1 }));
    const boe = aStoredSource({ id: 'boe', base: 'GBP', publications: [] });
    const { sources } = aSnapshot([boe, aStoredSource({ publications })]);
    expect(sources.map(({ id }) => id)).toEqual(['boe', 'ecb']);
    expect(sources[1]?.publications.map(({ observedOn }) => observedOn)).toEqual(
      days.slice(0, PUBLICATIONS_KEPT),
    );
  });

  it('leaves a currency out from the UTC day after its last', () => {
    const croatia = aStoredSource({
      publications: [aPublication('2022-12-30', { 'EUR/HRK': 7.5365, 'EUR/USD': 1.0666 })],
    });
    const codesAt = (now: string) => [
      ...(aSnapshot([croatia], new Date(now)).sources[0]?.publications[0]?.codes ?? []),
    ];
    expect(codesAt('2022-12-31T23:59:59.999Z')).toContain('HRK');
    expect(codesAt('2023-01-01T00:00:00.000Z').toSorted()).toEqual(['EUR', 'USD']);
  });

  it('pivots through USD, EUR and the source’s own base, each once', () => {
    const pivotsOf = (base: string) =>
      aSnapshot([aStoredSource({ base, publications: [] })]).sources[0]?.pivots;
    expect(pivotsOf('GBP')).toEqual(['USD', 'EUR', 'GBP']);
    expect(pivotsOf('EUR')).toEqual(['USD', 'EUR']);
  });
});

function at(instant: string, plusMs = 0): RateSnapshot {
  return aSnapshot([MONDAY_FIXING], new Date(Date.parse(instant) + plusMs));
}

function ageOf({ sources: [source] }: RateSnapshot): string | undefined {
  return source?.publications[0]?.age;
}
