import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRequestTimes, DURATION_BOUNDS } from './request-times.ts';

it('counts each time below the first bound that it does not exceed, and the longest above all of them', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 20_000, noNaN: true })), (durationsMs) => {
      const times = createRequestTimes();
      for (const durationMs of durationsMs) times.note('/v1/convert', 200, durationMs);
      const [series] = times.series();
      const expected = [...DURATION_BOUNDS, Infinity].map(
        (bound, place, bounds) =>
          durationsMs.filter((ms) => ms / 1000 <= bound && ms / 1000 > (bounds[place - 1] ?? -1)).length,
      );
      expect([...(series?.counts ?? expected)]).toEqual(expected);
    }),
  );
});

it('keeps routes and statuses apart', () => {
  const times = createRequestTimes();
  times.note('/v1/convert', 200, 1);
  times.note('/v1/convert', 401, 2);
  times.note('page', 200, 3);
  expect([...times.series()].map(({ route, status, sumSeconds }) => [route, status, sumSeconds])).toEqual([
    ['/v1/convert', 200, 0.001],
    ['/v1/convert', 401, 0.002],
    ['page', 200, 0.003],
  ]);
});
