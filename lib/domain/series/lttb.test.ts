import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { lttbIndices } from './lttb.ts';

const series = fc
  .array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 3, maxLength: 400 })
  .map((rates) => ({ rates, instantsMs: rates.map((_, index) => index * 86_400_000) }));

describe('lttbIndices', () => {
  it('keeps every point of a series that fits', () => {
    expect(lttbIndices({ instantsMs: [1, 2, 3], rates: [1, 5, 2] }, 3)).toEqual([0, 1, 2]);
  });

  it('keeps exactly as many as asked, ascending, with both ends', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 3, max: 120 }), (figures, pointsMax) => {
        const kept = lttbIndices(figures, pointsMax);
        expect(kept).toHaveLength(Math.min(pointsMax, figures.rates.length));
        expect(kept.every((index, place) => place === 0 || index > (kept[place - 1] ?? Infinity))).toBe(true);
        expect([kept[0], kept.at(-1)]).toEqual([0, figures.rates.length - 1]);
      }),
    );
  });

  it('keeps a single peak that every-nth thinning would lose', () => {
    const rates = Array.from({ length: 1000 }, (_, index) => (index === 501 ? 9 : 1));
    const kept = lttbIndices({ rates, instantsMs: rates.map((_, index) => index) }, 50);
    expect(kept).toContain(501);
  });

  it('answers for fewer than three points with the ends that fit', () => {
    const figures = { instantsMs: [1, 2, 3, 4], rates: [1, 2, 3, 4] };
    expect(lttbIndices(figures, 2)).toEqual([0, 3]);
    expect(lttbIndices(figures, 1)).toEqual([3]);
  });

  it('takes the largest triangle, worked by hand', () => {
    // One bucket of (1, 3) and (2, 1) between (0, 0) and (3, 0): twice the areas are 9 and 3.
    expect(lttbIndices({ instantsMs: [0, 1, 2, 3], rates: [0, 3, 1, 0] }, 3)).toEqual([0, 1, 3]);
  });
});
