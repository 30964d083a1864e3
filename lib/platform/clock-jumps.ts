import type { Clock } from './clock.ts';

/** Hears by how many ms a clock was set; negative when it was put back. */
export type JumpListener = (jumpMs: number) => void;

/** Looks at a clock until it is stopped. */
export interface ClockWatch {
  readonly stop: () => void;
}

/** How often the clock is looked at. */
const LOOK_MS = 1_000;

/** A smaller step changes nothing that is told by the second; a time service corrects less without a jump. */
const JUMP_MIN_MS = 2_000;

/**
 * Tells when the service's clock was set, back or forth, by comparing it with the time that has passed since the last look.
 * A machine that was asleep and wakes up is told too: its clock has gone on and its timers have not.
 */
export function watchClock(
  clock: Pick<Clock, 'serviceMs'>,
  onJump: JumpListener,
  everyMs: number = LOOK_MS,
): ClockWatch {
  const aheadMs = () => clock.serviceMs() - performance.now();
  let before = aheadMs();
  const timer = setInterval(() => {
    const now = aheadMs();
    const jumpMs = Math.round(now - before);
    before = now;
    if (Math.abs(jumpMs) >= JUMP_MIN_MS) onJump(jumpMs);
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
