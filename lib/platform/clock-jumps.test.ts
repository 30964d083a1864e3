import { expect, it, onTestFinished, vi } from 'vitest';
import { watchClock } from './clock-jumps.ts';

const DAY_MS = 86_400_000;
const LOOK_MS = 5;

it('tells each jump once, ahead and back', async () => {
  let aheadMs = 0;
  const jumps: number[] = [];
  const watch = watchClock(
    { serviceMs: () => 1e12 + performance.now() + aheadMs },
    (ms) => jumps.push(ms),
    LOOK_MS,
  );
  onTestFinished(watch.stop);
  for (const ms of [DAY_MS, 0, -366 * DAY_MS, 0]) {
    const before = jumps.length;
    aheadMs = ms;
    await vi.waitUntil(() => jumps.length > before);
  }
  expect(jumps).toEqual([DAY_MS, -DAY_MS, -366 * DAY_MS, 366 * DAY_MS]);
});

it('tells nothing once it is stopped', async () => {
  let aheadMs = 0;
  let looks = 0;
  const jumps: number[] = [];
  const serviceMs = () => {
    looks += 1;
    return performance.now() + aheadMs;
  };
  const stopped = watchClock({ serviceMs }, (ms) => jumps.push(ms), LOOK_MS);
  const other = watchClock({ serviceMs }, () => {}, LOOK_MS);
  onTestFinished(other.stop);
  stopped.stop();
  aheadMs = DAY_MS;
  const before = looks;
  await vi.waitUntil(() => looks > before + 3);
  expect(jumps).toEqual([]);
});
