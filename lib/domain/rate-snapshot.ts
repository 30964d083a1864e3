import { findCurrency, isRetiredOn } from './currency.ts';
import { DAY_MS, type IsoDay, isoDayOf, startOfDay } from './iso-day.ts';
import { isInForce, type LegalRate, peggedCode } from './legal-rate.ts';
import type { FixingInstant } from './observation.ts';
import { pairKey } from './pair.ts';
import type { FixingSchedule } from './publication-calendar.ts';
import type { SourceId } from './source-id.ts';
import { type AgeLimits, type AgeState, ageLimits, ageStateAt } from './staleness.ts';

/** What the engine has to know of a source; the composition root takes it from the source's own facts. */
export interface SourceDescription {
  readonly id: SourceId;
  readonly name: string;
  /** The currency that the source quotes against; one of the pivots of its own crosses. */
  readonly base: string;
  readonly schedule: FixingSchedule;
  readonly fixingInstant: FixingInstant;
}

/** One published figure: one unit of `base` costs `rate` units of `quote`, as published. */
export interface PublishedFigure {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  /** The document that brought it; absent where nobody asks. */
  readonly document?: DocumentFacts;
}

/** Where a figure was read and when it was first seen here. */
export interface DocumentFacts {
  readonly url: string;
  /** Of the document's bytes, in hex. */
  readonly sha256: string;
  readonly firstSeenAt: Date;
}

/** All figures that a source published for one day. */
export interface StoredPublication {
  readonly observedAt: Date;
  readonly figures: readonly PublishedFigure[];
}

/** The newest publications of a source as the store holds them, newest first, and every pair that it ever carried. */
export interface StoredSource {
  readonly description: SourceDescription;
  readonly publications: readonly StoredPublication[];
  /** `BASE/QUOTE` in the published direction. */
  readonly pairs: ReadonlySet<string>;
  /** When the next publication begins to count, if one is stored that is dated ahead of the clock. */
  readonly nextAt?: Date;
}

/** A source that publishes nothing: the rates that law fixes. Its figures are those in force on the snapshot's day. */
export interface LegalSource {
  readonly id: SourceId;
  readonly legalRates: readonly LegalRate[];
}

/** Whether a source is a table of legal rates. */
export function isLegalSource(source: object): source is LegalSource {
  return 'legalRates' in source;
}

/** One publication in a snapshot, with its age at the snapshot's instant. */
export interface Publication {
  readonly observedAt: Date;
  readonly observedOn: IsoDay;
  /** When its age turns; null for legal rates, which do not age. */
  readonly limits: AgeLimits | null;
  readonly age: AgeState;
  /** Figure by `BASE/QUOTE`; currencies that had ended by the snapshot's day are left out, but not of legal rates. */
  readonly figures: ReadonlyMap<string, number>;
  /** The document of each figure, by `BASE/QUOTE`; none for legal rates. */
  readonly documents: ReadonlyMap<string, DocumentFacts>;
  /** Every code that some figure of this publication names. */
  readonly codes: ReadonlySet<string>;
}

/** A source in a snapshot: its last three publications, newest first. */
export interface SourceSnapshot {
  readonly id: SourceId;
  readonly pivots: readonly string[];
  readonly publications: readonly Publication[];
  readonly pairs: ReadonlySet<string>;
  /** The rates that law fixes or once fixed, for their dates; empty for a source that publishes. */
  readonly legalRates: readonly LegalRate[];
  /** Anchor by pegged code, of the pegs in force to another currency than USD and EUR. */
  readonly anchors: ReadonlyMap<string, string>;
}

/**
 * What the service knows at one instant, immutable. `version` changes with a data commit and at `validUntil`, when an age
 * state or the UTC day turns; two processes with the same data and clock have the same version.
 */
export interface RateSnapshot {
  readonly version: string;
  /** The number of the data commit whose figures these are. */
  readonly revision: number;
  readonly asOf: Date;
  readonly validUntil: Date;
  readonly today: IsoDay;
  /** In priority order. */
  readonly sources: readonly SourceSnapshot[];
}

