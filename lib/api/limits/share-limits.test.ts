import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLimitTable } from './limit-table.ts';
import { createRateLimits } from './rate-limit.ts';
import { EXCHANGE_MS, type LimitSharing, shareLimits, type TellSpent } from './share-limits.ts';

const PROCESSES = 3;
const PER_MINUTE = 600;
const MINUTE_MS = 60_000;
/** All requests that pass at once when a key was not used before. */
const BURST = 120;

describe('a limit that several processes share', () => {
  it.each([PER_MINUTE, 60])(
    `of %i a minute lets at most a tenth more pass at steady load through ${PROCESSES} processes, and not less`,
    async (limit) => {
      const world = openWorld();
      // The first requests use up what may come at once.
      await world.load(limit, MINUTE_MS);
      const passed = await world.load(limit, 2 * MINUTE_MS);
      expect(passed / 2 / limit).toBeLessThanOrEqual(1.1);
      expect(passed / 2 / limit).toBeGreaterThanOrEqual(0.95);
    },
  );

  it('counts what others let pass within a fraction of a second, and lets no more pass over a minute', async () => {
    const world = openWorld();
    const [one, other] = world.limits;
    for (let count = 0; count < BURST; count += 1) one?.takeKey('k', PER_MINUTE);
    expect(other?.takeKey('k', PER_MINUTE)?.retryAfterSeconds).toBe(0);
    await world.pass(EXCHANGE_MS);
    // It did not know of the others; what passed too much is owed.
    expect(other?.takeKey('k', PER_MINUTE)?.retryAfterSeconds).toBeGreaterThan(0);
    const passed = await world.load(PER_MINUTE, MINUTE_MS);
    expect(passed).toBeLessThanOrEqual(1.02 * PER_MINUTE);
  });

  it('lets each process pass its share while they cannot tell each other, and says so once', async () => {
    const failures: unknown[] = [];
    const world = openWorld({ onReach: (failure) => void failures.push(failure) });
    world.isAway = true;
    await world.load(PER_MINUTE, MINUTE_MS);
    const passed = await world.load(PER_MINUTE, 2 * MINUTE_MS);
    expect(passed / 2).toBeLessThanOrEqual(1.02 * PER_MINUTE);
    expect(passed / 2).toBeGreaterThanOrEqual(0.95 * PER_MINUTE);
    world.isAway = false;
    await world.pass(2 * EXCHANGE_MS);
    expect(failures.filter((failure) => failure === null)).toHaveLength(PROCESSES);
    expect(failures.filter((failure) => failure !== null)).toHaveLength(PROCESSES);
  });

  it('gives back in all processes what one gave back', async () => {
    const world = openWorld();
    const [one, other] = world.limits;
    for (let count = 0; count < BURST; count += 1) one?.takeKey('k', 1);
    one?.takeKey('j', 1);
    one?.chargeKey('j', 1, -1);
    other?.takeKey('k', 1);
    await world.pass(2 * EXCHANGE_MS);
    expect(other?.takeKey('j', 1)?.retryAfterSeconds).toBe(0);
    expect(other?.takeKey('k', 1)?.retryAfterSeconds).toBeGreaterThan(0);
  });
});

/** Processes that tell one table, at a clock of the test's own. */
function openWorld(more: Pick<LimitSharing, 'onReach'> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let nowMs = 1;
  const monotonicMs = () => nowMs;
  const owed = createLimitTable(monotonicMs);
  const exchange: TellSpent = async (spent) => {
    if (world.isAway) throw new Error('away');
    return owed(spent);
  };
  const limits = Array.from({ length: PROCESSES }, () =>
    createRateLimits({ perMinute: PER_MINUTE, monotonicMs, isShared: true }),
  );
  for (const { tables } of limits)
    shareLimits({ tables, exchange, monotonicMs, processes: () => PROCESSES, ...more });
  const pass = async (ms: number) => {
    nowMs += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  /** Asks every process more often than the limit lets, and counts what passes. */
  const load = async (limit: number, ms: number) => {
    let passed = 0;
    for (const untilMs = nowMs + ms; nowMs < untilMs; await pass(LOAD_STEP_MS)) {
      for (const { takeKey } of limits) {
        for (let count = 0; count < (2 * limit * LOAD_STEP_MS) / MINUTE_MS; count += 1) {
          if (takeKey('k', limit)?.retryAfterSeconds === 0) passed += 1;
        }
      }
    }
    return passed;
  };
  const world = { limits, pass, load, isAway: false };
  return world;
}

const LOAD_STEP_MS = 50;
