import { describe, expect, it } from 'vitest';
import type { Health } from '#lib/domain/health/source-health';
import { type ReadinessFacts, readinessOf } from './readiness.ts';

const FULL = 'The disk that holds DATA_DIR is full, so nothing can be written.';

function facts(part: Partial<ReadinessFacts> = {}): ReadinessFacts {
  return {
    isDraining: false,
    keys: { isUnsure: () => false },
    databaseCause: () => null,
    status: () => ({ services: [] }),
    ...part,
  };
}

function partsThat(status: Health) {
  const part = { status, latencyMs: 0, lastCheckedAt: '2026-04-13T12:00:00.000Z' };
  return () => ({ services: (['api', 'ingest', 'pages'] as const).map((service) => ({ service, ...part })) });
}

describe('a process', () => {
  it('is ready when nothing is wrong', () => {
    expect(readinessOf(facts())).toEqual({ status: 200, line: 'ok' });
  });

  it('stays ready while it can answer from memory, and names what is wrong with the database', () => {
    expect(readinessOf(facts({ databaseCause: () => FULL }))).toEqual({
      status: 200,
      line: `ok, but the database is not: ${FULL}`,
    });
  });

  it('is not ready once keys can no longer be checked, and says why', () => {
    const keys = { isUnsure: () => true };
    const cause = 'The database does not answer.';
    expect(readinessOf(facts({ keys, databaseCause: () => cause }))).toEqual({
      status: 503,
      line: `not ready: keys cannot be checked, because the database was last read too long ago. ${cause}`,
    });
  });

  it('stays ready when nothing is polled or pages are down, and names both', () => {
    expect(readinessOf(facts({ status: partsThat('outage') }))).toEqual({
      status: 200,
      line: 'ok, but no publisher is being polled, and pages cannot be rendered',
    });
    expect(readinessOf(facts({ status: partsThat('operational') })).line).toBe('ok');
  });

  it('is not ready while it ends', () => {
    expect(readinessOf(facts({ isDraining: true }))).toEqual({
      status: 503,
      line: 'not ready: the service is stopping',
    });
  });
});
