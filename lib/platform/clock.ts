/** Tells the instant. `service` moves with `CLOCK` and rules rates, ages and polling; keys, sessions and TLS use `real`. */
export interface Clock {
  readonly service: () => Date;
  readonly real: () => Date;
}

/** The clock of this process. With `startsAt` the service believes it is that instant now, and time runs on from there. */
export function createClock(startsAt: Date | null): Clock {
  const real = () => new Date();
  if (!startsAt) return { service: real, real };
  const offsetMs = startsAt.getTime() - Date.now();
  return { service: () => new Date(Date.now() + offsetMs), real };
}
