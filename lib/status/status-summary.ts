import type { Health } from '#lib/domain/health/source-health';
import type { BoardIncident, BoardNote, BoardReport } from '#lib/contract/status-page';
import { noteBegin } from './operator-notes.ts';
import { incidentTitle, reasonSentence } from '#lib/domain/health/incident-text';
import { noteTitle } from '#lib/domain/health/status-note';

/** The page's name in machine-readable reports. */
export const PAGE_NAME = 'Crossrate';

const PAGE_ID = 'crossrate';

type ComponentStatus = 'operational' | 'degraded_performance' | 'major_outage';
type Indicator = 'none' | 'minor' | 'major' | 'critical';

/** A part as Atlassian's Statuspage names its fields. */
export interface StatuspageComponent {
  readonly id: string;
  readonly name: string;
  readonly status: ComponentStatus;
  readonly created_at: string;
  readonly updated_at: string;
  readonly position: number;
  readonly description: string | null;
  readonly showcase: boolean;
  readonly start_date: string | null;
  readonly group_id: string | null;
  readonly page_id: string;
  readonly group: boolean;
  readonly only_show_if_degraded: boolean;
}

/** One of an incident's updates, newest first. */
export interface StatuspageUpdate {
  readonly id: string;
  readonly status: 'investigating' | 'resolved' | 'scheduled' | 'in_progress';
  readonly body: string;
  readonly incident_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly display_at: string;
  readonly affected_components: readonly {
    readonly code: string;
    readonly name: string;
    readonly old_status: ComponentStatus;
    readonly new_status: ComponentStatus;
  }[];
  readonly deliver_notifications: boolean;
  readonly custom_tweet: string | null;
  readonly tweet_id: string | null;
}

/** An incident that is not resolved. */
export interface StatuspageIncident {
  readonly id: string;
  readonly name: string;
  readonly status: 'investigating' | 'resolved';
  readonly created_at: string;
  readonly updated_at: string;
  readonly monitoring_at: string | null;
  readonly resolved_at: string | null;
  readonly impact: Indicator;
  readonly shortlink: string;
  readonly started_at: string;
  readonly page_id: string;
  readonly incident_updates: readonly StatuspageUpdate[];
  readonly components: readonly StatuspageComponent[];
}

/** Planned maintenance that is ahead or under way. */
export interface StatuspageMaintenance extends Omit<StatuspageIncident, 'status' | 'impact'> {
  readonly status: 'scheduled' | 'in_progress';
  readonly impact: 'maintenance';
  readonly scheduled_for: string;
  readonly scheduled_until: string;
}

/** The body of summary.json: the shape of `GET /api/v2/summary.json` of Atlassian's Statuspage. */
export interface StatuspageSummary {
  readonly page: {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly time_zone: string;
    readonly updated_at: string;
  };
  readonly components: readonly StatuspageComponent[];
  readonly incidents: readonly StatuspageIncident[];
  readonly scheduled_maintenances: readonly StatuspageMaintenance[];
  readonly status: { readonly indicator: Indicator; readonly description: string };
}

/** Where an incident stands: `https://rates.example.org/status/history?month=2026-11#ecb-20261119T163000Z`. */
export function incidentAddress(origin: string, { id, openedAt }: BoardIncident): string {
  return `${origin}/status/history?month=${openedAt.slice(0, 7)}#${id}`;
}

/** Where a note stands: on the board while it counts, then in the history of the month in which it began. */
export function noteAddress(origin: string, note: BoardNote): string {
  return note.state === 'over'
    ? `${origin}/status/history?month=${noteBegin(note).slice(0, 7)}#${note.id}`
    : `${origin}/status#${note.id}`;
}

/** Reads a board as Statuspage's clients do. As there, only incidents that go on are listed, and maintenance that is not over. `origin` is this server's. */
export function statuspageSummary(board: BoardReport, origin: string): StatuspageSummary {
  const components = componentsOf(board);
  const open = board.incidents.filter(({ closedAt }) => closedAt === null);
  return {
    page: {
      id: PAGE_ID,
      name: PAGE_NAME,
      url: `${origin}/status`,
      time_zone: 'Etc/UTC',
      updated_at: latest([
        ...components.map(({ updated_at }) => updated_at),
        ...[...board.incidents, ...board.notes].map(({ updatedAt }) => updatedAt),
      ]),
    },
    components,
    incidents: open.map((incident) => summaryIncident(incident, components, origin)),
    scheduled_maintenances: board.notes.flatMap((note) => summaryMaintenance(note, components, origin) ?? []),
    status: statusOf(board),
  };
}

