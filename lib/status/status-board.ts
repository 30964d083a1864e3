import type { StatusReport } from '#lib/contract/responses';
import {
  type BoardDay,
  type BoardProgress,
  type BoardReport,
  type BoardRule,
  type BoardSource,
} from '#lib/contract/status-page';
import type { CheckReason } from '#lib/domain/health/check-kind';
import { causeOf, causeOfReason } from '#lib/domain/health/fault-cause';
import { afterAge, UNCHECKED } from '#lib/domain/health/health-machine';
import type { FaultCause } from '#lib/domain/health/fault-cause';
import type { Impacts } from '#lib/domain/health/impact';
import type { Incident } from '#lib/domain/health/incident';
import { complaintOf, isCheckReason, reasonOf } from '#lib/domain/health/health-reason';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { nextPublicationDay } from '#lib/domain/calendars/publication-calendar';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { PegSource, SourceDescription } from '#lib/domain/rates/stored-source';
import { uptimePercent } from '#lib/domain/health/uptime';
import type { HealthDay } from '#lib/store/health/health-history';
import { countingNotes } from './operator-notes.ts';
import { missingPast, type StatusPast } from './status-past.ts';
import { ageOf, type ReportedCheck, notAfter } from '#lib/api/health/status-report';

/** Polls for which a figure may be held before its source is degraded for it. */
const HELD_POLLS_MAX = 3;

/** What a board is made of. */
export interface BoardParts {
  readonly report: StatusReport;
  readonly snapshot: RateSnapshot;
  /** Of the sources that are not operational; null while all are. */
  readonly impacts: Impacts | null;
  readonly sources: readonly ((SourceDescription | PegSource) & {
    readonly name: string;
    readonly expectedPairs?: number;
  })[];
  readonly checks: ReadonlyMap<string, ReportedCheck>;
  /** Null where it could not be read. */
  readonly past: StatusPast | null;
  readonly progress: readonly BoardProgress[];
  readonly now: Date;
}

/** The same with a past, be it a missing one. */
type PastParts = BoardParts & { readonly past: StatusPast };

/** The board of what is in memory now and of a past that was read; it is public, so it names no host and no internal. */
export function statusBoardOf(given: BoardParts): BoardReport {
  const { report, progress, now } = given;
  const past = given.past ?? missingPast(now);
  const parts = { ...given, past };
  return {
    overall: report.overall,
    impact: given.impacts?.all ?? null,
    madeAt: now.toISOString(),
    readAt: past.readAt?.toISOString() ?? null,
    firstDay: past.firstDay,
    sources: report.sources.flatMap(({ source: id, status }) => {
      const source = parts.snapshot.sources.find((one) => one.id === id);
      return source ? [boardSource(source, status, parts)] : [];
    }),
    services: report.services,
    notes: countingNotes(past.notes, now),
    incidents: past.incidents,
    watchedSince: firstOf(report.sources.flatMap(({ source }) => past.starts.get(source) ?? [])),
    progress,
  };
}

function boardSource(source: SourceSnapshot, status: BoardSource['status'], parts: PastParts): BoardSource {
  const { id, cadence } = source;
  const { past } = parts;
  const facts = parts.sources.find((one) => one.id === id);
  const check = parts.checks.get(id);
  const newest = source.publications[0];
  const kept = past.checks.get(id) ?? [];
  const days = past.days.filter((day) => day.source === id);
  const incidents = past.incidentsOfDays.filter((incident) => incident.source === id);
  const changedAtMs = check?.state.changedAtMs ?? null;
  return {
    id,
    name: facts?.name ?? id,
    cadence,
    status,
    ...wordsOf(source, status, parts),
    heldHistory: past.holds.find((hold) => hold.source === id && hold.of === 'documents')?.example ?? null,
    impact: parts.impacts?.bySource.get(id) ?? null,
    changedAt: changedAtMs === null ? null : notAfter(new Date(changedAtMs), parts.now).toISOString(),
    latencyMs: check?.latencyMs ?? null,
    latenciesMs: kept.map(({ latencyMs }) => latencyMs).toReversed(),
    checkedAt: check ? notAfter(check.checkedAt, parts.now).toISOString() : null,
    newestAt: newest && newest.limits !== null ? newest.observedAt.toISOString() : null,
    nextAt: nextAt(source, status, parts),
    closedAt: source.closing?.closedAt.toISOString() ?? null,
    pairs:
      kept[0] && facts?.expectedPairs !== undefined
        ? { accepted: kept[0].accepted, expected: facts.expectedPairs }
        : null,
    days: cadence === 'law' ? [] : daysOf(days, past.firstDay, past.today),
    faults: faultsOf(incidents, past.firstDay, past.today),
    incidentCount: incidents.length,
    uptimePercent: uptimePercent(days),
    watchedSince: past.starts.get(id)?.toISOString() ?? null,
    rules: rulesOf(id, past),
  };
}

function firstOf(instants: readonly Date[]): string | null {
  return instants.toSorted((one, other) => one.getTime() - other.getTime())[0]?.toISOString() ?? null;
}

