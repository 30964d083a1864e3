import type { Peg } from '#lib/domain/currencies/peg';
import type { FixingInstant } from './observation.ts';
import type { FixingSchedule } from '#lib/domain/calendars/publication-calendar';
import type { SourceId } from '#lib/domain/source-id';
import type { TickAges } from '#lib/domain/calendars/staleness';

/** What the engine has to know of a source; the composition root takes it from the source's own facts. */
export type SourceDescription = FixingDescription | TickDescription;

interface DescriptionFacts {
  readonly id: SourceId;
  readonly name: string;
  /** The currency that the source quotes against; one of the pivots of its own crosses. */
  readonly base: string;
}

/** A source that publishes once a period. */
export interface FixingDescription extends DescriptionFacts {
  readonly cadence: 'fixing';
  readonly schedule: FixingSchedule;
  readonly fixingInstant: FixingInstant;
}

/** A market that quotes all the time while it is open. */
export interface TickDescription extends DescriptionFacts {
  readonly cadence: 'tick';
  /** An `always` open market is as old as its newest poll, a `forex` quote as old as its own time while the market is open. */
  readonly market: 'always' | 'forex';
  readonly ages: TickAges;
}

/** One published figure: one unit of `base` costs `rate` units of `quote`, as published. */
export interface SourceFigure {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  /** The document that brought it; absent where nobody asks. */
  readonly document?: DocumentFacts;
  /** What it was before it was replaced, oldest first; absent where it never was. */
  readonly earlier?: readonly EarlierFigure[];
}

/** A figure that was replaced: one unit of its base was `rate` units of its quote. */
export interface EarlierFigure {
  readonly rate: number;
  /** Null where it is no longer kept. */
  readonly document: DocumentFacts | null;
  /** When the newer one was first seen here. */
  readonly replacedAt: Date;
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
  /** The publisher's fixing instant. */
  readonly observedAt: Date;
  /** From when it may be served: its publication, not its fixing. */
  readonly countsFrom: Date;
  readonly figures: readonly SourceFigure[];
}

/**
 * When the newest figure that is held for review was observed, by `BASE/QUOTE` in the published direction; the figures of a market's
 * past days are not among them.
 */
export type HeldPairs = ReadonlyMap<string, Date>;

/** What the store holds of a source. */
export type StoredSource = StoredFixings | StoredQuotes;

/**
 * The newest publications of a source as the store holds them, newest first, and every pair that it ever carried. Those
 * that do not count yet are among them, so that a snapshot turns without asking the store.
 */
export interface StoredFixings {
  readonly description: FixingDescription;
  /** How many commits of rates the source had seen when this was read; absent where nobody asks. */
  readonly revision?: number;
  readonly publications: readonly StoredPublication[];
  /** `BASE/QUOTE` in the published direction. */
  readonly pairs: ReadonlySet<string>;
  readonly heldPairs?: HeldPairs;
  /** The store may hold later ones, which begin to count here at the earliest; absent where it holds none. */
  readonly completeUntil?: Date;
}

/** The newest quote of each pair of a market as the store holds them, of polls ahead of the clock too, and every pair that it ever carried. */
export interface StoredQuotes {
  readonly description: TickDescription;
  /** Whether every quote ages from its poll, as one that a day closed with does from the day's end; absent where the market says. */
  readonly agesFromPolls?: boolean;
  /** How many commits of rates the source had seen when this was read; absent where nobody asks. */
  readonly revision?: number;
  readonly quotes: readonly StoredQuote[];
  /** `BASE/QUOTE` in the published direction. */
  readonly pairs: ReadonlySet<string>;
  readonly heldPairs?: HeldPairs;
}

/** One live quote: one unit of `base` costs `rate` units of `quote`. */
export interface StoredQuote extends SourceFigure {
  /** The source's own time, or the instant of the fetch. */
  readonly observedAt: Date;
  /** The poll that brought it; quotes of one poll may be crossed with each other. */
  readonly polledAt: Date;
}

/** A source that publishes nothing: the pegs. Its figures are those in force on the snapshot's day. */
export interface PegSource {
  readonly id: SourceId;
  readonly pegs: readonly Peg[];
}

/** Whether a source is a table of pegs. */
export function isPegSource(source: object): source is PegSource {
  return 'pegs' in source;
}
