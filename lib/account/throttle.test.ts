import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createThrottle, type ThrottleRule } from './throttle.ts';

const RULE: ThrottleRule = { free: 3, waitMaxMs: 60_000 };
const START_MS = Date.parse('2026-04-14T08:00:00Z');

function failing(name = 'ada') {
  const throttle = createThrottle();
  const begin = (nowMs: number, subject = name) => throttle.begin([{ name: subject, rule: RULE }], nowMs);
  return { throttle, begin };
}

describe('the throttle', () => {
  it('doubles the wait from a second to a minute, and no further', () => {
    const { begin } = failing();
    const waits: number[] = [];
    let nowMs = START_MS;
    for (let index = 0; index < 12; index += 1) {
      let begun = begin(nowMs);
      if ('waitMs' in begun) {
        waits.push(begun.waitMs);
        nowMs += begun.waitMs;
        begun = begin(nowMs);
      }
      expect(begun).not.toHaveProperty('waitMs');
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('begins anew after a success and after an hour, and forgives what did not count', () => {
    const { begin } = failing();
    for (let index = 0; index < 3; index += 1) begin(START_MS);
    expect(begin(START_MS)).toEqual({ waitMs: 1000 });
    const after = begin(START_MS + 1000);
    if ('succeeded' in after) after.succeeded();
    for (let index = 0; index < 10; index += 1) {
      const begun = begin(START_MS + 1000);
      if ('undone' in begun) begun.undone();
      expect(begun).not.toHaveProperty('waitMs');
    }
    for (let index = 0; index < 3; index += 1) begin(START_MS + 1000);
    expect(begin(START_MS + 1000)).toEqual({ waitMs: 1000 });
    for (let index = 0; index < 3; index += 1) {
      expect(begin(START_MS + 3_700_000)).not.toHaveProperty('waitMs');
    }
  });

  it('counts tries that begin at the same time before their outcomes are known', () => {
    const { begin } = failing();
    const begun = Array.from({ length: 50 }, () => begin(START_MS));
    expect(begun.filter((outcome) => 'succeeded' in outcome)).toHaveLength(3);
  });

  it('lets through what waits as long as it says, whoever asks when (seed 7)', () => {
    const arrivals = fc.array(fc.tuple(fc.constantFrom('ada', 'bea'), fc.nat(90_000)), { maxLength: 60 });
    fc.assert(
      fc.property(arrivals, (steps) => {
        const { begin } = failing();
        let nowMs = START_MS;
        for (const [name, pauseMs] of steps) {
          nowMs += pauseMs;
          const begun = begin(nowMs, name);
          if (!('waitMs' in begun)) continue;
          expect(begun.waitMs).toBeLessThanOrEqual(RULE.waitMaxMs);
          expect(begin(nowMs + begun.waitMs - 1, name)).toHaveProperty('waitMs');
          nowMs += begun.waitMs;
          expect(begin(nowMs, name)).not.toHaveProperty('waitMs');
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});