function componentsOf({
  sources,
  services,
  watchedSince,
  madeAt,
}: BoardReport): readonly StatuspageComponent[] {
  // Before the first check the day stands for it, so that the report does not change by itself.
  const since = watchedSince ?? `${madeAt.slice(0, 10)}T00:00:00.000Z`;
  const parts = [
    ...sources.map((source) => ({
      id: source.id,
      status: source.status,
      description: source.name,
      createdAt: source.watchedSince ?? since,
      updatedAt: source.changedAt ?? source.watchedSince ?? since,
    })),
    ...services.map(({ service, status, changedAt }) => ({
      id: service,
      status,
      description: PART_NAMES[service] ?? null,
      // A service starts before its first check of a source.
      createdAt: changedAt < since ? changedAt : since,
      updatedAt: changedAt,
    })),
  ];
  return parts.map(({ id, status, description, createdAt, updatedAt }, index) => ({
    id,
    name: id,
    status: COMPONENT_STATUSES[status],
    created_at: createdAt,
    updated_at: updatedAt,
    position: index + 1,
    description,
    showcase: true,
    start_date: createdAt.slice(0, 10),
    group_id: null,
    page_id: PAGE_ID,
    group: false,
    only_show_if_degraded: false,
  }));
}

function summaryIncident(
  incident: BoardIncident,
  components: readonly StatuspageComponent[],
  origin: string,
): StatuspageIncident {
  const { id, openedAt, updatedAt, closedAt, worst } = incident;
  const component = components.find((one) => one.id === incident.source);
  return {
    id,
    name: incidentTitle(incident),
    status: closedAt === null ? 'investigating' : 'resolved',
    created_at: openedAt,
    updated_at: updatedAt,
    monitoring_at: null,
    resolved_at: closedAt,
    impact: worst === 'outage' ? 'major' : 'minor',
    shortlink: incidentAddress(origin, incident),
    started_at: incident.firstFailedAt ?? openedAt,
    page_id: PAGE_ID,
    incident_updates: updatesOf(incident, component?.description ?? incident.source),
    components: component ? [component] : [],
  };
}

/** Null for a note, which has no place in a summary. */
function summaryMaintenance(
  note: BoardNote,
  components: readonly StatuspageComponent[],
  origin: string,
): StatuspageMaintenance | null {
  const { id, text, affects, planned, writtenAt, updatedAt } = note;
  if (planned === null) return null;
  const status = note.state === 'planned' ? 'scheduled' : 'in_progress';
  const update = {
    id: `${id}-${Date.parse(updatedAt)}`,
    status,
    body: text,
    incident_id: id,
    created_at: updatedAt,
    updated_at: updatedAt,
    display_at: updatedAt,
    affected_components: [],
    ...NOT_SENT,
  } as const;
  return {
    id,
    name: noteTitle(note),
    status,
    created_at: writtenAt,
    updated_at: updatedAt,
    monitoring_at: null,
    resolved_at: null,
    impact: 'maintenance',
    shortlink: noteAddress(origin, note),
    started_at: planned.from,
    page_id: PAGE_ID,
    incident_updates: [update],
    components: components.filter((one) => affects.length === 0 || affects.includes(one.id)),
    scheduled_for: planned.from,
    scheduled_until: planned.until,
  };
}

/** Nothing is sent to anyone. */
const NOT_SENT = { deliver_notifications: false, custom_tweet: null, tweet_id: null } as const;

/** One update a change of state, newest first. */
function updatesOf(incident: BoardIncident, name: string): readonly StatuspageUpdate[] {
  return incident.changes.map(({ at, to, cause, reason }, index) => {
    const before = incident.changes[index + 1]?.to ?? 'operational';
    const because = reasonSentence(reason);
    const state =
      to === 'operational' ? `${incident.source} is operational again.` : `${incident.source}: ${to}.`;
    return {
      id: `${incident.id}-${Date.parse(at)}`,
      status: to === 'operational' ? 'resolved' : 'investigating',
      body: because !== null && cause !== null ? `${state} ${because}` : state,
      incident_id: incident.id,
      created_at: at,
      updated_at: at,
      display_at: at,
      affected_components: [
        {
          code: incident.source,
          name,
          old_status: COMPONENT_STATUSES[before],
          new_status: COMPONENT_STATUSES[to],
        },
      ],
      ...NOT_SENT,
    };
  });
}

/** The gravest of sources and parts, in Statuspage's own words. */
function statusOf({ overall, sources, services }: BoardReport): StatuspageSummary['status'] {
  const states = [...sources, ...services].map(({ status }) => status);
  if (overall === 'outage') return { indicator: 'critical', description: 'Major System Outage' };
  if (states.includes('outage')) return { indicator: 'major', description: 'Partial System Outage' };
  if (states.includes('degraded')) return { indicator: 'minor', description: 'Partially Degraded Service' };
  return { indicator: 'none', description: 'All Systems Operational' };
}

function latest(instants: readonly string[]): string {
  return instants.toSorted().at(-1) ?? new Date(0).toISOString();
}

const COMPONENT_STATUSES: Readonly<Record<Health, ComponentStatus>> = {
  operational: 'operational',
  degraded: 'degraded_performance',
  outage: 'major_outage',
};

const PART_NAMES: Readonly<Record<string, string>> = {
  api: 'Answers /v1',
  database: 'Keeps figures, checks and keys',
  ingest: 'Polls the sources',
  pages: 'Renders the pages',
};
