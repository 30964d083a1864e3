/** Tells the instant. `service` moves with `CLOCK` and rules rates, ages and polling; keys, sessions and TLS use `real`. */
export interface Clock {
  readonly service: () => Date;
  readonly real: () => Date;
  /** The same two in ms since 1970, for what is asked at every request. */
  readonly serviceMs: () => number;
  readonly realMs: () => number;
}

/** The system's own clock: Next puts one in its place when it is loaded that costs every reader more. */
const nowMs = Date.now;

/** The clock of this process. With `startsAt` the service believes it is that instant now, and time runs on from there. */
export function createClock(startsAt: Date | null): Clock {
  const offsetMs = startsAt === null ? 0 : startsAt.getTime() - nowMs();
  const serviceMs = () => nowMs() + offsetMs;
  return {
    service: () => new Date(serviceMs()),
    real: () => new Date(nowMs()),
    serviceMs,
    realMs: nowMs,
  };
}
