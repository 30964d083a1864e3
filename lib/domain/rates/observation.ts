import type { IsoDay } from '#lib/domain/iso-day';

/**
 * One figure as a publisher's document states it, before any check: codes, figure and day are still text.
 * Direction: one unit of `base` costs `rate` units of `quote`.
 */
export interface PublishedFixing {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  /** The publisher's own date, `YYYY-MM-DD` when the document is sound. */
  readonly observedOn: string;
}

/**
 * One live quote as a publisher's document states it, before any check. Direction: one unit of `base` costs `rate`
 * units of `quote`.
 */
export interface PublishedTick {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  /** The source's own time, or null where the document gives none: then the instant of the fetch counts. */
  readonly observedAt: Date | null;
}

/**
 * One day of a market as a publisher's history states it, before any check. Direction: one unit of `base` costs `rate`
 * units of `quote`; `rate` is the day's last price, `low` and `high` are null where the document gives none.
 */
export interface PublishedBar {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  readonly low: string | null;
  readonly high: string | null;
  /** The publisher's own date of the bar, `YYYY-MM-DD` when the document is sound. */
  readonly day: string;
  /** The instant of the last price: the bar's end. */
  readonly observedAt: Date;
  /** Whether the bar may not have ended when the document was made; such a bar is counted and never stored. */
  readonly isOpen?: boolean;
}

/**
 * One published figure of one source that passed the validation. One unit of `base` costs `rate` units of `quote`;
 * `rate` is the figure as published, never inverted or multiplied.
 */
export interface Observation {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  /** The publisher's fixing instant of its date; of a tick the source's time, or the instant of the fetch. UTC. */
  readonly observedAt: Date;
}

/** A fixing's identity is its day, not its instant. */
export type FixingInstant = (day: IsoDay) => Date;
