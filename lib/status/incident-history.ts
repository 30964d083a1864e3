import type { BoardIncident, BoardNote, IncidentMonth } from '#lib/contract/status-page';
import { type Incident, incidentId } from '#lib/domain/health/incident';
import type { HealthChange } from '#lib/store/health/health-history';
import type { Store } from '#lib/store/store';
import { boardNote, notesOfMonth } from './operator-notes.ts';

/** The reads of a store that incidents need. */
export type IncidentStore = Pick<
  Store,
  'readIncidents' | 'readHealthChanges' | 'readWatchStarts' | 'readStatusNotes'
>;

/** Incidents of the board: those that go on, at most so many, and the newest others up to as many as stand there. */
const OPEN_MAX = 50;
const BOARD_INCIDENTS = 5;

/** Incidents of a feed and of a month. */
const FEED_INCIDENTS = 50;
const MONTH_INCIDENTS = 200;

/** Notes of the operator in a feed and in a month. */
const FEED_NOTES = 20;
const MONTH_NOTES = 100;

/** Changes that are read for a list, and those shown of one incident. */
const CHANGES_READ = 2000;
const CHANGES_SHOWN = 12;

/** The incidents of these sources that go on, then the newest others. */
export async function readLatestIncidents(
  store: IncidentStore,
  sources: readonly string[],
): Promise<readonly BoardIncident[]> {
  const [open, newest] = await Promise.all([
    store.readIncidents({ isOpen: true, limit: OPEN_MAX }),
    store.readIncidents({ limit: FEED_INCIDENTS }),
  ]);
  const closed = newest.filter(({ closedAtMs }) => closedAtMs !== null);
  const shown = [...open, ...closed].filter(({ source }) => sources.includes(source));
  const count = Math.max(BOARD_INCIDENTS, shown.filter(({ closedAtMs }) => closedAtMs === null).length);
  return withChanges(store, shown.slice(0, count));
}

/** The newest incidents of these sources, for a feed. */
export async function readFeedIncidents(
  store: IncidentStore,
  sources: readonly string[],
): Promise<readonly BoardIncident[]> {
  const newest = await store.readIncidents({ limit: FEED_INCIDENTS });
  return withChanges(
    store,
    newest.filter(({ source }) => sources.includes(source)),
  );
}

/** The newest notes of the operator, for a feed. */
export async function readFeedNotes(
  store: Pick<IncidentStore, 'readStatusNotes'>,
  now: Date,
): Promise<readonly BoardNote[]> {
  const newest = await store.readStatusNotes({ limit: FEED_NOTES });
  return newest.map((note) => boardNote(note, now));
}

/** What a month is asked by. */
export interface MonthAsked {
  /** `2026-11`. */
  readonly month: string;
  /** Null is every one of `sources`. */
  readonly source: string | null;
  readonly sources: readonly string[];
  readonly now: Date;
}

/** The incidents that were going on at any time of a UTC month. */
export async function readIncidentMonth(store: IncidentStore, asked: MonthAsked): Promise<IncidentMonth> {
  const { month, source, sources, now } = asked;
  const [sinceMs, beforeMs] = boundsOf(month);
  const [found, notes, starts] = await Promise.all([
    store.readIncidents({
      ...(source !== null && { source }),
      sinceMs,
      beforeMs,
      limit: MONTH_INCIDENTS + 1,
    }),
    store.readStatusNotes({ sinceMs, limit: MONTH_NOTES }),
    store.readWatchStarts(),
  ]);
  const known = found.slice(0, MONTH_INCIDENTS).filter((incident) => sources.includes(incident.source));
  const watchedMs = starts.filter((start) => sources.includes(start.source)).map(({ atMs }) => atMs);
  const watchedSince = watchedMs.length === 0 ? null : new Date(Math.min(...watchedMs)).toISOString();
  const thisMonth = now.toISOString().slice(0, 7);
  return {
    month,
    source,
    thisMonth,
    firstMonth: watchedSince?.slice(0, 7) ?? thisMonth,
    watchedSince,
    incidents: await withChanges(store, known),
    notes: notesOfMonth(notes, { beforeMs, source, now }),
    isCut: found.length > MONTH_INCIDENTS,
  };
}

/** From the first instant of a month to the first of the next. */
function boundsOf(month: string): readonly [sinceMs: number, beforeMs: number] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [Date.UTC(year, number - 1), Date.UTC(year, number)];
}

/** Each with its changes of state, read at once for all of them. */
async function withChanges(
  store: IncidentStore,
  incidents: readonly Incident[],
): Promise<readonly BoardIncident[]> {
  if (incidents.length === 0) return [];
  const sinceMs = Math.min(...incidents.map(({ openedAtMs }) => openedAtMs));
  const ends = incidents.map(({ closedAtMs }) => closedAtMs ?? Infinity);
  const lastMs = Math.max(...ends);
  const changes = await store.readHealthChanges({
    sinceMs,
    ...(lastMs !== Infinity && { beforeMs: lastMs + 1 }),
    limit: CHANGES_READ,
  });
  return incidents.map((incident) => boardIncident(incident, changes));
}

function boardIncident(incident: Incident, changes: readonly HealthChange[]): BoardIncident {
  const { openedAtMs, closedAtMs } = incident;
  const own = changes.filter(
    ({ source, atMs }) =>
      source === incident.source && atMs >= openedAtMs && (closedAtMs === null || atMs <= closedAtMs),
  );
  // One that goes on is named by what is wrong now, one that is over by what was wrong at its worst.
  const now =
    closedAtMs === null ? own.find(({ cause }) => cause !== null && cause !== 'recovering') : undefined;
  const { cause, reason } = now ?? incident;
  return {
    id: incidentId(incident),
    source: incident.source,
    openedAt: instant(openedAtMs),
    closedAt: closedAtMs === null ? null : instant(closedAtMs),
    worst: incident.worst,
    cause,
    reason,
    reasons: reasonsOf(own, incident),
    firstFailedAt: incident.firstFailedAtMs === null ? null : instant(incident.firstFailedAtMs),
    lastFailedAt: incident.lastFailedAtMs === null ? null : instant(incident.lastFailedAtMs),
    failures: incident.failures,
    updatedAt: instant(incident.updatedAtMs),
    changes: own.slice(0, CHANGES_SHOWN).map((change) => ({
      at: instant(change.atMs),
      to: change.to,
      cause: change.cause,
      reason: change.reason,
    })),
  };
}

/** Every reason once, the first one first. */
function reasonsOf(changes: readonly HealthChange[], incident: Incident): readonly string[] {
  const told = changes.toReversed().flatMap(({ reason, to }) => (to === 'operational' ? [] : (reason ?? [])));
  const reasons = [...new Set(told)];
  return reasons.length === 0 && incident.reason !== null ? [incident.reason] : reasons;
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}
