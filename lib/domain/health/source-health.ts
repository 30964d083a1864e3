import type { SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SourceId } from '#lib/domain/source-id';

export type Health = 'operational' | 'degraded' | 'outage';

/** What the newest check of a source said. */
export interface NewestCheck {
  readonly passed: boolean;
}

/**
 * How a source is doing: in outage until its first check, without a figure that may be served, or with a stale one;
 * degraded when the newest check failed or the figure is late; else operational. Law is not polled and never fails.
 */
export function sourceHealth(source: SourceSnapshot, check: NewestCheck | null): Health {
  const [newest] = source.publications;
  if (newest && !newest.limits) return 'operational';
  if (!check || !newest || newest.age === 'stale' || newest.age === 'expired') return 'outage';
  return check.passed && newest.age === 'fresh' ? 'operational' : 'degraded';
}

/** A source and how it is doing. */
export interface SourceHealth {
  readonly source: SourceId;
  readonly status: Health;
}

/**
 * `outage` when every source but `fixed` is; `operational` when every source is, and every part of the service itself; else
 * `degraded`.
 */
export function overallHealth(
  sources: readonly SourceHealth[],
  parts: readonly { readonly status: Health }[],
): Health {
  const polled = sources.filter(({ source }) => source !== 'fixed');
  const states = (polled.length === 0 ? sources : polled).map(({ status }) => status);
  if (states.every((state) => state === 'outage')) return 'outage';
  const isWell = [...states, ...parts.map(({ status }) => status)].every((state) => state === 'operational');
  return isWell ? 'operational' : 'degraded';
}
