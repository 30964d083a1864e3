import type { IsoDay } from '#lib/domain/iso-day';
import type { LiveRule, Rejection } from './rules.ts';
import type { Observation } from '#lib/domain/rates/observation';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import type { Revision } from './judge-past.ts';
import type { HeldFigure } from './held-figure.ts';
import type { KindOf } from '#lib/domain/currencies/rate-kind';

/** A source's own last figure that passed. */
export interface AcceptedFigure {
  readonly rate: number;
  readonly observedAt: Date;
}

/** What the neighbours of a document's figures are, all in the pair's own direction. */
export interface LiveContext {
  /** A bar is a day of a market's history, and past. */
  readonly cadence: 'fixing' | 'tick' | 'bar';
  /** Whether a live poll brings the figures. Only polls count how often a held figure is repeated, and release it. */
  readonly isPoll: boolean;
  /** The service's clock. */
  readonly now: Date;
  readonly kindOf: KindOf;
  /** The source's newest stored figure; null where it has none. What was seen since and not accepted is in `held`. */
  readonly lastAccepted: (base: string, quote: string) => AcceptedFigure | null;
  /** The stored figure before that one; of a market null. */
  readonly beforeLast: (base: string, quote: string) => AcceptedFigure | null;
  /** A market's own figures of a minute, ten minutes, and up to ten days ago: many small steps are a jump as well. */
  readonly earlier: (base: string, quote: string) => readonly AcceptedFigure[];
  /** Whether an operator released a stored figure, by itself or with its document: then it is no mistake however far it stands out. */
  readonly wasReleased: (base: string, quote: string, observedAt: Date) => boolean;
  /** Whether other sources deny any newest figure of the document: then its publisher is the one that is wrong now. */
  readonly isDenied: boolean;
  /** What the store holds of a fixing around the days of the document, the newest figure included. */
  readonly stored: (base: string, quote: string) => SeriesFigures;
  /** The newest figures of the other sources, one each, that are within a day of `observedAt`. */
  readonly others: (base: string, quote: string, observedAt: Date) => readonly number[];
  /** The same of those that were observed within four hours of it. */
  readonly othersBeside: (base: string, quote: string, observedAt: Date) => readonly number[];
  /** The same of what they had observed by an instant: whether they contradicted a figure already when it came. */
  readonly othersUntil: (base: string, quote: string, until: Date) => readonly number[];
  /** The same of those that are within ten days of it: the figures of a bank may come days after their day. */
  readonly othersNear: (base: string, quote: string, observedAt: Date) => readonly number[];
  /**
   * What other sources state of it as their newest figure within a day and the validation holds, one each. All sources see a
   * true repricing at once and none believes it, so that each confirms it to the others.
   */
  readonly othersHeld: (base: string, quote: string, observedAt: Date) => readonly number[];
  /** What the other figures of the same poll say of the pair; nothing of a bank's, whose figures have one base. */
  readonly ownCrosses: (base: string, quote: string) => readonly number[];
  /** What was held of the pair before this poll. */
  readonly held: (base: string, quote: string) => readonly HeldFigure[];
  /** Publications after `from` up to and including `to`; of a market, the days it was open. */
  readonly publicationDaysBetween: (from: IsoDay, to: IsoDay) => number;
}

/** A pair's newest figure beside what it is compared with. */
export interface NewestMove {
  /** The natural logarithm of it over the source's own last figure. */
  readonly logReturn: number;
  /** Minutes, of a fixing publication days, between the two. */
  readonly elapsed: number;
  /** Calendar days between the two. */
  readonly days: number;
  /** Whether another source says the same, or two witnesses say otherwise; null where neither is so. */
  readonly isAgreed: boolean | null;
}

/** A figure that is served although a rule doubts its source. */
export interface FlaggedFigure {
  readonly observation: Observation;
  readonly rule: LiveRule;
  /** What the other sources say: one unit of base in quote. */
  readonly median: number;
}

/** What became of a poll's figures. */
export interface LiveJudgement {
  /** All that may be stored and served, released figures included; the very rows handed in, where the poll states them. */
  readonly accepted: readonly Observation[];
  /** Accepted figures whose source is degraded for them. */
  readonly flagged: readonly FlaggedFigure[];
  readonly rejected: readonly Rejection[];
  /** All that is held after the poll of every pair of the poll: it takes the place of what was held before. */
  readonly held: readonly HeldFigure[];
  /** Figures that are held no longer and are in `accepted`. */
  readonly released: readonly HeldFigure[];
  /** Figures that are held no longer because the source went back on them. Never served. */
  readonly dropped: readonly HeldFigure[];
  /** Whether a figure was refused as inverted, which makes the check `hard`. */
  readonly isInverted: boolean;
  /** Accepted past figures that would replace stored ones. */
  readonly revisions: readonly Revision[];
  /** Figures whose instants are stored, be they the same or not. */
  readonly overlapping: number;
  /** Newest figures of a pair that were refused or held. */
  readonly doubtedNewest: number;
  /** How each pair's newest figure stands to the source's last one and to the other sources. */
  readonly newestMoves: readonly NewestMove[];
}
