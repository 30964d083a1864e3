import { describe, expect, it } from 'vitest';
import { listSources } from '#lib/sources/registry';
import { nextExpected } from './next-expected.ts';
import { timetablesOf } from './publication-timetable.ts';

const sources = listSources('kraken');

type Leg = Parameters<typeof nextExpected>[1][number];

function next(
  now: string,
  ...legs: readonly (readonly [source: Leg['source'], observedAt: string, age?: Leg['age']])[]
) {
  const at = new Date(now);
  return nextExpected(
    timetablesOf(sources, at),
    legs.map(([source, observedAt, age = 'fresh']) => ({ source, observedAt, age })),
    at.getTime(),
  );
}

describe('the next expected publication', () => {
  it.each([
    ['ecb', '2026-04-13T12:10:00.000Z', '2026-04-14T08:00:00Z', '2026-04-14T14:00:00.000Z', 'ahead'],
    ['ecb', '2026-04-13T12:10:00.000Z', '2026-04-14T15:00:00Z', '2026-04-14T14:00:00.000Z', 'due'],
    ['ecb', '2026-04-13T12:10:00.000Z', '2026-04-15T08:00:00Z', '2026-04-14T14:00:00.000Z', 'overdue'],
    // Good Friday and Easter Monday are no TARGET days.
    ['ecb', '2026-04-02T12:10:00.000Z', '2026-04-03T08:00:00Z', '2026-04-07T14:00:00.000Z', 'ahead'],
    ['boe', '2026-04-10T15:00:00.000Z', '2026-04-13T12:00:00Z', '2026-04-14T08:30:00.000Z', 'ahead'],
    // Any day of a week comes with the release of the Monday after it.
    ['fed', '2026-04-02T16:00:00.000Z', '2026-04-10T12:00:00Z', '2026-04-13T20:15:00.000Z', 'ahead'],
    ['boj', '2026-04-09T08:00:00.000Z', '2026-04-13T12:00:00Z', '2026-04-13T23:50:00.000Z', 'ahead'],
  ] as const)('of %s after its figure of %s, at %s, is %s: %s', (source, observedAt, now, dueAt, state) => {
    expect(next(now, [source, observedAt])).toMatchObject({
      kind: 'release',
      source,
      dueAt: new Date(dueAt),
      state,
    });
  });

  it('of a market is its next quote while it is open, and its opening over the weekend', () => {
    expect(next('2026-04-15T12:00:00Z', ['web-finance', '2026-04-15T11:58:00.000Z'])).toMatchObject({
      kind: 'quote',
      everyMs: 300_000,
    });
    expect(next('2026-04-18T12:00:00Z', ['web-finance', '2026-04-17T20:59:00.000Z'])).toMatchObject({
      kind: 'opening',
      dueAt: new Date('2026-04-19T21:00:00Z'),
    });
    expect(next('2026-04-18T12:00:00Z', ['crypto-exchange', '2026-04-18T11:59:00.000Z'])).toMatchObject({
      kind: 'quote',
      everyMs: 20_000,
      isOverdue: false,
    });
    const late = ['crypto-exchange', '2026-04-18T11:57:00.000Z', 'late'] as const;
    expect(next('2026-04-18T12:00:00Z', late)).toMatchObject({ kind: 'quote', isOverdue: true });
  });

  it('of a cross is that of the leg that is replaced first, and law never is', () => {
    expect(
      next(
        '2026-04-14T08:00:00Z',
        ['boe', '2026-04-13T15:00:00.000Z'],
        ['fixed', '2026-04-14T00:00:00.000Z'],
        ['ecb', '2026-04-13T12:10:00.000Z'],
      ),
    ).toMatchObject({ source: 'ecb' });
    expect(next('2026-04-14T08:00:00Z', ['fixed', '2026-04-14T00:00:00.000Z'])).toEqual({ kind: 'law' });
    expect(next('2026-04-14T08:00:00Z')).toEqual({ kind: 'unknown' });
  });

  it('is still known after the page has been open for ten days', () => {
    const servedAt = new Date('2026-04-01T08:00:00Z');
    const later = Date.parse('2026-04-10T16:00:00Z');
    const legs = [{ source: 'ecb', observedAt: '2026-04-10T12:10:00.000Z', age: 'fresh' }] as const;
    expect(nextExpected(timetablesOf(sources, servedAt), legs, later)).toMatchObject({
      dueAt: new Date('2026-04-13T14:00:00Z'),
    });
  });
});
