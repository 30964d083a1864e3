import { afterEach, describe, expect, it, vi } from 'vitest';
import { longCount, someOf } from './long-count.ts';
import { propertyRuns } from './property-runs.ts';

const LETTERS = [...'abcdefghij'];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('in npm test', () => {
  it('so many cases of a table are tried as are named, the first among them, spread over it', () => {
    vi.stubEnv('EVERY_CASE', undefined);
    expect(someOf(LETTERS, 3)).toEqual(['a', 'e', 'h']);
    expect(someOf(LETTERS, 1)).toEqual(['a']);
    expect(someOf(LETTERS, 10)).toEqual(LETTERS);
    expect(someOf(LETTERS, 11)).toEqual(LETTERS);
  });

  it('a count is the small one, and a property is tried a hundred times', () => {
    vi.stubEnv('PROPERTY_RUNS_TIMES', undefined);
    expect(longCount('NO_SUCH_COUNT', 2)).toBe(2);
    expect([propertyRuns(5000).numRuns, propertyRuns(60).numRuns, propertyRuns(12, 3).numRuns]).toEqual([
      100, 60, 3,
    ]);
  });
});

describe('in the long run', () => {
  it('every case of a table is tried', () => {
    vi.stubEnv('EVERY_CASE', '1');
    expect(someOf(LETTERS, 3)).toEqual(LETTERS);
  });

  it('a property is tried as often as it names, or a multiple of that', () => {
    vi.stubEnv('PROPERTY_RUNS_TIMES', '1');
    expect([propertyRuns(5000).numRuns, propertyRuns(12, 3).numRuns]).toEqual([5000, 12]);
    vi.stubEnv('PROPERTY_RUNS_TIMES', '50');
    expect(propertyRuns(5000).numRuns).toBe(250_000);
  });
});
