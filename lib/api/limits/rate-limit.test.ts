import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Verdict } from './limiter.ts';
import { createRateLimits, type RateLimits } from './rate-limit.ts';

function aClock(startMs = 0) {
  let nowMs = startMs;
  return { monotonicMs: () => nowMs, pass: (ms: number) => (nowMs += ms) };
}

describe('the limits of several processes that answer the same callers', () => {
  it.each([2, 3, 7])('are together no more than those of one: %d processes', (processes) => {
    const clock = aClock();
    const create = () => createRateLimits({ perMinute: 600, monotonicMs: clock.monotonicMs, processes });
    const all = Array.from({ length: processes }, create);
    const together = (take: (limits: RateLimits) => Verdict | null) =>
      all.reduce((sum, limits) => sum + countPassed(400, () => take(limits)), 0);
    const atOnce: readonly (readonly [number, (limits: RateLimits) => Verdict | null])[] = [
      [120, ({ takeKey }) => takeKey('one', null)],
      [18, ({ takeKey }) => takeKey('small', 90)],
      [60, ({ takeBrowser }) => takeBrowser('192.0.2.1')],
      [60, ({ takeStatus }) => takeStatus('192.0.2.1')],
      [10, ({ takeBadKey }) => takeBadKey('192.0.2.1')],
      [50, ({ takeReceipt }) => takeReceipt('192.0.2.1')],
    ];
    for (const [limit, take] of atOnce) {
      const passed = together(take);
      expect(passed).toBeLessThanOrEqual(limit);
      expect(passed).toBe(processes * Math.floor(limit / processes));
    }
    let passed = 0;
    for (let second = 0; second < 60; second += 1) {
      clock.pass(1000);
      passed += together(({ takeKey }) => takeKey('one', null));
    }
    expect(passed).toBeLessThanOrEqual(600);
    expect(passed).toBeGreaterThan(600 - 2 * processes);
  });

  it('let one request pass in each process where the limit is smaller than their number', () => {
    const limits = createRateLimits({ perMinute: 600, monotonicMs: () => 0, processes: 64 });
    expect(countPassed(5, () => limits.takeBadKey('192.0.2.1'))).toBe(1);
    expect(countPassed(5, () => limits.takeKey('one', 10))).toBe(1);
  });
});

function theLimits(perMinute = 600) {
  const clock = aClock();
  return { clock, limits: createRateLimits({ perMinute, monotonicMs: clock.monotonicMs }) };
}

/** How many of `tries` at one instant pass. */
function countPassed(tries: number, take: () => { readonly retryAfterSeconds: number } | null): number {
  return Array.from({ length: tries }, take).filter((verdict) => verdict?.retryAfterSeconds === 0).length;
}

describe('receipts for readers without an account', () => {
  it('are 50 a day to an address and 2,000 to all, and what was not made is given back', () => {
    const { clock, limits } = theLimits();
    const take = (address: string | null) => countPassed(60, () => limits.takeReceipt(address));
    expect(take('192.0.2.1')).toBe(50);
    expect(limits.takeReceipt('192.0.2.1')?.retryAfterSeconds).toBe(1728);
    limits.giveBackReceipt('192.0.2.1');
    expect(take('192.0.2.1')).toBe(1);
    for (let address = 2; address <= 40; address += 1) expect(take(`192.0.2.${address}`)).toBe(50);
    expect([take('192.0.2.41'), take(null)], 'all have had theirs').toEqual([0, 0]);
    clock.pass(864_000);
    expect(take('192.0.2.41'), 'which counts for nobody').toBe(20);
  });

  it('are not counted where nothing is', () => {
    expect(theLimits(0).limits.takeReceipt('192.0.2.1')).toBeNull();
  });
});

