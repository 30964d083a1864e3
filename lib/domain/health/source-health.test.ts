import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import {
  type Health,
  type NewestCheck,
  overallHealth,
  sourceHealth,
  type SourceHealth,
} from './source-health.ts';

const PASSED: NewestCheck = { passed: true };
const FAILED: NewestCheck = { passed: false };

describe('the health of a source', () => {
  it.each<readonly [string, string, NewestCheck | null, Health]>([
    ['fresh and the newest check passed', '2026-04-13', PASSED, 'operational'],
    ['fresh but the newest check failed', '2026-04-13', FAILED, 'degraded'],
    ['late though the newest check passed', '2026-04-12', PASSED, 'degraded'],
    ['late and the newest check failed', '2026-04-12', FAILED, 'degraded'],
    ['stale though the newest check passed', '2026-04-11', PASSED, 'outage'],
    ['past the hard limit', '2026-04-01', PASSED, 'outage'],
    ['fresh but never checked', '2026-04-13', null, 'outage'],
  ])('with a figure that is %s is told by age and check', (_name, day, check, health) => {
    const snapshot = aSnapshot([aStoredSource({ publications: [aPublication(day, { 'EUR/USD': 1.1684 })] })]);
    expect(snapshot.sources.map((source) => sourceHealth(source, check))).toEqual([health]);
  });

  it('is an outage without any figure, whatever the check said', () => {
    const { sources } = aSnapshot([aStoredSource({ publications: [] })]);
    expect(sources.map((source) => sourceHealth(source, PASSED))).toEqual(['outage']);
  });
});

describe('the overall health', () => {
  it.each<readonly [readonly Health[], Health]>([
    [['operational', 'operational'], 'operational'],
    [['operational', 'degraded'], 'degraded'],
    [['operational', 'outage'], 'degraded'],
    [['degraded', 'outage'], 'degraded'],
    [['outage', 'outage'], 'outage'],
  ])('of %j is %s', (states, overall) => {
    const ids = ['ecb', 'boe'] as const;
    const sources: SourceHealth[] = states.map((status, index) => ({ source: ids[index] ?? 'fed', status }));
    expect(overallHealth(sources, [{ status: 'operational' }])).toBe(overall);
  });

  it.each<readonly [Health, Health, Health]>([
    ['operational', 'degraded', 'degraded'],
    ['operational', 'outage', 'degraded'],
    ['degraded', 'outage', 'degraded'],
    ['outage', 'operational', 'outage'],
  ])('of sources that are %s and a part of the service that is %s is %s', (status, part, overall) => {
    const parts = [{ status: 'operational' as const }, { status: part }];
    expect(overallHealth([{ source: 'ecb', status }], parts)).toBe(overall);
  });

  it('is an outage when every source that is polled is, whatever law says', () => {
    expect(
      overallHealth(
        [
          { source: 'ecb', status: 'outage' },
          { source: 'fixed', status: 'operational' },
        ],
        [],
      ),
    ).toBe('outage');
  });
});