/** Why a source is not operational; of one that is, what its newest check complained of. */
function wordsOf(
  source: SourceSnapshot,
  status: BoardSource['status'],
  { checks, past, now }: PastParts,
): Pick<BoardSource, 'cause' | 'reason' | 'detail'> {
  const check = checks.get(source.id);
  const [kept] = past.checks.get(source.id) ?? [];
  const newestReason = kept && isCheckReason(kept.reason) ? kept.reason : null;
  if (source.cadence === 'law') return { cause: null, reason: null, detail: null };
  if (status === 'operational') {
    const reason = kept ? complaintOf(kept.kind, newestReason) : null;
    return { cause: null, reason, detail: detailOf(newestReason, check) };
  }
  const age = ageOf(source);
  const moment = { atMs: now.getTime(), intervalMs: check?.intervalMs ?? 0, age };
  const state = afterAge(check?.state ?? UNCHECKED, moment);
  const isQuarantineLong = past.holds.some(
    (hold) => hold.source === source.id && hold.polls > HELD_POLLS_MAX,
  );
  const circumstances = { age, isQuarantineLong, newestReason };
  return {
    cause: causeOf(state, circumstances),
    reason: reasonOf(state, circumstances),
    detail: detailOf(newestReason, check),
  };
}

/** What the validation said about figures. Of a failed connection the sentence names the host, which is the operator's affair. */
function detailOf(reason: CheckReason | null, check: ReportedCheck | undefined): string | null {
  return reason !== null && causeOfReason(reason) === 'refused' ? (check?.sentence ?? null) : null;
}

function nextAt(
  source: SourceSnapshot,
  status: BoardSource['status'],
  { sources, checks, now }: PastParts,
): string | null {
  const facts = sources.find(({ id }) => id === source.id);
  const newest = source.publications[0];
  if (facts === undefined || !('cadence' in facts)) return null;
  if (facts.cadence === 'fixing') {
    return newest
      ? facts.schedule.dueAt(nextPublicationDay(facts.schedule, newest.observedOn)).toISOString()
      : null;
  }
  if (source.closing) return source.closing.opensAt.toISOString();
  const check = checks.get(source.id);
  if (check === undefined || status === 'outage') return null;
  const nextMs = notAfter(check.checkedAt, now).getTime() + check.intervalMs;
  // A check that is due is on its way, unless it failed before and is put off, or nobody makes it.
  const patienceMs = check.state.run?.kind === 'hard' ? 0 : check.intervalMs;
  return now.getTime() - nextMs > patienceMs ? null : new Date(nextMs).toISOString();
}

function daysOf(known: readonly HealthDay[], firstDay: IsoDay, today: IsoDay): readonly (BoardDay | null)[] {
  const byDay = new Map(known.map((row) => [row.day, row]));
  const days: (BoardDay | null)[] = [];
  for (let day = firstDay; day <= today; day = addDays(day, 1)) {
    const row = byDay.get(day);
    days.push(row && row.checks > 0 ? dayOf(row) : null);
  }
  return days;
}

function dayOf(row: HealthDay): BoardDay {
  const watchedMs = row.operationalMs + row.degradedMs + row.outageMs;
  return [row.worst, row.checks, row.softs + row.hards, row.degradedMs, row.outageMs, watchedMs];
}

/** What was wrong on each day that an incident touched, the first one first. */
function faultsOf(incidents: readonly Incident[], firstDay: IsoDay, today: IsoDay): BoardSource['faults'] {
  const faults = new Map<string, Set<FaultCause>>();
  for (const { openedAtMs, closedAtMs, cause } of incidents.toReversed()) {
    const openedOn = isoDayOf(new Date(openedAtMs));
    const closedOn = closedAtMs === null ? today : isoDayOf(new Date(closedAtMs));
    for (let day = openedOn < firstDay ? firstDay : openedOn; day <= closedOn; day = addDays(day, 1)) {
      const causes = faults.get(day) ?? new Set();
      faults.set(day, cause === null ? causes : causes.add(cause));
    }
  }
  return Object.fromEntries([...faults].map(([day, causes]) => [day, [...causes]]));
}

function rulesOf(id: string, { holds, refusals }: StatusPast): readonly BoardRule[] {
  const ofSource = refusals.filter(({ source }) => source === id);
  return [
    ...holds
      .filter(({ source }) => source === id)
      .map(({ rule, of, count, example, firstSeenAtMs }) => ({
        rule,
        what: of === 'documents' ? ('held documents' as const) : ('held' as const),
        count,
        example,
        since: new Date(firstSeenAtMs).toISOString(),
      })),
    ...[...Map.groupBy(ofSource, ({ rule }) => rule)].map(([rule, ofRule]) => ({
      rule,
      what: 'refused' as const,
      count: ofRule.reduce((sum, { n }) => sum + n, 0),
      example: ofRule[0]?.example ?? null,
      since: null,
    })),
  ];
}
