import type { FaultCause } from './fault-cause.ts';
import { reasonWords } from './health-reason.ts';
import type { Health } from './source-health.ts';

/** What a sentence about an incident is made of; instants are ISO 8601 UTC. */
export interface IncidentFacts {
  readonly source: string;
  readonly closedAt: string | null;
  readonly worst: Exclude<Health, 'operational'>;
  readonly cause: FaultCause | null;
  readonly reason: string | null;
}

/** An incident as a headline: `ecb is unreachable`, and once it is over `ecb was unreachable`. */
export function incidentTitle({ source, closedAt, worst, cause }: IncidentFacts): string {
  const [now, then] = cause === null ? STATE_PHRASES[worst] : CAUSE_PHRASES[cause];
  return `${source} ${closedAt === null ? now : then}`;
}

/** The cause as the bold clause that opens a reason: `Refused by validation`. */
export function causeClause(cause: FaultCause): string {
  return CLAUSES[cause];
}

/** What is known of why, as a sentence: `No answer in time.`; null where the cause alone is known. */
export function reasonSentence(reason: string | null): string | null {
  const words = reasonWords(reason);
  return words === null ? null : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** All that was known of why, a sentence each: `No answer in time. A figure was upside down.` */
export function reasonsText(reasons: readonly string[]): string {
  return reasons.flatMap((reason) => reasonSentence(reason) ?? []).join(' ');
}

const CAUSE_PHRASES: Readonly<Record<FaultCause, readonly [now: string, then: string]>> = {
  unreachable: ['is unreachable', 'was unreachable'],
  failing: ['answers with errors', 'answered with errors'],
  unreadable: ['sends answers that cannot be read', 'sent answers that could not be read'],
  refused: ['has figures refused by validation', 'had figures refused by validation'],
  late: ['is late', 'was late'],
  unpublished: ['has published nothing yet', 'had published nothing yet'],
  slow: ['is slow', 'was slow'],
  unsteady: ['changes too often', 'changed too often'],
  recovering: ['is recovering', 'was recovering'],
  unchecked: ['is not checked yet', 'was not checked'],
};

const STATE_PHRASES: Readonly<Record<IncidentFacts['worst'], readonly [now: string, then: string]>> = {
  degraded: ['is degraded', 'was degraded'],
  outage: ['is in outage', 'was in outage'],
};

const CLAUSES: Readonly<Record<FaultCause, string>> = {
  unreachable: 'Unreachable',
  failing: 'Answers with errors',
  unreadable: 'Unreadable',
  refused: 'Refused by validation',
  late: 'Late',
  unpublished: 'Not yet published',
  slow: 'Slow',
  unsteady: 'Unsteady',
  recovering: 'Recovering',
  unchecked: 'Not checked yet',
};
