import type { SourceId } from '#lib/domain/source-id';

/** How a source or a part of the service is doing. */
export type Health = 'operational' | 'degraded' | 'outage';

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
