import { XMLBuilder } from 'fast-xml-parser';
import type { BoardIncident, BoardNote } from '#lib/contract/status-page';
import type { Impact } from '#lib/domain/health/impact';
import { impactText } from '#lib/domain/health/impact-text';
import { causeClause, incidentTitle, reasonsText } from '#lib/domain/health/incident-text';
import { noteTitle } from '#lib/domain/health/status-note';
import { noteBegin } from './operator-notes.ts';
import { MINUTE_MS } from '#lib/domain/durations';
import { namedUuid } from '#lib/platform/named-uuid';

interface FeedSource {
  readonly id: string;
  readonly name: string;
  readonly impact: Impact | null;
}

/** What a feed is made of. */
export interface FeedParts {
  /** Newest first. */
  readonly incidents: readonly BoardIncident[];
  /** The operator's, newest first. */
  readonly notes: readonly BoardNote[];
  /** What each source is called, and what its fault means now; null while it is operational. */
  readonly sources: readonly FeedSource[];
  /** This server's, without a slash at the end. */
  readonly origin: string;
  /** What stands for the last change before there was any: when the service started. */
  readonly startedAt: Date;
  readonly isSimulated: boolean;
}

const PAGE_NAME = 'Crossrate';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  suppressEmptyNode: true,
  processEntities: true,
});

/**
 * Incidents and the operator's notes as an Atom feed (RFC 4287), one entry each. An entry keeps its id while it changes, and
 * under every name of the server, so that a reader shows it once.
 */
export function atomFeed({ incidents, notes, sources, origin, startedAt, isSimulated }: FeedParts): string {
  const nameOf = (id: string) => sources.find((source) => source.id === id)?.name ?? id;
  const entries = [
    ...incidents.map((incident) => {
      const impact = sources.find(({ id }) => id === incident.source)?.impact ?? null;
      return incidentEntry(incident, { impact, nameOf, origin });
    }),
    ...notes.map((note) => noteEntry(note, { nameOf, origin })),
  ].toSorted((one, other) => other.published.localeCompare(one.published));
  const self = `${origin}/status/feed.atom`;
  const updated = entries
    .map((entry) => entry.updated)
    .toSorted()
    .at(-1);
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    '@xml:lang': 'en',
    id: self,
    title: `${PAGE_NAME} status`,
    subtitle: isSimulated
      ? 'Incidents of simulated sources, all of them made up, and notes of the operator.'
      : 'Incidents of the sources of currency rates, and notes of the operator.',
    updated: updated ?? startedAt.toISOString(),
    author: { name: PAGE_NAME, uri: origin },
    generator: PAGE_NAME,
    link: [
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': self },
      { '@rel': 'alternate', '@type': 'text/html', '@href': `${origin}/status/history` },
    ],
    entry: entries,
  };
  return `<?xml version="1.0" encoding="utf-8"?>\n${builder.build({ feed })}`;
}

interface EntryParts {
  readonly nameOf: (source: string) => string;
  readonly origin: string;
}

function incidentEntry(
  incident: BoardIncident,
  { impact, nameOf, origin }: EntryParts & { readonly impact: Impact | null },
) {
  return {
    id: `urn:uuid:${namedUuid(`crossrate incident ${incident.id}`)}`,
    title: incidentTitle({ ...incident, source: nameOf(incident.source) }),
    published: incident.openedAt,
    updated: incident.updatedAt,
    link: { '@rel': 'alternate', '@type': 'text/html', '@href': incidentAddress(origin, incident) },
    category: [{ '@term': incident.source }, { '@term': incident.worst }],
    content: { '@type': 'text', '#': contentOf(incident, impact, nameOf) },
  };
}

function noteEntry(note: BoardNote, { nameOf, origin }: EntryParts) {
  const { id, text, state, planned, writtenAt, endedAt, updatedAt } = note;
  const affects = note.affects.map(nameOf);
  const title = noteTitle(note);
  const times = planned && `From ${instantText(planned.from)} to ${instantText(planned.until)}.`;
  const about = affects.length === 0 ? null : `About ${affects.join(', ')}.`;
  const ended = state === 'over' && endedAt !== null ? `Ended ${instantText(endedAt)}.` : null;
  return {
    id: `urn:uuid:${namedUuid(`crossrate note ${id} ${writtenAt}`)}`,
    title: affects.length === 0 ? title : `${title}: ${affects.join(', ')}`,
    published: writtenAt,
    updated: updatedAt,
    link: { '@rel': 'alternate', '@type': 'text/html', '@href': noteAddress(origin, note) },
    category: [{ '@term': planned === null ? 'note' : 'maintenance' }, { '@term': state }],
    content: { '@type': 'text', '#': sentences([text, times, about, ended]) },
  };
}

/** Where an incident stands: `https://rates.example.org/status/history?month=2026-11#ecb-20261119T163000Z`. */
function incidentAddress(origin: string, { id, openedAt }: BoardIncident): string {
  return `${origin}/status/history?month=${openedAt.slice(0, 7)}#${id}`;
}

/** Where a note stands: on the board while it counts, then in the history of the month in which it began. */
function noteAddress(origin: string, note: BoardNote): string {
  return note.state === 'over'
    ? `${origin}/status/history?month=${noteBegin(note).slice(0, 7)}#${note.id}`
    : `${origin}/status#${note.id}`;
}

/** The incident in sentences, every instant in UTC; what it means is told while it goes on. */
function contentOf(incident: BoardIncident, impact: Impact | null, nameOf: EntryParts['nameOf']): string {
  const { openedAt, closedAt, worst, cause, reasons, firstFailedAt, lastFailedAt, failures } = incident;
  return sentences([
    closedAt === null
      ? `Open since ${instantText(openedAt)}.`
      : `From ${instantText(openedAt)} to ${instantText(closedAt)}: ${durationText(openedAt, closedAt)}.`,
    `At worst: ${worst}.`,
    cause === null ? null : `${causeClause(cause)}.`,
    reasonsText(reasons) || null,
    firstFailedAt === null || lastFailedAt === null
      ? 'No check failed.'
      : `First failure ${instantText(firstFailedAt)}, last ${instantText(lastFailedAt)}; ${failures} failed ${failures === 1 ? 'check' : 'checks'}.`,
    closedAt === null && impact ? impactText(impact, nameOf) : null,
  ]);
}

function sentences(said: readonly (string | null)[]): string {
  return said.filter((sentence) => sentence !== null).join(' ');
}

/** `2026-11-19 16:30:00 UTC`. */
function instantText(instant: string): string {
  return `${instant.slice(0, 19).replace('T', ' ')} UTC`;
}

function durationText(from: string, to: string): string {
  const minutes = Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE_MS);
  if (minutes === 0) return 'less than a minute';
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
