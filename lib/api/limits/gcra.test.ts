import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { createGcra, type LimitRule } from './gcra.ts';

/** Limits of every size, also those whose interval is no whole number of ms. */
const aRule = fc.record({
  count: fc.integer({ min: 1, max: 100_000 }),
  windowMs: fc.constantFrom(1000, 10_000, 60_000, 86_400_000),
  burst: fc.integer({ min: 1, max: 300 }),
});

/** Times between two requests, mostly shorter than what the limit allows; with fractions, as the clock has them. */
const someGaps = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.double({ min: 0, max: 3, noNaN: true }),
    fc.double({ min: 0, max: 2000, noNaN: true }),
    fc.integer({ min: 0, max: 200_000 }),
  ),
  { minLength: 1, maxLength: 400 },
);

/** A bucket of tokens in exact fractions: `tokens / windowMs` are in it, a request takes one. */
function createExactModel({ count, windowMs, burst }: LimitRule) {
  const one = BigInt(windowMs);
  const full = BigInt(burst) * one;
  let tokens = full;
  let atMs = 0n;
  return (nowMs: number): boolean => {
    const now = BigInt(Math.floor(nowMs));
    tokens += (now - atMs) * BigInt(count);
    if (tokens > full) tokens = full;
    atMs = now;
    if (tokens < one) return false;
    tokens -= one;
    return true;
  };
}

function instantsOf(startMs: number, gaps: readonly number[]): readonly number[] {
  let nowMs = startMs;
  return gaps.map((gap) => (nowMs += gap));
}

const aStartMs = fc.integer({ min: 0, max: 31_536_000_000 });

describe('a limit', () => {
  it(seeded('passes and refuses as an exact bucket of tokens does, on random arrivals'), () => {
    fc.assert(
      fc.property(aRule, aStartMs, someGaps, (rule, startMs, gaps) => {
        const gcra = createGcra(rule);
        const model = createExactModel(rule);
        let arrival = 0;
        for (const nowMs of instantsOf(startMs, gaps)) {
          const next = gcra.take(arrival, nowMs);
          expect(next !== arrival, `at ${nowMs}`).toBe(model(nowMs));
          arrival = next;
        }
      }),
      propertyRuns(300),
    );
  });

  it(seeded('lets no more than burst + rate x t pass between any two instants'), () => {
    fc.assert(
      fc.property(aRule, someGaps, (rule, gaps) => {
        const gcra = createGcra(rule);
        let arrival = 0;
        const passedAtMs: number[] = [];
        for (const nowMs of instantsOf(0, gaps)) {
          const next = gcra.take(arrival, nowMs);
          if (next !== arrival) passedAtMs.push(Math.floor(nowMs));
          arrival = next;
        }
        for (let first = 0; first < passedAtMs.length; first += 1) {
          for (let last = first; last < passedAtMs.length; last += 1) {
            const elapsedMs = (passedAtMs[last] ?? 0) - (passedAtMs[first] ?? 0);
            const spent = last - first + 1 - rule.burst;
            // Both sides times the window, so that nothing is divided.
            expect(spent * rule.windowMs).toBeLessThanOrEqual(elapsedMs * rule.count);
          }
        }
      }),
      propertyRuns(60),
    );
  });
});

describe('a request that counts as more', () => {
  it(seeded('is paid for before the next one passes, at the very millisecond that was said'), () => {
    const someCosts = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(aRule, aStartMs, someGaps, someCosts, (rule, startMs, gaps, costs) => {
        const gcra = createGcra(rule);
        let arrival = 0;
        let spent = 0;
        const instants = instantsOf(startMs, gaps);
        for (const [n, nowMs] of instants.entries()) {
          const next = gcra.take(arrival, nowMs);
          if (next !== arrival) {
            const extra = costs[n % costs.length] ?? 0;
            arrival = gcra.charge(next, nowMs, extra);
            spent += 1 + extra;
            expect(gcra.left(next, nowMs) - gcra.left(arrival, nowMs)).toBe(extra);
          }
          const waitMs = gcra.waitMs(arrival, nowMs);
          expect(gcra.take(arrival, Math.floor(nowMs) + waitMs)).not.toBe(arrival);
          if (waitMs > 0) expect(gcra.take(arrival, Math.floor(nowMs) + waitMs - 1)).toBe(arrival);
        }
        // All but the last one's surplus was there when it was let in.
        const elapsedMs = Math.floor(instants.at(-1) ?? 0) - Math.floor(instants[0] ?? 0);
        expect((spent - rule.burst - 40) * rule.windowMs).toBeLessThanOrEqual(elapsedMs * rule.count);
      }),
      propertyRuns(150),
    );
  });

  it('is as if it had never been once it is given back', () => {
    const gcra = createGcra({ count: 60, windowMs: 60_000, burst: 12 });
    const arrival = gcra.take(0, 5000);
    expect(gcra.left(gcra.charge(arrival, 5000, -1), 5000)).toBe(12);
  });
});

describe('what a limit says', () => {
  it(seeded('is a wait after which a refused caller passes, and not a millisecond earlier'), () => {
    fc.assert(
      fc.property(aRule, aStartMs, someGaps, (rule, startMs, gaps) => {
        const gcra = createGcra(rule);
        let arrival = 0;
        for (const nowMs of instantsOf(startMs, gaps)) {
          const next = gcra.take(arrival, nowMs);
          const waitMs = gcra.waitMs(arrival, nowMs);
          expect(waitMs === 0).toBe(next !== arrival);
          if (waitMs > 0) {
            const startOfMs = Math.floor(nowMs);
            expect(gcra.take(arrival, startOfMs + waitMs)).not.toBe(arrival);
            expect(gcra.take(arrival, startOfMs + waitMs - 1)).toBe(arrival);
          }
          arrival = next;
        }
      }),
      propertyRuns(150),
    );
  });

  it(seeded('is how many more would pass at once'), () => {
    fc.assert(
      fc.property(aRule, someGaps, (rule, gaps) => {
        const gcra = createGcra(rule);
        let arrival = 0;
        for (const nowMs of instantsOf(0, gaps)) arrival = gcra.take(arrival, nowMs);
        const nowMs = instantsOf(0, gaps).at(-1) ?? 0;
        const left = gcra.left(arrival, nowMs);
        for (let passed = 0; passed < left; passed += 1) {
          const next = gcra.take(arrival, nowMs);
          expect(next).not.toBe(arrival);
          arrival = next;
        }
        expect(gcra.take(arrival, nowMs)).toBe(arrival);
      }),
      propertyRuns(100),
    );
  });
});