/** Publications kept in memory a source, so that the newest day which both legs of a cross share is found. */
export const PUBLICATIONS_KEPT = 3;

/** Builds the snapshot of `stored` (in priority order) as seen at `now`; `revision` counts the data commits so far. */
export function buildSnapshot(
  stored: readonly (StoredSource | LegalSource)[],
  revision: number,
  now: Date,
): RateSnapshot {
  const today = isoDayOf(now);
  const sources = stored.map((source) =>
    isLegalSource(source) ? snapshotOfLaw(source, today) : snapshotOfSource(source, today, now),
  );
  const turns = sources
    .flatMap((source) => source.publications)
    .flatMap(({ limits, observedAt }) =>
      limits ? [observedAt, limits.lateAt, limits.staleAt, limits.expiresAt] : [],
    )
    .map((instant) => instant.getTime());
  const midnightMs = startOfDay(today).getTime();
  const lastTurnMs = Math.max(midnightMs, ...turns.filter((turnMs) => turnMs <= now.getTime()));
  const upcoming = stored.flatMap((source) =>
    isLegalSource(source) || !source.nextAt ? [] : [source.nextAt.getTime()],
  );
  const nextTurnMs = Math.min(
    midnightMs + DAY_MS,
    ...[...turns, ...upcoming].filter((turnMs) => turnMs > now.getTime()),
  );
  return {
    version: `${revision}.${Math.floor(lastTurnMs / 1000)}`,
    revision,
    asOf: now,
    validUntil: new Date(nextTurnMs),
    today,
    sources,
  };
}

function snapshotOfSource(stored: StoredSource, today: IsoDay, now: Date): SourceSnapshot {
  const { id, base } = stored.description;
  return {
    id,
    pivots: [...new Set(['USD', 'EUR', base])],
    publications: stored.publications
      .slice(0, PUBLICATIONS_KEPT)
      .map((publication) => agedPublication(stored.description, publication, today, now)),
    pairs: stored.pairs,
    legalRates: [],
    anchors: new Map(),
  };
}

/** The law of a day as one publication of 00:00 UTC, in the direction of each act; crosses go through any anchor. */
export function snapshotOfLaw({ id, legalRates }: LegalSource, today: IsoDay): SourceSnapshot {
  const inForce = legalRates.filter((rate) => isInForce(rate, today));
  return {
    id,
    pivots: [...new Set(['USD', 'EUR', ...legalRates.map(({ anchor }) => anchor)])],
    publications: [
      {
        observedAt: startOfDay(today),
        observedOn: today,
        limits: null,
        age: 'fresh',
        figures: new Map(inForce.map(({ base, quote, rate }) => [pairKey(base, quote), Number(rate)])),
        documents: new Map(),
        codes: new Set(inForce.flatMap(({ base, quote }) => [base, quote])),
      },
    ],
    pairs: new Set(legalRates.map(({ base, quote }) => pairKey(base, quote))),
    legalRates,
    anchors: new Map(
      inForce
        .filter(({ anchor }) => anchor !== 'USD' && anchor !== 'EUR')
        .map((rate) => [peggedCode(rate), rate.anchor]),
    ),
  };
}

function agedPublication(
  source: SourceDescription,
  stored: StoredPublication,
  today: IsoDay,
  now: Date,
): Publication {
  const observedOn = isoDayOf(stored.observedAt);
  const limits = ageLimits(source.schedule, observedOn, stored.observedAt);
  const current = stored.figures.filter(
    ({ base, quote }) => isCurrent(base, today) && isCurrent(quote, today),
  );
  return {
    observedAt: stored.observedAt,
    observedOn,
    limits,
    age: ageStateAt(limits, now),
    figures: new Map(current.map(({ base, quote, rate }) => [pairKey(base, quote), rate])),
    documents: new Map(
      current.flatMap(({ base, quote, document }) => (document ? [[pairKey(base, quote), document]] : [])),
    ),
    codes: new Set(current.flatMap(({ base, quote }) => [base, quote])),
  };
}

function isCurrent(code: string, today: IsoDay): boolean {
  const currency = findCurrency(code);
  return currency !== null && !isRetiredOn(currency, today);
}
