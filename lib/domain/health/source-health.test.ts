import { describe, expect, it } from 'vitest';
import { type Health, overallHealth, type SourceHealth } from './source-health.ts';

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
