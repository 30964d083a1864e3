import type { IsoDay } from './iso-day.ts';

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
 * One published figure of one source that passed the door. One unit of `base` costs `rate` units of `quote`;
 * `rate` is the figure as published, never inverted or multiplied.
 */
export interface Observation {
  readonly base: string;
  readonly quote: string;
  readonly rate: number;
  /** The publisher's fixing instant of its date, UTC. */
  readonly observedAt: Date;
}

/** A figure refused at the door, with the name of the rule that refused it. */
export interface Rejection {
  readonly rule: string;
  /** Where and what, for the operator: `2026-04-13 EUR/USD "1,1684"`. */
  readonly detail: string;
}

/** A fixing's identity is its day, not its instant. */
export type FixingInstant = (day: IsoDay) => Date;
