import { describe, expect, it } from 'vitest';
import type { Provenance } from '#lib/contract/responses';
import { pastSeries } from './past-series.ts';

const leg = (source: 'ecb' | 'boe' | 'fixed', observedAt: string): Provenance['legs'][number] => ({
  source,
  base: 'EUR',
  quote: 'USD',
  figure: 1.1684,
  inverted: false,
  observedAt,
  age: source === 'fixed' ? 'law' : 'fresh',
  firstSeenAt: null,
  act: null,
  document: null,
  revision: 1,
});

const PRIORITY = ['ecb', 'boe', 'fixed'] as const;

const seriesOf = (
  made: Omit<Provenance, 'rule' | 'passedOver'>,
  priority: Parameters<typeof pastSeries>[2] = PRIORITY,
) => {
  const provenance = { USD: { ...made, rule: 'current' as const, passedOver: [] } };
  return pastSeries({ rates: { USD: 1.1684 }, provenance }, 5, priority).get('USD');
};

describe('what is known of a rate of a day', () => {
  it('is whose figure it is and of when, without a movement', () => {
    const legs = [leg('ecb', '2026-03-03T13:10:00.000Z')];
    expect(seriesOf({ kind: 'direct', age: 'fresh', legs })).toMatchObject({
      series: {
        rate: 1.1684,
        source: 'ecb',
        timestamp: '2026-03-03T13:10:00.000Z',
        change: { day1: null, day7: null, day30: null },
      },
      receivedAtMs: 5,
    });
  });

  it('of a cross is named by the source of lower priority, and as old as its oldest figure but those of law', () => {
    const legs = [
      leg('fixed', '1999-01-01T00:00:00.000Z'),
      leg('boe', '2026-03-03T16:00:00.000Z'),
      leg('ecb', '2026-03-03T13:10:00.000Z'),
    ];
    expect(seriesOf({ kind: 'cross', age: 'fresh', legs })?.series).toMatchObject({
      source: 'fixed',
      timestamp: '2026-03-03T13:10:00.000Z',
    });
  });

  it('of a cross is named in the order that the operator chose', () => {
    const legs = [leg('boe', '2026-03-03T16:00:00.000Z'), leg('ecb', '2026-03-03T13:10:00.000Z')];
    const made = { kind: 'cross', age: 'fresh', legs } as const;
    expect(seriesOf(made)?.series?.source).toBe('boe');
    expect(seriesOf(made, ['boe', 'ecb', 'fixed'])?.series?.source).toBe('ecb');
  });

  it('of law alone is the day on which it came into force', () => {
    const legs = [leg('fixed', '1999-01-01T00:00:00.000Z')];
    expect(seriesOf({ kind: 'direct', age: 'law', legs })?.series?.timestamp).toBe(
      '1999-01-01T00:00:00.000Z',
    );
  });

  it('is nothing where nothing was published', () => {
    expect(seriesOf({ kind: 'identity', age: 'fresh', legs: [] })?.series).toBeNull();
    expect(pastSeries({ rates: { USD: 1 } }, 5, PRIORITY).get('USD')?.series).toBeNull();
  });
});
