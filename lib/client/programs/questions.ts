import type { PeriodLength, PeriodStat } from '#lib/domain/series/periods';
import type { SourceId } from '#lib/domain/source-id';

/** Two currencies: one unit of `from` costs `rate` units of `to`. Codes in upper or lower case. */
export interface PairTerms {
  readonly from: string;
  readonly to: string;
}

/** Whose rate, and of when. */
export interface RateTerms {
  /** This source alone, never another in its place; the service chooses if omitted. */
  readonly source?: SourceId | undefined;
  /** The rate of a UTC day, such as `2026-04-13`; the current one if omitted. */
  readonly date?: string | undefined;
  /** What the service answered at this ISO instant, or at the end of this UTC day, before later corrections. */
  readonly knownAt?: string | undefined;
}

/** A range of time; days are UTC and inclusive. */
export interface RangeTerms {
  /** A UTC day or an ISO instant; the beginning of the history if omitted. */
  readonly startDate?: string | undefined;
  /** A UTC day or an ISO instant; now if omitted. */
  readonly endDate?: string | undefined;
}

/** What GET /v1/convert is asked. */
export interface ConvertQuestion extends PairTerms, RateTerms {
  /** 0, or 1e-12 to 1e15, with at most 15 significant digits. A text such as `1234.50` is sent as it is. */
  readonly amount: number | string;
  /** Converts as Regulation (EC) No 1103/97 requires. */
  readonly rule?: 'eu-1103-97' | undefined;
  /** Adds how the rate was made, or a signed receipt of the answer. */
  readonly include?: 'provenance' | 'receipt' | 'provenance,receipt' | undefined;
}

/** What GET /v1/rates/pair is asked. */
export interface PairQuestion extends PairTerms, RateTerms {
  /** Adds how the rate was made, or a signed receipt of the answer. */
  readonly include?: 'provenance' | 'receipt' | 'provenance,receipt' | undefined;
}

/** What GET /v1/rates is asked. */
export interface RatesQuestion extends RateTerms {
  /** The base currency; USD if omitted. */
  readonly base?: string | undefined;
  /** These codes alone; all if omitted. */
  readonly symbols?: readonly string[] | undefined;
  /** Adds how each rate was made. */
  readonly include?: 'provenance' | undefined;
}

/** What GET /v1/rates/sources is asked. */
export type SourcesQuestion = PairTerms;

/** What GET /v1/rates/compare is asked. */
export interface CompareQuestion extends PairTerms, Pick<RateTerms, 'date'> {
  /** Adds why each source in `without` has no rate, for programs. */
  readonly include?: 'reasons' | undefined;
}

/** What the history of a pair is asked. */
export interface HistoryQuestion extends PairTerms, RangeTerms, Omit<RateTerms, 'date'> {
  /** One point for each period instead of one for each observation. Needs `source`. */
  readonly group?: PeriodLength | undefined;
  /** What stands for a period. Needs `group`. */
  readonly stat?: PeriodStat | undefined;
}

/** What GET /v1/historical is asked. */
export interface HistoricalQuestion extends HistoryQuestion {
  /** How many points at most, 1 to 5,000; 1,000 if omitted. Of a longer range the newest are given. */
  readonly limit?: number | undefined;
  /** Adds how each point was made. */
  readonly include?: 'provenance' | undefined;
}

/** What GET /v1/rates/series is asked. */
export interface SeriesQuestion extends Pick<RateTerms, 'source'> {
  /** The base currency; USD if omitted. */
  readonly base?: string | undefined;
  /** 1 to 60 codes. */
  readonly codes: readonly string[];
  /** 1 to 31 days up to today; 31 if omitted. */
  readonly days?: number | undefined;
}

/** What the corrections of a source are asked. */
export interface CorrectionsQuestion {
  readonly source: SourceId;
  /** With `quote`: only corrections of the pair that is published as `base`/`quote`. */
  readonly base?: string | undefined;
  readonly quote?: string | undefined;
  /** Only those on or after this UTC day or ISO instant. */
  readonly since?: string | undefined;
}

/** What GET /v1/revisions is asked. */
export interface RevisionsQuestion extends CorrectionsQuestion {
  /** How many at most, 1 to 1,000; 100 if omitted. The oldest of the range are given. */
  readonly limit?: number | undefined;
  readonly skip?: number | undefined;
}

/** What GET /v1/stream is asked. */
export interface StreamQuestion extends Pick<RateTerms, 'source'> {
  /** 1 to 20 pairs such as `EUR/USD`: one euro costs so many dollars. */
  readonly pairs: readonly string[];
}
