import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { createAllowance, createThrottle, type ThrottleRule, type Trier } from './limits.ts';
import { HOUR_MS } from '#lib/domain/durations';

const RULE: ThrottleRule = { free: 3, waitMaxMs: 60_000 };
const CROWD: ThrottleRule = { free: 20, waitMaxMs: 120_000 };
const START_MS = Date.parse('2026-04-14T08:00:00Z');

function alone(name = 'ada'): Trier {
  return { own: { name, rule: RULE }, shared: [], toldMs: null };
}

/** Somebody who tries an account from a network. */
function stranger(account: string, network: string, toldMs: number | null = null): Trier {
  return {
    own: { name: `${network} ${account}`, rule: RULE },
    shared: [
      { name: `account:${account}`, rule: CROWD },
      { name: `network:${network}`, rule: CROWD },
    ],
    toldMs,
  };
}

function failing() {
  const throttle = createThrottle();
  return { throttle, begin: (nowMs: number, name?: string) => throttle.begin(alone(name), nowMs) };
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
      expect(begin(START_MS + 1000 + HOUR_MS)).not.toHaveProperty('waitMs');
    }
  });

  it('counts tries that begin at the same time before their outcomes are known', () => {
    const { begin } = failing();
    const begun = Array.from({ length: 50 }, () => begin(START_MS));
    expect(begun.filter((outcome) => 'succeeded' in outcome)).toHaveLength(3);
  });
});

describe('a wait', () => {
  it.each([60_000, 30 * 60_000, 24 * HOUR_MS])('is no longer for a clock that was %i ms ahead', (aheadMs) => {
    const { begin } = failing();
    for (let index = 0; index < 9; index += 1) begin(START_MS + aheadMs + index * 60_000);
    const begun = begin(START_MS);
    if (!('waitMs' in begun)) return;
    expect(begun.waitMs).toBeLessThanOrEqual(RULE.waitMaxMs);
    expect(begin(START_MS + begun.waitMs)).not.toHaveProperty('waitMs');
  });

  it('lets through everybody who has waited as long as it says, whatever others ask (seed 7)', () => {
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

describe('what many triers share', () => {
  it('makes a newcomer wait, who is let in then, whatever others do meanwhile', () => {
    const throttle = createThrottle();
    for (let index = 0; index < 24; index += 1) {
      throttle.begin(stranger('ada', `n${index}`, START_MS), START_MS);
    }
    expect(throttle.begin(stranger('ada', 'home'), START_MS)).toEqual({ waitMs: 16_000 });
    const told = START_MS + 16_000;
    for (let index = 0; index < 100; index += 1) {
      throttle.begin(stranger('ada', `m${index}`, START_MS), START_MS + index * 150);
    }
    expect(throttle.begin(stranger('ada', 'away'), told)).toEqual({ waitMs: 120_000 });
    expect(throttle.begin(stranger('ada', 'home', told), told - 1)).toEqual({ waitMs: 1 });
    expect(throttle.begin(stranger('ada', 'home', told), told)).not.toHaveProperty('waitMs');
    // What was waited for is used up by a failure.
    expect(throttle.begin(stranger('ada', 'home', told), told)).toEqual({ waitMs: 120_000 });
  });

  it('counts the wrong tries alone, whatever the others were (seed 11)', () => {
    const outcomes = fc.array(fc.constantFrom('right', 'wrong', 'busy'), { maxLength: 60 });
    fc.assert(
      fc.property(outcomes, (steps) => {
        const throttle = createThrottle();
        let wrong = 0;
        for (const [index, step] of steps.entries()) {
          const newcomer = stranger('ada', `n${index}`);
          const begun = throttle.begin(newcomer, START_MS);
          const waitMs = wrong < CROWD.free ? 0 : Math.min(CROWD.waitMaxMs, 1000 * 2 ** (wrong - CROWD.free));
          if ('waitMs' in begun) expect(begun.waitMs).toBe(waitMs);
          else expect(waitMs).toBe(0);
          const entered = throttle.begin({ ...newcomer, toldMs: START_MS }, START_MS);
          if ('waitMs' in begun && !('waitMs' in entered)) end(entered, step);
          else if (!('waitMs' in begun)) {
            end(begun, step);
            if (!('waitMs' in entered)) entered.undone();
          }
          if (step === 'wrong') wrong += 1;
        }
      }),
      { seed: 11, numRuns: 100 },
    );
  });
});

describe('a try that does not count', () => {
  it('takes none away that began beside it', () => {
    const { begin } = failing();
    const [first] = Array.from({ length: 3 }, () => begin(START_MS));
    if (first && 'undone' in first) first.undone();
    expect(begin(START_MS + 1000)).not.toHaveProperty('waitMs');
    expect(begin(START_MS + 1000)).toEqual({ waitMs: 1000 });
  });
});

describe('a flood of networks', () => {
  const attacked = () => {
    const throttle = createThrottle(1000);
    for (let index = 0; index < 40; index += 1) {
      throttle.begin(stranger('ada', `attacker ${index}`, START_MS), START_MS);
      throttle.begin(stranger('ada', 'one attacker', START_MS), START_MS);
    }
    return throttle;
  };

  it.each(['wrong', 'busy'])(
    'of 22,000 resets nothing, and takes no more memory than 1,000: %s',
    (outcome) => {
      const throttle = attacked();
      const before = ['home', 'one attacker'].map((network) =>
        throttle.begin(stranger('ada', network), START_MS),
      );
      expect(before).toEqual([{ waitMs: 120_000 }, { waitMs: 1000 }]);
      for (let index = 0; index < 22_000; index += 1) {
        const newcomer = stranger(`n${index}@example.org`, `n${index}`, START_MS);
        const begun = throttle.begin(newcomer, START_MS);
        if (outcome === 'busy' && 'undone' in begun) begun.undone();
      }
      const after = ['home', 'one attacker'].map((network) =>
        throttle.begin(stranger('ada', network), START_MS),
      );
      expect(after).toEqual(before);
    },
  );

  it('is over after an hour, and newcomers count for themselves again', () => {
    const throttle = attacked();
    for (let index = 0; index < 3000; index += 1)
      throttle.begin(stranger(`n${index}`, `n${index}`, START_MS), START_MS);
    expect(throttle.begin(stranger('bea', 'home'), START_MS)).toHaveProperty('waitMs');
    const nextMs = START_MS + HOUR_MS;
    throttle.begin(stranger('cy', 'office'), nextMs);
    for (const name of ['bea', 'dee', 'eve', 'fay']) {
      expect(throttle.begin(stranger(name, name), nextMs)).not.toHaveProperty('waitMs');
    }
  });

  it('resets no allowance', () => {
    const allowance = createAllowance(2, 1000);
    for (let index = 0; index < 2; index += 1) allowance.take('office', START_MS);
    for (let index = 0; index < 22_000; index += 1) allowance.take(`n${index}`, START_MS + 1);
    expect(allowance.take('office', START_MS + 2)).toEqual({ retryAfterSeconds: 3600 });
    expect(allowance.take('office', START_MS + HOUR_MS)).toBe('taken');
  });
});

function end(begun: ReturnType<ReturnType<typeof createThrottle>['begin']>, step: string): void {
  if ('waitMs' in begun) throw new Error('it was let through');
  if (step === 'right') begun.succeeded();
  else if (step === 'busy') begun.undone();
}
