import { describe, expect, test } from 'vitest';

// @ts-expect-error plain JavaScript without declarations: it runs before anything is installed
import * as slowest from './slowest-files.mjs';

describe('where the time of a step goes', () => {
  test('files of Vitest are named from the project on, the slowest first', () => {
    const times = slowest.vitestTimes(
      {
        testResults: [
          { name: '/project/lib/domain/pair.test.ts', startTime: 1_000, endTime: 1_250 },
          { name: '/project/lib/store/retention.test.ts', startTime: 1_000, endTime: 60_000 },
        ],
      },
      '/project',
    );
    expect(slowest.slowestFilesLine(times)).toBe(
      'Files took 59 s together, side by side; the slowest: lib/store/retention.test.ts 59 s, lib/domain/pair.test.ts 0.3 s\n',
    );
  });

  test('every try of every test counts for its file, in suites within suites too', () => {
    const times = slowest.playwrightTimes({
      suites: [
        {
          file: 'charts.spec.ts',
          specs: [{ tests: [{ results: [{ duration: 2_000 }, { duration: 1_000 }] }] }],
          suites: [{ file: 'charts.spec.ts', specs: [{ tests: [{ results: [{ duration: 500 }] }] }] }],
        },
      ],
    });
    expect(slowest.slowestFilesLine(times)).toBe(
      'Files took 3.5 s together, side by side; the slowest: charts.spec.ts 3.5 s\n',
    );
  });

  test('at most twelve files are named, and a step without files says nothing', () => {
    const times = Array.from({ length: 30 }, (_, place) => ({ file: `${place}.test.ts`, ms: place }));
    expect(slowest.slowestFilesLine(times).match(/test\.ts/g)).toHaveLength(12);
    expect(slowest.slowestFilesLine([])).toBe('');
  });
});
