import { describe, expect, it } from 'vitest';
import { type ReadinessFacts, readinessOf } from './readiness.ts';

const FULL = 'The disk that holds DATA_DIR is full, so nothing can be written.';

function facts(part: Partial<ReadinessFacts> = {}): ReadinessFacts {
  return { isDraining: false, keys: { isUnsure: () => false }, databaseCause: () => null, ...part };
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

  it('is not ready while it ends', () => {
    expect(readinessOf(facts({ isDraining: true }))).toEqual({
      status: 503,
      line: 'not ready: the service is ending',
    });
  });
});
