import type { StatusReport } from '#lib/contract/responses';
import { startOfDay } from '#lib/domain/iso-day';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import { overallHealth, sourceHealth } from '#lib/domain/source-health';
import type { SourceStateRow } from '#lib/store/source-states';

/** The report of every enabled source; one that was never checked bears the instant at which the service started, law the day. */
export function statusReportOf(
  snapshot: RateSnapshot,
  states: ReadonlyMap<string, SourceStateRow>,
  startedAt: Date,
): StatusReport {
  const sources = snapshot.sources.map((source) => {
    const state = states.get(source.id);
    const uncheckedAt = source.legalRates.length > 0 ? startOfDay(snapshot.today) : startedAt;
    return {
      source: source.id,
      status: sourceHealth(source, state ? { passed: state.reason === null } : null),
      latencyMs: state?.latency_ms ?? 0,
      lastCheckedAt: (state ? new Date(Number(state.last_checked_at)) : uncheckedAt).toISOString(),
    };
  });
  return { overall: overallHealth(sources), sources, services: [] };
}
