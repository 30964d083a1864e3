import { describe, expect, it } from 'vitest';
import { isoDayOf } from '#lib/domain/iso-day';
import { buildSnapshot, type RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { createSources } from '#lib/sources/create-sources';
import type { Source } from '#lib/sources/source';

import { intervalMs, paceMs } from './poll-moment.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

const SOURCES = createSources({ upstream: () => undefined, exchange: 'kraken' });

describe('the interval of', () => {
  // docs/sources.md, "Every source": asked when due / in a gap. Newest figure, an instant in the gap, an instant when one is due.
  it.each([
    ['ecb', '2026-11-18', '2026-11-19T05:00:00Z', '2026-11-19T15:00:00Z', 15 * MINUTE_MS, HOUR_MS],
    ['boe', '2026-11-17', '2026-11-18T20:00:00Z', '2026-11-19T09:30:00Z', 15 * MINUTE_MS, 3 * HOUR_MS],
    ['fed', '2026-11-13', '2026-11-19T12:00:00Z', '2026-11-23T21:15:00Z', 30 * MINUTE_MS, 6 * HOUR_MS],
    ['boj', '2026-11-17', '2026-11-19T12:00:00Z', '2026-11-19T23:50:00Z', 30 * MINUTE_MS, 6 * HOUR_MS],
  ] as const)('%s', (id, newest, gapAt, dueAt, whenDueMs, inGapMs) => {
    const source = sourceOf(id);
    expect(intervalsOf(source, newest, gapAt)).toEqual([inGapMs, inGapMs]);
    expect(intervalsOf(source, newest, dueAt)).toEqual([whenDueMs, whenDueMs]);
    // Half an hour before it is due the next poll is then, and its health still counts by the gap.
    const before = new Date(Date.parse(dueAt) - 30 * MINUTE_MS).toISOString();
    expect(intervalsOf(source, newest, before)).toEqual([30 * MINUTE_MS, inGapMs]);
    expect(intervalsOf(source, null, gapAt)).toEqual([whenDueMs, whenDueMs]);
  });

  it.each([
    ['crypto-exchange', 20_000],
    ['web-finance', 5 * MINUTE_MS],
    ['charting-platform', 5 * MINUTE_MS],
    ['web-search', 5 * MINUTE_MS],
  ] as const)('%s is the same at all times', (id, everyMs) => {
    expect(intervalsOf(sourceOf(id), null, '2026-11-22T12:00:00Z')).toEqual([everyMs, everyMs]);
  });

  it('a bank over a weekend is that of a gap', () => {
    expect(intervalsOf(sourceOf('ecb'), '2026-11-20', '2026-11-21T12:00:00Z')).toEqual([HOUR_MS, HOUR_MS]);
    expect(intervalsOf(sourceOf('ecb'), '2026-12-24', '2026-12-26T12:00:00Z')).toEqual([HOUR_MS, HOUR_MS]);
  });
});

function sourceOf(id: string): Source {
  const found = SOURCES.find((source) => source.id === id);
  if (!found) throw new Error(`There is no source ${id}.`);
  return found;
}

/** The interval and the pace at an instant, when the newest figure is of a day. */
function intervalsOf(source: Source, newest: string | null, at: string): readonly number[] {
  const now = new Date(at);
  const asked = { snapshot: snapshotOf(source, newest, now), now };
  return [intervalMs(source, asked), paceMs(source, asked)];
}

function snapshotOf(source: Source, newest: string | null, now: Date): RateSnapshot {
  if (source.cadence === 'tick') return buildSnapshot([], 1, now);
  const observedAt = newest === null ? null : source.fixingInstant(isoDayOf(new Date(newest)));
  const publications = observedAt === null ? [] : [{ observedAt, countsFrom: observedAt, figures: [] }];
  return buildSnapshot([{ description: source, publications, pairs: new Set() }], 1, now);
}
