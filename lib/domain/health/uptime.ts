/** Time that a source is known to have spent in each state, in milliseconds. */
export interface WatchedTime {
  readonly operationalMs: number;
  readonly degradedMs: number;
  readonly outageMs: number;
}

/** Hundredths of a percent in one. */
const HUNDREDTHS = 10_000;

/**
 * The percentage of the watched time in which a source was not in outage, with two decimals, rounded down, so that 100 means
 * not a moment of outage; null when nobody watched. Degraded counts as up, because figures are served. Time without checks
 * is neither up nor down: it is left out. 86,400 s watched with 4,320 s of outage are 95.00.
 */
export function uptimePercent(days: readonly WatchedTime[]): number | null {
  const sum = (part: (day: WatchedTime) => number) => days.reduce((total, day) => total + part(day), 0);
  const downMs = sum(({ outageMs }) => outageMs);
  const watchedMs = downMs + sum(({ operationalMs, degradedMs }) => operationalMs + degradedMs);
  if (watchedMs === 0) return null;
  // In whole milliseconds, so that no quotient just below a hundredth is cut to the one before.
  return Math.floor(((watchedMs - downMs) * HUNDREDTHS) / watchedMs) / 100;
}

/** The same with its decimals: `99.82%`, `100.00%`. */
export function uptimeText(percent: number): string {
  return `${percent.toFixed(2)}%`;
}
