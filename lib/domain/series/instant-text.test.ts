import { describe, expect, it } from 'vitest';
import { seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { instantTexts } from './instant-text.ts';
import { DAY_MS } from '#lib/domain/durations';

/** The last instant that a Date holds, and the first of its first whole month. */
const LAST_MS = 8_640_000_000_000_000;
const FIRST_MS = Date.UTC(-271_821, 4, 1);

describe('the text of an instant', () => {
  it(seeded('is what Date makes of it, in whatever order instants come'), () => {
    const anywhere = fc.integer({ min: FIRST_MS, max: LAST_MS });
    const ofCenturies = fc.integer({ min: Date.UTC(1694, 6, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(fc.array(fc.oneof(anywhere, ofCenturies), { maxLength: 50 }), (instantsMs) => {
        expect(instantsMs.map(instantTexts())).toEqual(instantsMs.map(byDate));
      }),
    );
  });

  it('is what Date makes of it on every day of 130 years, in winter and in summer time', () => {
    const noon = Date.UTC(1970, 0, 1, 12);
    const instantsMs = Array.from(
      { length: 130 * 366 },
      (_, day) => noon + day * DAY_MS + (day % 2) * 3_600_000,
    );
    expect(instantsMs.map(instantTexts())).toEqual(instantsMs.map(byDate));
  });

  it.each([Date.UTC(2026, 1, 1), Date.UTC(2024, 1, 29), Date.UTC(2025, 11, 31), 0, -1, LAST_MS, FIRST_MS])(
    'is what Date makes of it in the milliseconds around %i',
    (aroundMs) => {
      const instantsMs = [aroundMs - 1, aroundMs, aroundMs + 1].filter(
        (instantMs) => instantMs >= FIRST_MS && instantMs <= LAST_MS,
      );
      expect(instantsMs.map(instantTexts())).toEqual(instantsMs.map(byDate));
    },
  );

  it('is a RangeError where there is no instant', () => {
    expect(() => instantTexts()(Number.NaN)).toThrow(RangeError);
    expect(() => instantTexts()(LAST_MS + 1)).toThrow(RangeError);
  });
});

function byDate(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
