import type { Clock } from '#lib/platform/clock';

/** A clock that stands still until the test moves it. */
export interface FixedClock extends Clock {
  /** Sets both the service's and the real time. */
  readonly moveTo: (instant: Date) => void;
}

/** A clock that shows `start`, such as `2026-04-14T08:00:00Z`, for the service and for keys alike. */
export function fixedClock(start: string): FixedClock {
  let now = new Date(start);
  const show = () => new Date(now);
  return {
    service: show,
    real: show,
    serviceMs: () => now.getTime(),
    realMs: () => now.getTime(),
    moveTo: (instant) => {
      now = new Date(instant);
    },
  };
}
