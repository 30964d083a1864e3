import type { SourceSnapshot } from './rate-snapshot.ts';

export type Health = 'operational' | 'degraded' | 'outage';

/** What the newest check of a source said. */
export interface NewestCheck {
  readonly passed: boolean;
}

/**
 * How a source is doing: in outage until its first check, without a figure that may be served, or with a stale one;
 * degraded when the newest check failed or the figure is late; else operational.
 */
export function sourceHealth(source: SourceSnapshot, check: NewestCheck | null): Health {
  const [newest] = source.publications;
  if (!check || !newest || newest.age === 'stale' || newest.age === 'expired') return 'outage';
  return check.passed && newest.age === 'fresh' ? 'operational' : 'degraded';
}

/** `outage` when every source is, `operational` when every source is, else `degraded`. */
export function overallHealth(states: readonly Health[]): Health {
  if (states.every((state) => state === 'outage')) return 'outage';
  return states.every((state) => state === 'operational') ? 'operational' : 'degraded';
}
