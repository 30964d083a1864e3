/**
 * A limit: in the long run `count` requests a window of `windowMs`, and at most `burst` at once. Over any time of t ms no more
 * than `burst + t x count / windowMs` requests pass.
 */
export interface LimitRule {
  readonly count: number;
  readonly windowMs: number;
  readonly burst: number;
}

/**
 * The generic cell rate algorithm (ITU-T I.371) on whole numbers, so that nothing is gained or lost by rounding. All it
 * remembers of a caller is one number, the arrival: the tick at which every request that passed will have been paid for. 0
 * stands for a caller that was never seen.
 */
export interface Gcra {
  readonly rule: LimitRule;
  /** The arrival after one more request at `nowMs`; the very number that was given when there is no room for it. */
  readonly take: (arrival: number, nowMs: number) => number;
  /**
   * The arrival once a request that was let in counts as so many more, room or not: the next one waits until they are paid
   * for. -1 gives back the request that was taken last.
   */
  readonly charge: (arrival: number, nowMs: number, requests: number) => number;
  /** How many requests would pass at `nowMs`; below 0 where so many are still to be paid for. */
  readonly left: (arrival: number, nowMs: number) => number;
  /** In how many ms the next request passes; 0 when it does now. */
  readonly waitMs: (arrival: number, nowMs: number) => number;
}

/**
 * Makes a rule into its arithmetic. Instants are ms of a clock that never goes back and has begun with this process: a tick is
 * a fraction of a ms, and a year of ticks at a million requests a minute is still a whole number in a double.
 */
export function createGcra(rule: LimitRule): Gcra {
  const divisor = greatestCommonDivisor(rule.count, rule.windowMs);
  const ticksPerMs = rule.count / divisor;
  /** What one request costs. */
  const costTicks = rule.windowMs / divisor;
  const burstTicks = rule.burst * costTicks;
  const ticksAt = (nowMs: number) => Math.floor(nowMs) * ticksPerMs;
  return {
    rule,
    take: (arrival, nowMs) => {
      const now = ticksAt(nowMs);
      const next = (arrival > now ? arrival : now) + costTicks;
      return next - now <= burstTicks ? next : arrival;
    },
    charge: (arrival, nowMs, requests) => Math.max(arrival, ticksAt(nowMs)) + requests * costTicks,
    left: (arrival, nowMs) => {
      const owed = Math.max(0, arrival - ticksAt(nowMs));
      return Math.floor((burstTicks - owed) / costTicks);
    },
    waitMs: (arrival, nowMs) => {
      const excess = arrival + costTicks - ticksAt(nowMs) - burstTicks;
      return excess <= 0 ? 0 : Math.ceil(excess / ticksPerMs);
    },
  };
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
