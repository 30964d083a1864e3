import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { createThrottle, type ThrottleRule } from './throttle.ts';

const RULE: ThrottleRule = { free: 3, waitMaxMs: 60_000, isShared: false };
const ADDRESS = { name: 'address', rule: { ...RULE, isShared: true } };
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
});

describe('a try that does not count', () => {
  it('takes no failure of an address away, such as a success of somebody there (seed 11)', () => {
    const outcomes = fc.array(fc.constantFrom('right', 'wrong', 'busy'), { maxLength: 40 });
    fc.assert(
      fc.property(outcomes, (steps) => {
        const throttle = createThrottle();
        let nowMs = START_MS;
        let wrong = 0;
        for (const [index, step] of steps.entries()) {
          const subjects = [{ name: `person ${index}`, rule: RULE }, ADDRESS];
          let begun = throttle.begin(subjects, nowMs);
          if ('waitMs' in begun) {
            expect(wrong).toBeGreaterThanOrEqual(RULE.free);
            expect(begun.waitMs).toBe(Math.min(RULE.waitMaxMs, 1000 * 2 ** (wrong - RULE.free)));
            nowMs += begun.waitMs;
            begun = throttle.begin(subjects, nowMs);
          } else expect(wrong < RULE.free || steps[index - 1] !== 'wrong').toBe(true);
          if ('waitMs' in begun) throw new Error('it was waited long enough');
          if (step === 'right') begun.succeeded();
          else if (step === 'busy') begun.undone();
          else wrong += 1;
        }
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  it('takes none away that began beside it', () => {
    const { begin } = failing();
    const [first] = Array.from({ length: 3 }, () => begin(START_MS));
    if (first && 'undone' in first) first.undone();
    expect(begin(START_MS + 1000)).not.toHaveProperty('waitMs');
    expect(begin(START_MS + 1000)).toEqual({ waitMs: 1000 });
  });
});

describe('a wait', () => {
  it('lets through whoever has waited as long as it says, whoever asks when (seed 7)', () => {
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
