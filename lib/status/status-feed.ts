import { hash } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import type { BoardIncident } from '#lib/contract/status-page';
import { causeClause, incidentTitle, reasonsText } from '#lib/domain/health/incident-text';
import { incidentAddress, PAGE_NAME } from './status-summary.ts';
import { MINUTE_MS } from '#lib/domain/durations';

/** What a feed is made of. */
export interface FeedParts {
  /** Newest first. */
  readonly incidents: readonly BoardIncident[];
  /** This server's, without a slash at the end. */
  readonly origin: string;
  /** What stands for the last change before there was any: when the service started. */
  readonly startedAt: Date;
  readonly isSimulated: boolean;
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#',
  suppressEmptyNode: true,
  processEntities: true,
});

/**
 * The incidents as an Atom feed (RFC 4287), one entry each. An entry keeps its id while it changes, and under every name of
 * the server, so that a reader shows one incident once.
 */
export function atomFeed({ incidents, origin, startedAt, isSimulated }: FeedParts): string {
  const self = `${origin}/status/feed.atom`;
  const updated = incidents
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    '@xml:lang': 'en',
    id: self,
    title: `${PAGE_NAME} status`,
    subtitle: isSimulated
      ? 'Incidents of simulated sources; all of them are made up.'
      : 'Incidents of the sources of currency rates.',
    updated: updated ?? startedAt.toISOString(),
    author: { name: PAGE_NAME, uri: origin },
    generator: PAGE_NAME,
    link: [
      { '@rel': 'self', '@type': 'application/atom+xml', '@href': self },
      { '@rel': 'alternate', '@type': 'text/html', '@href': `${origin}/status/history` },
    ],
    entry: incidents.map((incident) => entryOf(incident, origin)),
  };
  return `<?xml version="1.0" encoding="utf-8"?>\n${builder.build({ feed })}`;
}

function entryOf(incident: BoardIncident, origin: string) {
  return {
    id: `urn:uuid:${uuidOf(incident.id)}`,
    title: incidentTitle(incident),
    published: incident.openedAt,
    updated: incident.updatedAt,
    link: { '@rel': 'alternate', '@type': 'text/html', '@href': incidentAddress(origin, incident) },
    category: [{ '@term': incident.source }, { '@term': incident.worst }],
    content: { '@type': 'text', '#': contentOf(incident) },
  };
}

/** The incident in sentences, every instant in UTC. */
function contentOf(incident: BoardIncident): string {
  const { openedAt, closedAt, worst, cause, reasons, firstFailedAt, lastFailedAt, failures } = incident;
  return [
    closedAt === null
      ? `Open since ${instantText(openedAt)}.`
      : `From ${instantText(openedAt)} to ${instantText(closedAt)}: ${durationText(openedAt, closedAt)}.`,
    `At worst: ${worst}.`,
    cause === null ? null : `${causeClause(cause)}.`,
    reasonsText(reasons) || null,
    firstFailedAt === null || lastFailedAt === null
      ? 'No check failed.'
      : `First failure ${instantText(firstFailedAt)}, last ${instantText(lastFailedAt)}; ${failures} failed ${failures === 1 ? 'check' : 'checks'}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
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

/** A UUID of version 8, which leaves its bits to us, made of a text. */
function uuidOf(text: string): string {
  const digits = hash('sha256', `crossrate incident ${text}`, 'hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) % 4) + 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
