import type { Provenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';

/** A release of figures: the first day that it brings, and when it is due. */
export interface Release {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** ISO 8601 UTC. */
  readonly dueAt: string;
}

/** When a source speaks: bank by bank, quote by quote while its market is open, or never again. */
export type SourceTimetable =
  | {
      readonly kind: 'fixing';
      /** Ascending. */
      readonly releases: readonly Release[];
      readonly graceMs: number;
      /** The publisher's own hour, in words. */
      readonly words: string;
    }
  | {
      readonly kind: 'ticks';
      readonly everyMs: number;
      /** From and to, ISO 8601 UTC, ascending. */
      readonly closings: readonly (readonly [string, string])[];
    }
  | { readonly kind: 'law' };

/** The timetables of the sources that are enabled here. */
export type Timetables = Readonly<Partial<Record<SourceId, SourceTimetable>>>;

/** When newer figures are expected of a source. */
export type NextExpected =
  | {
      readonly kind: 'release';
      readonly source: SourceId;
      readonly dueAt: Date;
      /** `due` is past but within what is ordinary; `overdue` is beyond it. */
      readonly state: 'ahead' | 'due' | 'overdue';
      readonly words: string;
    }
  | {
      readonly kind: 'quote';
      readonly source: SourceId;
      readonly everyMs: number;
      /** Whether the one before is behind what is ordinary. */
      readonly isOverdue: boolean;
    }
  | { readonly kind: 'opening'; readonly source: SourceId; readonly dueAt: Date }
  | { readonly kind: 'law' }
  | { readonly kind: 'unknown' };

type Leg = Pick<Provenance['legs'][number], 'source' | 'observedAt' | 'age'>;

/** When the first of a rate's legs is expected to be replaced, as seen at `nowMs` of the service's clock. */
export function nextExpected(timetables: Timetables, legs: readonly Leg[], nowMs: number): NextExpected {
  const all = legs.map((leg) => nextOfLeg(timetables[leg.source], leg, nowMs));
  const moving = all.filter(({ kind }) => kind !== 'law' && kind !== 'unknown');
  const [first] = moving.toSorted((one, other) => expectedAtMs(one, nowMs) - expectedAtMs(other, nowMs));
  return first ?? all[0] ?? { kind: 'unknown' };
}

function nextOfLeg(timetable: SourceTimetable | undefined, leg: Leg, nowMs: number): NextExpected {
  switch (timetable?.kind) {
    case undefined:
      return { kind: 'unknown' };
    case 'law':
      return { kind: 'law' };
    case 'ticks':
      return nextQuote(timetable, leg, nowMs);
    case 'fixing': {
      const day = leg.observedAt.slice(0, 10);
      const next = timetable.releases.find((release) => release.day > day);
      if (!next) return { kind: 'unknown' };
      const dueAt = new Date(next.dueAt);
      const lateMs = nowMs - dueAt.getTime();
      const state = lateMs < 0 ? 'ahead' : lateMs < timetable.graceMs ? 'due' : 'overdue';
      return { kind: 'release', source: leg.source, dueAt, state, words: timetable.words };
    }
  }
}

function nextQuote(
  { closings, everyMs }: Extract<SourceTimetable, { readonly kind: 'ticks' }>,
  { source, age }: Leg,
  nowMs: number,
): NextExpected {
  const closed = closings.find(([from, to]) => Date.parse(from) <= nowMs && nowMs < Date.parse(to));
  return closed
    ? { kind: 'opening', source, dueAt: new Date(closed[1]) }
    : { kind: 'quote', source, everyMs, isOverdue: age === 'late' || age === 'stale' };
}

function expectedAtMs(next: NextExpected, nowMs: number): number {
  if (next.kind === 'release' || next.kind === 'opening') return next.dueAt.getTime();
  return next.kind === 'quote' ? nowMs + next.everyMs : Number.POSITIVE_INFINITY;
}
