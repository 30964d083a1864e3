import type { FaultCause } from '#lib/domain/health/fault-cause';
import type { Impact } from '#lib/domain/health/impact';
import type { Health } from '#lib/domain/health/source-health';
import type { NoteState } from '#lib/domain/health/status-note';
import type { StatusReport } from './responses.ts';

/** Days that the board looks back, today included. */
export const BOARD_DAYS = 90;

/** A UTC day of a source on which somebody looked: its worst state, its checks, those that failed, and the time in degraded, in outage and watched at all. */
export type BoardDay = readonly [
  worst: Health,
  checks: number,
  failures: number,
  degradedMs: number,
  outageMs: number,
  watchedMs: number,
];

/** What the validation did with figures or documents of a source by one rule: how many it refused or holds, and the newest of them. */
export interface BoardRule {
  readonly rule: string;
  readonly what: 'refused' | 'held' | 'held documents';
  readonly count: number;
  readonly example: string | null;
  /** Since when something is held; null of what was refused. */
  readonly since: string | null;
}

/** Everything that people may know of a source's health. Instants are ISO 8601 UTC. */
export interface BoardSource {
  readonly id: string;
  readonly name: string;
  readonly cadence: 'fixing' | 'tick' | 'law';
  readonly status: Health;
  /** What keeps it from being operational; null while it is. */
  readonly cause: FaultCause | null;
  /** Why a document of its history is held, as a sentence; null where none is. */
  readonly heldHistory: string | null;
  /** Its cause as a sentence; of an operational source what its newest check complained of, or null. */
  readonly reason: string | null;
  /** What the validation refused or holds, as a sentence; null unless that is the cause. */
  readonly detail: string | null;
  /** What that means for those who ask without naming a source; null while it is operational. */
  readonly impact: Impact | null;
  /** Since when it has its state; null for what was never checked, and for law. */
  readonly changedAt: string | null;
  readonly latencyMs: number | null;
  /** Of the newest checks, oldest first. */
  readonly latenciesMs: readonly number[];
  readonly checkedAt: string | null;
  readonly newestAt: string | null;
  /** When the next publication is due, also when that is past; of a market its next check or its opening. Null for law and where no such instant is ahead. */
  readonly nextAt: string | null;
  /** Since when its market is closed; null while it is open, and where none ever closes. Then {@link nextAt} is its opening. */
  readonly closedAt: string | null;
  /** Figures that the newest check accepted, and how many are expected; null where none was checked. */
  readonly pairs: { readonly accepted: number; readonly expected: number } | null;
  /** {@link BOARD_DAYS} days, oldest first; null is a day on which nobody looked. Empty for law. */
  readonly days: readonly (BoardDay | null)[];
  /** What was wrong on which of these days, by UTC day; a day without an incident is not there. */
  readonly faults: Readonly<Record<string, readonly FaultCause[]>>;
  /** Incidents that touched these days. */
  readonly incidentCount: number;
  /** See lib/domain/health/uptime; null where nobody watched. */
  readonly uptimePercent: number | null;
  /** Since when it is watched; null before its first check, and for law. */
  readonly watchedSince: string | null;
  readonly rules: readonly BoardRule[];
}

/** A change of state within an incident, or of the cause of the state that it has. */
export interface IncidentChange {
  readonly at: string;
  readonly to: Health;
  readonly cause: FaultCause | null;
  readonly reason: string | null;
}

/** An incident as pages and feeds show it. Instants are ISO 8601 UTC. */
export interface BoardIncident {
  /** Names it for good: `ecb-20261119T163000Z`. */
  readonly id: string;
  readonly source: string;
  readonly openedAt: string;
  /** Null while it goes on. */
  readonly closedAt: string | null;
  readonly worst: Exclude<Health, 'operational'>;
  /** What is wrong now, and of one that is over what was wrong at its worst. */
  readonly cause: FaultCause | null;
  readonly reason: string | null;
  /** Every reason that a change of it had, the first one first. */
  readonly reasons: readonly string[];
  readonly firstFailedAt: string | null;
  readonly lastFailedAt: string | null;
  readonly failures: number;
  readonly updatedAt: string;
  /** Newest first; the oldest are left out of a long row. */
  readonly changes: readonly IncidentChange[];
}

/** What the operator says: a note, or planned maintenance. Instants are ISO 8601 UTC. */
export interface BoardNote {
  /** `note-7`. */
  readonly id: string;
  readonly text: string;
  /** Sources and parts of the service; none is the service as a whole. */
  readonly affects: readonly string[];
  readonly state: NoteState;
  readonly writtenAt: string;
  /** When maintenance is planned; null for a note. */
  readonly planned: { readonly from: string; readonly until: string } | null;
  /** When the operator ended it, or called it off; null where that did not happen. */
  readonly endedAt: string | null;
  /** When its state last changed. */
  readonly updatedAt: string;
}

/** How much of a source's history has been fetched. */
export interface BoardProgress {
  readonly source: string;
  readonly done: number;
  readonly total: number;
}

/** The report for people: what the status page shows and refreshes. */
export interface BoardReport {
  readonly overall: Health;
  /** What all faults of sources together mean for those who ask without naming one; null while there is none. */
  readonly impact: Impact | null;
  /** The service's instant at which it was made, and the one at which days and incidents were read; null where they could not be. */
  readonly madeAt: string;
  readonly readAt: string | null;
  /** The first of the days. */
  readonly firstDay: string;
  readonly sources: readonly BoardSource[];
  readonly services: StatusReport['services'];
  /** What the operator says now, then planned maintenance, the next first. */
  readonly notes: readonly BoardNote[];
  /** Those that go on, then the newest others. */
  readonly incidents: readonly BoardIncident[];
  /** Since when any source is watched; null before the first check, and where that could not be read. */
  readonly watchedSince: string | null;
  readonly progress: readonly BoardProgress[];
}

/** The incidents of a UTC month, newest first. */
export interface IncidentMonth {
  /** `2026-11`. */
  readonly month: string;
  readonly source: string | null;
  /** The first month of which anything can be known, and the one that it is now. */
  readonly firstMonth: string;
  readonly thisMonth: string;
  readonly watchedSince: string | null;
  readonly incidents: readonly BoardIncident[];
  /** What the operator said, but for what is only planned. */
  readonly notes: readonly BoardNote[];
  /** Whether the oldest were left out. */
  readonly isCut: boolean;
}
