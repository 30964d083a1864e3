import type { BoardReport } from '#lib/contract/status-page';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import { impactsOf } from '#lib/domain/health/impact';
import { readHealthState } from '#lib/domain/health/health-state-text';
import { type ReportedCheck, statusReportOf } from '#lib/api/health/status-report';
import { statusBoardOf } from '#lib/status/status-board';
import { readStatusPast } from '#lib/status/status-past';
import type { PolledWorld } from './polled-world.ts';

const checksOf = new WeakMap<PolledWorld, ReadonlyMap<string, ReportedCheck>>();

/** Reads the states of the sources as the process that serves pages does after a commit. */
export async function refreshChecks(world: PolledWorld): Promise<void> {
  const checks = new Map<string, ReportedCheck>();
  for (const row of await world.store.readSourceStates()) {
    checks.set(row.source, {
      state: (row.state === null ? null : readHealthState(row.state)) ?? UNCHECKED,
      latencyMs: row.latency_ms,
      checkedAt: new Date(Number(row.last_checked_at)),
      intervalMs: Number(row.interval_ms ?? 0),
      sentence: row.reason,
    });
  }
  checksOf.set(world, checks);
}

/** What of a board is in memory. */
export function liveOf(world: PolledWorld) {
  const { sources, snapshot, clock } = world;
  const checks = checksOf.get(world) ?? new Map<string, ReportedCheck>();
  const now = clock.service();
  const report = statusReportOf({ snapshot: snapshot(), checks, services: [], startedAt: now, now });
  const faulty = report.sources.filter(({ status }) => status !== 'operational');
  const impacts = impactsOf(
    snapshot(),
    faulty.map(({ source }) => source),
  );
  return {
    report,
    snapshot: snapshot(),
    impacts,
    sources,
    checks,
    progress: [],
    now,
  };
}

/** The board of now, with its past read anew. */
export async function boardOf(world: PolledWorld): Promise<BoardReport> {
  await refreshChecks(world);
  const live = liveOf(world);
  const ids = live.report.sources.map(({ source }) => source);
  return statusBoardOf({ ...live, past: await readStatusPast(world.store, ids, live.now) });
}

/** One source of a board. */
export function sourceOf(board: BoardReport, id: string) {
  return board.sources.find((source) => source.id === id);
}
