/** How long to wait before a process is started again: doubled each time that one ends within {@link STEADY_MS}. */
const PAUSE_MS = { first: 200, longest: 30_000 };
const STEADY_MS = 60_000;

/** Gives the pause after a process that lasted for so many ms, by those before it. */
export function createRestartPause(): (lastedMs: number) => number {
  let pauseMs = PAUSE_MS.first;
  return (lastedMs) => {
    pauseMs = lastedMs > STEADY_MS ? PAUSE_MS.first : Math.min(2 * pauseMs, PAUSE_MS.longest);
    return pauseMs;
  };
}
