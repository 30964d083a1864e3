import { BOARD_DAYS, type BoardIncident } from '#lib/contract/status-page';
import type { Incident } from '#lib/domain/health/incident';
import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { DayRefusals } from '#lib/store/validation/refusals';
import type { StatusNote } from '#lib/domain/health/status-note';
import type { HealthDay, StoredCheck } from '#lib/store/health/health-history';
import type { Hold } from '#lib/store/validation/held';
import type { Store } from '#lib/store/store';
import { readLatestIncidents } from './incident-history.ts';

/** Figures of the validation in the last days. */
const REFUSED_DAYS = 30;

/** Checks whose latency is drawn. */
const LATENCIES = 40;

/** Incidents that are told day by day: more than one a day of every source. */
const INCIDENTS_MAX = 1000;

/** Notes of the operator, newest first. */
const NOTES_MAX = 50;

/** What the board shows besides what is in memory: read from the database, all of it bounded. */
export interface StatusPast {
  /** Null where it could not be read: then nothing is known, which is not the same as nothing to tell. */
  readonly readAt: Date | null;
  readonly firstDay: IsoDay;
  readonly today: IsoDay;
  readonly days: readonly HealthDay[];
  /** Those that touched these days, newest first. */
  readonly incidentsOfDays: readonly Incident[];
  readonly refusals: readonly DayRefusals[];
  /** What is held now, a row for each rule of a source. */
  readonly holds: readonly Hold[];
  /** The newest checks by source, newest first. */
  readonly checks: ReadonlyMap<string, readonly StoredCheck[]>;
  readonly incidents: readonly BoardIncident[];
  /** The operator's, those that counted then or are planned. */
  readonly notes: readonly StatusNote[];
  /** Since when each source is watched; one that was never checked is not there. */
  readonly starts: ReadonlyMap<string, Date>;
}

/** The reads of a store that the board stands on. */
export type StatusStore = Pick<
  Store,
  | 'readHealthDays'
  | 'readRefusals'
  | 'readHolds'
  | 'readHealthChecks'
  | 'readIncidents'
  | 'readHealthChanges'
  | 'readWatchStarts'
  | 'readStatusNotes'
>;

/** The past that nobody could read. */
export function missingPast(now: Date): StatusPast {
  return {
    readAt: null,
    ...daysUntil(now),
    days: [],
    incidentsOfDays: [],
    refusals: [],
    holds: [],
    incidents: [],
    notes: [],
    starts: new Map(),
    checks: new Map(),
  };
}

function daysUntil(now: Date): Pick<StatusPast, 'firstDay' | 'today'> {
  const today = isoDayOf(now);
  return { today, firstDay: addDays(today, 1 - BOARD_DAYS) };
}

/** Reads the past of some sources. */
export async function readStatusPast(
  store: StatusStore,
  sources: readonly string[],
  now: Date,
): Promise<StatusPast> {
  const { today, firstDay } = daysUntil(now);
  const refusedFrom = new Date(now.getTime() - REFUSED_DAYS * DAY_MS);
  const [days, incidentsOfDays, refusals, holds, incidents, notes, starts, checks] = await Promise.all([
    store.readHealthDays({ fromDay: firstDay }),
    store.readIncidents({ sinceMs: startOfDay(firstDay).getTime(), limit: INCIDENTS_MAX }),
    store.readRefusals({ fromDay: isoDayOf(refusedFrom) }),
    store.readHolds(),
    readLatestIncidents(store, sources),
    store.readStatusNotes({ sinceMs: now.getTime(), limit: NOTES_MAX }),
    store.readWatchStarts(),
    Promise.all(
      sources.map((source) =>
        store.readHealthChecks({ source, sinceMs: 0, untilMs: now.getTime(), limit: LATENCIES }),
      ),
    ),
  ]);
  return {
    readAt: now,
    firstDay,
    today,
    days,
    incidentsOfDays,
    refusals,
    holds,
    incidents,
    notes,
    starts: new Map(starts.map(({ source, atMs }) => [source, new Date(atMs)])),
    checks: new Map(sources.map((source, index) => [source, checks[index] ?? []])),
  };
}
