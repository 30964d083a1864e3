import { watchIngest } from '#lib/api/health/ingest-watch';
import { readSoon } from '#lib/api/health/read-soon';
import { type ServiceHealth, watchServices } from '#lib/api/health/service-health';
import { createStatusReader, type ReportedCheck } from '#lib/api/health/status-report';
import { whileUnchanged } from '#lib/api/health/while-unchanged';
import type { StatusReport } from '#lib/contract/responses';
import type { BoardReport, IncidentMonth } from '#lib/contract/status-page';
import { impactsOf } from '#lib/domain/health/impact';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { HistoryProgress } from '#lib/ingest/history/backfill-runner';
import { INGEST_LEASE, LEASE_PACE } from '#lib/ingest/poll/leadership';
import type { Clock } from '#lib/platform/clock';
import type { Logger } from '#lib/platform/logger';
import { isPublishing } from '#lib/sources/registry';
import type { ListedSource } from '#lib/sources/source-facts';
import { type MonthAsked, readIncidentMonth } from '#lib/status/incident-history';
import { createBoardReader, type LiveParts } from '#lib/status/status-board-reader';
import type { Store } from '#lib/store/store';

/** What tells how the service and its sources are doing. */
export interface StatusBasis {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sources: readonly ListedSource[];
  readonly snapshot: () => RateSnapshot;
  /** The newest checks of the sources. */
  readonly checks: ReadonlyMap<string, ReportedCheck>;
  readonly startedAt: Date;
  readonly isPaused: () => boolean;
  readonly progress: () => readonly HistoryProgress[];
}

/** How the service and its sources are doing, as /v1, the status page and its files tell it. */
export interface Status extends ReturnType<typeof createStatusReader> {
  readonly databaseCause: ServiceHealth['databaseCause'];
  readonly watchPages: ServiceHealth['watchPages'];
  readonly statusBoard: () => Promise<BoardReport>;
  readonly incidentMonth: (asked: Pick<MonthAsked, 'month' | 'source'>) => Promise<IncidentMonth>;
}

/** Looks at the parts of the service until `stop`. */
export function openStatus(parts: StatusBasis): { readonly status: Status; readonly stop: () => void } {
  const { store, clock, log, sources, snapshot, checks, startedAt, progress } = parts;
  const services = watchParts(parts);
  const reader = createStatusReader({ snapshot, services: services.report, checks, clock, startedAt });
  const impacts = whileUnchanged(
    () => [snapshot(), faultySources(reader.status())] as const,
    ([seen, faulty]) => (faulty === '' ? null : impactsOf(seen, faulty.split(' '))),
  );
  const live = (): LiveParts => ({
    report: reader.status(),
    snapshot: snapshot(),
    impacts: impacts(),
    now: clock.service(),
    sources,
    checks,
    progress: progress(),
  });
  const statusBoard = createBoardReader({ store, log, monotonicMs: () => performance.now(), live });
  const ids = sources.map(({ id }) => id);
  return {
    status: {
      ...reader,
      databaseCause: services.databaseCause,
      watchPages: services.watchPages,
      statusBoard,
      incidentMonth: (asked) =>
        readSoon(store, () => readIncidentMonth(store, { ...asked, sources: ids, now: clock.service() })),
    },
    stop: services.stop,
  };
}

/** The sources that are not operational, as one text. */
function faultySources({ sources }: StatusReport): string {
  return sources.flatMap(({ source, status }) => (status === 'operational' ? [] : source)).join(' ');
}

function watchParts({ store, clock, sources, checks, isPaused }: StatusBasis): ServiceHealth {
  const polled = watchIngest({
    leaseName: INGEST_LEASE,
    leaseMs: LEASE_PACE.leaseMs,
    sources: sources.filter(isPublishing).map(({ id }) => id),
    checks,
    isPaused,
    clock,
    monotonicMs: () => performance.now(),
  });
  return watchServices(store, clock, polled);
}
