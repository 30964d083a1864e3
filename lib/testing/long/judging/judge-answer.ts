import { z } from 'zod';
import {
  conversionWithProvenance,
  historicalSeries,
  pairRate,
  pairRateWithProvenance,
  ratesTable,
} from '#lib/testing/wire/answer-schemas';
import {
  convertAmount,
  multiply,
  publishedRate,
  rateOfLegs,
  roundExact,
} from '#lib/domain/rates/exact-number';
import type { SourceId } from '#lib/domain/source-id';
import { KNOWN_SINCE_MS, type NamedFigure, type PrintedFigures } from './printed-figures.ts';

/** What an answer says, as far as it can be compared with what publishers printed. */
export interface StatedFigures {
  /** The published figures that it is made of. */
  readonly figures: readonly NamedFigure[];
  /** Rates that were made of two figures of the European Central Bank, to the euro, of the same day. */
  readonly crosses: readonly NamedFigure[];
  /** What its own numbers contradict; null where they fit together. */
  readonly contradiction: string | null;
}

/** An answer that no publisher printed. */
export interface WrongAnswer {
  readonly path: string;
  readonly what: string;
  /** Whose figure it is; null where its own numbers contradict each other. */
  readonly source: SourceId | null;
}

/** What came of judging one answer. */
export interface Judged {
  readonly compared: number;
  readonly wrong: readonly WrongAnswer[];
}

/** Two ways to multiply the same figures may differ in the fifteenth digit. */
const SAME = 2e-15;

/** An answer may be a little younger than the clock that compares. */
const FUTURE_MS_MAX = 1_000;

const EMPTY: StatedFigures = { figures: [], crosses: [], contradiction: null };

/**
 * Reads what an answer of /v1 with status 200 states. Comparable are answers with `include=provenance`, and those of the European
 * Central Bank alone: pairs and tables with from or base EUR, and histories. Others state nothing.
 */
export function statedFigures(path: string, body: string): StatedFigures {
  const address = new URL(path, 'http://localhost');
  const value: unknown = JSON.parse(body);
  const hasProvenance = address.searchParams.get('include') === 'provenance';
  const isOfEcb = address.searchParams.get('source') === 'ecb';
  switch (address.pathname) {
    case '/v1/convert':
      return hasProvenance ? ofConversion(conversionWithProvenance.parse(value)) : EMPTY;
    case '/v1/rates/pair':
      if (hasProvenance) return ofRate(pairRateWithProvenance.parse(value));
      return isOfEcb ? ofStrictPair(pairRate.parse(value)) : EMPTY;
    case '/v1/rates':
      return isOfEcb ? ofTable(ratesTable.parse(value)) : EMPTY;
    case '/v1/historical':
      return isOfEcb ? ofSeries(historicalSeries.parse(value)) : EMPTY;
    default:
      return EMPTY;
  }
}

/** What may excuse an answer. */
export interface Circumstances {
  /** Whether a publisher may say again what it had printed earlier. */
  readonly mayBeOld: boolean;
  /**
   * How far ahead the service's clock was, in ms: a figure without a time of its own is dated by it, and one that was polled
   * somewhat ahead of it counts as polled when the clock was set.
   */
  readonly aheadMs: readonly number[];
}

/** Compares what an answer states with what publishers printed. */
export function judgeFigures(
  path: string,
  { figures, crosses, contradiction }: StatedFigures,
  printed: PrintedFigures,
  { mayBeOld, aheadMs }: Circumstances,
): Judged {
  const isTrue = (figure: NamedFigure) =>
    figure.atMs <= Date.now() + FUTURE_MS_MAX && printed.isPrinted(figure, mayBeOld || aheadMs.length > 0);
  const untrue = figures.filter(
    (figure) => ![0, ...aheadMs].some((ms) => isTrue({ ...figure, atMs: figure.atMs - ms })),
  );
  const wrong = [...untrue, ...crosses.filter((cross) => !isCrossOf(cross, printed))].map(
    ({ source, base, quote, figure, atMs }) => ({
      path,
      source,
      what: `${source} ${base}/${quote} ${figure} of ${new Date(atMs).toISOString()}`,
    }),
  );
  return {
    compared: figures.length + crosses.length,
    wrong: contradiction === null ? wrong : [...wrong, { path, what: contradiction, source: null }],
  };
}

type RateWithLegs = z.infer<typeof pairRateWithProvenance>;

function ofRate({ rate, provenance: { legs } }: Pick<RateWithLegs, 'rate' | 'provenance'>): StatedFigures {
  const exact = rateOfLegs(legs);
  const made = roundExact(exact);
  return {
    figures: legs.map(({ source, base, quote, figure, observedAt }) => ({
      source,
      base,
      quote,
      figure,
      atMs: Date.parse(observedAt),
    })),
    crosses: [],
    contradiction: isSame(made, rate) ? null : `the rate ${rate} is not ${made}, which its figures make`,
  };
}

function ofConversion(conversion: z.infer<typeof conversionWithProvenance>): StatedFigures {
  const stated = ofRate(conversion);
  const made = convertAmount(conversion.amount, rateOfLegs(conversion.provenance.legs));
  if (stated.contradiction !== null || isSame(made, conversion.result)) return stated;
  return { ...stated, contradiction: `the result ${conversion.result} is not ${made}` };
}

function ofStrictPair({ from, to, rate, timestamp }: z.infer<typeof pairRate>): StatedFigures {
  return { ...EMPTY, figures: [figureOfEcb(from, to, rate, timestamp)] };
}

function ofTable({ base, rates, timestamp }: z.infer<typeof ratesTable>): StatedFigures {
  const others = Object.entries(rates).filter(([code]) => code !== base);
  return {
    ...EMPTY,
    figures: others.map(([code, rate]) => figureOfEcb(base, code, rate, timestamp)),
    contradiction: (rates[base] ?? 1) === 1 ? null : `the rate of ${base} to itself is ${rates[base]}`,
  };
}

function ofSeries({ from, to, points }: z.infer<typeof historicalSeries>): StatedFigures {
  const stated = points.map(({ rate, timestamp }) => figureOfEcb(from, to, rate, timestamp));
  const known = stated.filter(({ atMs }) => atMs >= KNOWN_SINCE_MS);
  return from === 'EUR' ? { ...EMPTY, figures: known } : { ...EMPTY, crosses: known };
}

function isCrossOf({ source, base, quote, figure, atMs }: NamedFigure, printed: PrintedFigures): boolean {
  const ofBase = printed.bankFigure({ source, base: 'EUR', quote: base, atMs });
  const ofQuote = printed.bankFigure({ source, base: 'EUR', quote, atMs });
  if (ofBase === undefined || ofQuote === undefined) return false;
  return isSame(roundExact(multiply(publishedRate(ofBase, true), publishedRate(ofQuote, false))), figure);
}

function figureOfEcb(base: string, quote: string, figure: number, timestamp: string): NamedFigure {
  return { source: 'ecb', base, quote, figure, atMs: Date.parse(timestamp) };
}

function isSame(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME * Math.abs(other);
}
