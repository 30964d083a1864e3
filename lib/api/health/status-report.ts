import type { StatusReport } from '#lib/contract/responses';
import { afterAge, type HealthState, UNCHECKED } from '#lib/domain/health/health-machine';
import { startOfDay } from '#lib/domain/iso-day';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import { type Health, overallHealth } from '#lib/domain/health/source-health';
import type { AgeState } from '#lib/domain/calendars/staleness';
import type { Clock } from '#lib/platform/clock';
import type { ApiService } from '#lib/api/api-service';
import { whileUnchanged } from './while-unchanged.ts';

/** What the newest check of a source said. */
export interface ReportedCheck {
  readonly state: HealthState;
  readonly latencyMs: number;
  readonly checkedAt: Date;
  /** The pause until the next check. */
  readonly intervalMs: number;
  /** Why it was no pass, for people; null for a pass. */
  readonly sentence: string | null;
}

/** How one part of the service itself is doing. */
export type ServiceStatus = StatusReport['services'][number];

/** What a report is made of. */
export interface StatusParts {
  readonly snapshot: RateSnapshot;
  readonly checks: ReadonlyMap<string, ReportedCheck>;
  readonly services: readonly ServiceStatus[];
  /** When the service started: what was never checked bears it. */
  readonly startedAt: Date;
  readonly now: Date;
}

/** Where the parts of the newest report are read. */
export interface StatusReads extends Pick<StatusParts, 'checks' | 'startedAt'> {
  readonly snapshot: () => RateSnapshot;
  /** The same array while nothing changes. */
  readonly services: () => readonly ServiceStatus[];
  readonly clock: Pick<Clock, 'service' | 'serviceMs'>;
}

/** The report of now: the same object for a second at most, and until one of its parts changes; and a name for each report. */
export function createStatusReader(reads: StatusReads): Pick<ApiService, 'status' | 'statusName'> {
  const { checks, startedAt, clock } = reads;
  let count = 0;
  const newest = whileUnchanged(
    () => {
      const snapshot = reads.snapshot();
      const second = Math.floor(clock.serviceMs() / 1000);
      return [
        snapshot,
        reads.services(),
        second,
        ...snapshot.sources.map(({ id }) => checks.get(id)),
      ] as const;
    },
    ([snapshot, services]) => ({
      report: statusReportOf({ snapshot, services, checks, startedAt, now: clock.service() }),
      name: String(++count),
    }),
  );
  return { status: () => newest().report, statusName: () => newest().name };
}

/**
 * The report of every enabled source and of the service's parts; law is not polled and never fails. No instant is later than
 * now.
 */
export function statusReportOf({ snapshot, checks, services, startedAt, now }: StatusParts): StatusReport {
  const sources = snapshot.sources.map((source) => {
    const check = checks.get(source.id);
    const uncheckedAt = source.cadence === 'law' ? startOfDay(snapshot.today) : startedAt;
    return {
      source: source.id,
      status: healthAt(source, check ?? null, now),
      latencyMs: check?.latencyMs ?? 0,
      lastCheckedAt: notAfter(check?.checkedAt ?? uncheckedAt, now).toISOString(),
    };
  });
  const parts = services.map((part) => ({
    ...part,
    lastCheckedAt: notAfter(new Date(part.lastCheckedAt), now).toISOString(),
  }));
  return { overall: overallHealth(sources, parts), sources, services: parts };
}

/** An instant, or now where it has not come: a clock that was ahead has been put back, or another host's is ahead. */
export function notAfter(instant: Date, now: Date): Date {
  return instant > now ? now : instant;
}

/** A source's state now: what its checks came to, and what time alone has done since. */
export function healthAt(source: SourceSnapshot, check: ReportedCheck | null, now: Date): Health {
  if (source.cadence === 'law') return 'operational';
  return afterAge(check?.state ?? UNCHECKED, {
    atMs: now.getTime(),
    intervalMs: check?.intervalMs ?? 0,
    age: ageOf(source),
  }).status;
}

/** The age of a source's newest figure; `none` when it has none. */
export function ageOf(source: SourceSnapshot): AgeState | 'none' {
  return source.publications[0]?.age ?? 'none';
}
