import type { StatusReport } from '#lib/contract/responses';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import { overallHealth, sourceHealth } from '#lib/domain/source-health';
import type { SourceStateRow } from '#lib/store/source-states';

/** The report of every enabled source; one that was never checked bears the instant at which the service started. */
export function statusReportOf(
  snapshot: RateSnapshot,
  states: ReadonlyMap<string, SourceStateRow>,
  startedAt: Date,
): StatusReport {
  const sources = snapshot.sources.map((source) => {
    const state = states.get(source.id);
    return {
      source: source.id,
      status: sourceHealth(source, state ? { passed: state.reason === null } : null),
      latencyMs: state?.latency_ms ?? 0,
      lastCheckedAt: (state ? new Date(Number(state.last_checked_at)) : startedAt).toISOString(),
    };
  });
  return { overall: overallHealth(sources.map(({ status }) => status)), sources, services: [] };
}