describe('the limit of a key', () => {
  it('is 120 at once and 600 a minute, for each key on its own', () => {
    const { clock, limits } = theLimits();
    for (const id of ['one', 'other']) expect(countPassed(200, () => limits.takeKey(id, null))).toBe(120);
    let passed = 0;
    for (let second = 0; second < 60; second += 1) {
      clock.pass(1000);
      passed += countPassed(100, () => limits.takeKey('one', null));
    }
    expect(passed).toBe(600);
  });

  it('is said in the headers, down to the wait of a refused one, after which the next passes', () => {
    const { clock, limits } = theLimits();
    expect(limits.takeKey('one', null)).toEqual({
      retryAfterSeconds: 0,
      headers: { policy: '"burst";q=120;w=12, "minute";q=600;w=60', state: '"burst";r=119;t=1' },
    });
    countPassed(119, () => limits.takeKey('one', null));
    expect(limits.takeKey('one', null)).toEqual({
      retryAfterSeconds: 1,
      headers: { policy: '"burst";q=120;w=12, "minute";q=600;w=60', state: '"burst";r=0;t=12' },
    });
    clock.pass(1000);
    expect(limits.takeKey('one', null)?.retryAfterSeconds).toBe(0);
  });

  it.each([
    [1, 1, 60],
    [60, 12, 1],
    [6000, 1200, 1],
  ])('of %i a minute of its own lets %i pass at once', (limit, burst, wait) => {
    const { limits } = theLimits();
    expect(countPassed(2 * burst + 1, () => limits.takeKey('one', limit))).toBe(burst);
    expect(limits.takeKey('one', limit)?.retryAfterSeconds).toBe(wait);
  });

  it('that its owner changes holds from the next request on', () => {
    const { limits } = theLimits();
    countPassed(5, () => limits.takeKey('one', 5));
    expect(limits.takeKey('one', 5)?.retryAfterSeconds).toBeGreaterThan(0);
    expect(countPassed(200, () => limits.takeKey('one', 600))).toBe(120);
    expect(countPassed(200, () => limits.takeKey('one', 7))).toBe(1);
  });

  it('is off with 0, for the key or for the deployment; a key’s own limit holds all the same', () => {
    expect(theLimits().limits.takeKey('one', 0)).toBeNull();
    const { limits } = theLimits(0);
    expect(limits.takeKey('one', null)).toBeNull();
    expect(countPassed(100, () => limits.takeKey('one', 60))).toBe(12);
  });
});

describe('the limit of an address', () => {
  it('on browser keys is 60 in ten seconds and 300 in a minute', () => {
    const { clock, limits } = theLimits();
    expect(countPassed(100, () => limits.takeBrowser('192.0.2.1'))).toBe(60);
    expect(limits.takeBrowser('192.0.2.1')).toEqual({
      retryAfterSeconds: 1,
      headers: {
        policy: '"browser-10s";q=60;w=10, "browser-60s";q=300;w=60',
        state: '"browser-10s";r=0;t=10, "browser-60s";r=240;t=12',
      },
    });
    let passed = 60;
    for (let tenSeconds = 0; tenSeconds < 30; tenSeconds += 1) {
      clock.pass(10_000);
      passed += countPassed(100, () => limits.takeBrowser('192.0.2.1'));
    }
    // Five minutes: what 300 a minute allow, and what could come at once in the beginning.
    expect(passed).toBeLessThanOrEqual(300 + 5 * 300);
    expect(passed).toBeGreaterThan(5 * 300);
    expect(countPassed(1, () => limits.takeBrowser('192.0.2.2'))).toBe(1);
  });

  it.each([
    ['making browser keys', 'takeMint', 6],
    ['wrong keys', 'takeBadKey', 10],
    ['the status', 'takeStatus', 60],
  ] as const)('on %s is as decided', (_name, limit, perMinute) => {
    const { clock, limits } = theLimits();
    expect(countPassed(100, () => limits[limit]('192.0.2.1'))).toBe(perMinute);
    clock.pass(60_000);
    expect(countPassed(100, () => limits[limit]('192.0.2.1'))).toBe(perMinute);
  });

  it('on wrong keys stays where all others are off', () => {
    const { limits } = theLimits(0);
    expect(limits.takeBrowser('192.0.2.1')).toBeNull();
    expect(limits.takeMint('192.0.2.1')).toBeNull();
    expect(limits.takeStatus('192.0.2.1')).toBeNull();
    expect(countPassed(100, () => limits.takeBadKey('192.0.2.1'))).toBe(10);
  });

  it('does not grow without end when a million addresses come', () => {
    const { limits } = theLimits();
    const before = heapKept();
    for (let n = 0; n < 1_000_000; n += 1) limits.takeBadKey(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    expect(heapKept() - before).toBeLessThan(50_000_000);
    expect(limits.takeBadKey('192.0.2.1')).toBeDefined();
  });
});

/** What the heap holds once everything that nobody needs is gone. */
function heapKept(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}
