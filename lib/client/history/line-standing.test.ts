import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { PairComparisonWithReasons, Provenance } from '#lib/contract/responses';
import { createRatesClient } from '#lib/client/rates/rates-client';
import { standingQuery } from './line-standing.ts';

const AT = '2015-01-14T13:15:00.000Z';
const HELD_AT = '2015-01-15T13:15:00.000Z';

const LEG = {
  source: 'ecb',
  base: 'EUR',
  quote: 'CHF',
  figure: 1.201,
  inverted: false,
  observedAt: AT,
  firstSeenAt: AT,
  act: null,
  document: null,
  revision: 1,
} as const;

describe('what is said of the newest figure of a line', () => {
  const market = { closedAt: '2026-11-20T22:00:00.000Z', opensAt: '2026-11-22T22:00:00.000Z' };

  it.each<readonly [string, Pick<Provenance, 'age' | 'market' | 'legs'>, string, object | null]>([
    ['nothing while it is current', { age: 'fresh', legs: [{ ...LEG, age: 'fresh' }] }, 'operational', null],
    [
      'that a newer one is held, and not that publications were missed',
      { age: 'stale', legs: [{ ...LEG, age: 'stale', newerHeldAt: HELD_AT }] },
      'operational',
      { kind: 'held', observedAt: AT },
    ],
    [
      'that it is stale',
      { age: 'stale', legs: [{ ...LEG, age: 'stale' }] },
      'outage',
      { kind: 'stale', observedAt: AT },
    ],
    [
      'for how long its market is closed',
      { age: 'closed', market, legs: [{ ...LEG, age: 'closed' }] },
      'operational',
      { kind: 'closed', market },
    ],
    [
      'that its source is in outage, closed or not',
      { age: 'closed', market, legs: [{ ...LEG, age: 'closed' }] },
      'outage',
      { kind: 'outage', observedAt: AT },
    ],
  ])('is %s', async (_what, made, status, standing) => {
    const provenance: Provenance = { kind: 'direct', rule: 'asked', passedOver: [], ...made };
    const comparison: PairComparisonWithReasons = {
      from: 'EUR',
      to: 'CHF',
      rates: [{ source: 'ecb', rate: 1.201, timestamp: AT, provenance }],
      without: [],
    };
    const health = {
      overall: status,
      services: [],
      sources: [{ source: 'ecb', status, latencyMs: 1, lastCheckedAt: AT }],
    };
    const client = createRatesClient((path) =>
      Promise.resolve(Response.json(path.startsWith('/v1/status') ? health : comparison)),
    );
    const line = { base: 'EUR', quote: 'CHF', source: 'ecb' } as const;
    const told = await new QueryClient().fetchQuery({ ...standingQuery(client, line), retry: false });
    expect(told.standing).toEqual(standing);
  });
});
