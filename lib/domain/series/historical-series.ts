import { type Pair, pairKey } from '#lib/domain/rates/pair';
import { chainRates, type ExactRate, publishedRate, roundRate } from '#lib/domain/rates/rate-precision';
import { figureAt, type LegColumns, type RoundedRates, roundedRates } from '#lib/domain/rates/rounded-rates';
import type { SourceId } from '#lib/domain/source-id';
import type { FigureOrigin, PointLeg } from './point-leg.ts';

/** The figures of one published series, ascending in time: one unit of base costs `rates[i]` units of quote at `instantsMs[i]`. */
export interface SeriesFigures {
  readonly instantsMs: readonly number[];
  readonly rates: readonly number[];
}

/** The same in arrays of any kind, typed ones or views of them. */
export interface FigureColumns {
  readonly instantsMs: ArrayLike<number>;
  readonly rates: ArrayLike<number>;
  /** Where each came from; absent where nobody asks. */
  readonly origins?: ArrayLike<FigureOrigin>;
}

/** One point of a historical series: a real observation, or the cross of two of the same publication. */
export interface HistoricalPoint {
  readonly instantMs: number;
  /** One unit of the asked base in the asked quote, rounded once to 15 significant digits. */
  readonly rate: number;
  readonly source: SourceId;
  /** The figures that it was made of, in order from base to quote; absent where nobody asks. */
  readonly legs?: readonly PointLeg[];
}

/** A published series as a half of a route, and whether the route divides by it. */
export interface RouteLeg {
  /** `BASE/QUOTE` as published. */
  readonly series: string;
  readonly inverted: boolean;
}

/** One route from base to quote inside a source: one leg, or two through a pivot. */
export type Route = readonly [RouteLeg] | readonly [RouteLeg, RouteLeg];

/**
 * The routes of a source from base to quote, best first: direct, inverse, through USD, EUR, its own base. The same order as
 * a current rate, so that the last point of a series is the current strict rate. A source that turned a pair round one day
 * has both directions, and each is a route of its own.
 */
export function routesOf(
  pairs: ReadonlySet<string>,
  pivots: readonly string[],
  pair: Pair,
): readonly Route[] {
  const routes: Route[] = legsBetween(pairs, pair.base, pair.quote).map((leg) => [leg]);
  for (const pivot of pivots) {
    for (const first of legsBetween(pairs, pair.base, pivot)) {
      for (const second of legsBetween(pairs, pivot, pair.quote)) routes.push([first, second]);
    }
  }
  return routes;
}

function legsBetween(pairs: ReadonlySet<string>, from: string, to: string): readonly RouteLeg[] {
  const direct = { series: pairKey(from, to), inverted: false };
  const inverse = { series: pairKey(to, from), inverted: true };
  return [direct, inverse].filter(({ series }) => pairs.has(series));
}

/** The rates of one route: one unit of its base costs `rates[i]` units of its quote at `instantsMs[i]`, ascending. */
export interface RouteRates extends RoundedRates {
  readonly instantsMs: ArrayLike<number>;
}

/**
 * The rates of one route, ascending: instants that every leg has. The last ticks of two legs in one bucket of `bucketMs`
 * milliseconds count as one instant, the older one's; 1 joins fixings, whose instants are equal.
 */
export function ratesOfRoute(route: Route, figuresOf: FiguresOf, bucketMs = 1): RouteRates {
  const { instantsMs, legs } = joinLegs(route, figuresOf, bucketMs);
  return { instantsMs, ...roundedRates(legs, instantsMs.length) };
}

/** The same as points. */
export function pointsOfRoute(
  source: SourceId,
  route: Route,
  figuresOf: FiguresOf,
  bucketMs = 1,
): readonly HistoricalPoint[] {
  const { instantsMs, rates } = ratesOfRoute(route, figuresOf, bucketMs);
  return Array.from(instantsMs, (instantMs, row) => ({ instantMs, rate: rates[row] ?? Number.NaN, source }));
}

/** The points of a route times a factor, rounded once. */
export function multipliedPoints(
  source: SourceId,
  route: Route,
  figuresOf: FiguresOf,
  factor: ExactRate,
): readonly HistoricalPoint[] {
  const { instantsMs, legs } = joinLegs(route, figuresOf, 1);
  return Array.from(instantsMs, (instantMs, row) => {
    const rate = legs
      .map((leg) => publishedRate(figureAt(leg.figures, row), leg.inverted))
      .reduce(chainRates, factor);
    return { instantMs, rate: roundRate(rate), source };
  });
}

/** Gives the figures of a published series. */
export type FiguresOf = (series: string) => FigureColumns;

/** The figures of a route's legs, row by row at one instant. */
interface JoinedLegs {
  readonly instantsMs: ArrayLike<number>;
  readonly legs: LegColumns;
}

function joinLegs([first, second]: Route, figuresOf: FiguresOf, bucketMs: number): JoinedLegs {
  const one = figuresOf(first.series);
  if (!second) {
    return { instantsMs: one.instantsMs, legs: [{ figures: one.rates, inverted: first.inverted }] };
  }
  const other = figuresOf(second.series);
  const bucketOf = (instantMs = Number.NaN) => Math.floor(instantMs / bucketMs);
  const instantsMs: number[] = [];
  const figures: number[] = [];
  const otherFigures: number[] = [];
  // The last row of the other leg that is not in a later bucket.
  let partner = 0;
  for (let index = 0; index < one.instantsMs.length; index += 1) {
    const instantMs = one.instantsMs[index] ?? Number.NaN;
    const bucket = bucketOf(instantMs);
    while (bucketOf(other.instantsMs[partner + 1]) <= bucket) partner += 1;
    const partnerMs = other.instantsMs[partner];
    if (partnerMs === undefined || bucketOf(partnerMs) !== bucket) continue;
    instantsMs.push(Math.min(instantMs, partnerMs));
    figures.push(figureAt(one.rates, index));
    otherFigures.push(figureAt(other.rates, partner));
  }
  return {
    instantsMs,
    legs: [
      { figures, inverted: first.inverted },
      { figures: otherFigures, inverted: second.inverted },
    ],
  };
}

/** Joins the routes of one source: at an instant that several routes have, the best route's point stands. */
export function mergeRoutes(routes: readonly (readonly HistoricalPoint[])[]): readonly HistoricalPoint[] {
  const [only] = routes;
  if (routes.length === 1 && only) return only;
  const byInstant = new Map<number, HistoricalPoint>();
  for (const points of routes) {
    for (const point of points) if (!byInstant.has(point.instantMs)) byInstant.set(point.instantMs, point);
  }
  return [...byInstant.values()].toSorted((a, b) => a.instantMs - b.instantMs);
}

/** Mixes the series of several sources (in priority order): ascending in time, ties by priority. */
export function mixSources(series: readonly (readonly HistoricalPoint[])[]): readonly HistoricalPoint[] {
  const [only] = series;
  if (series.length === 1 && only) return only;
  return series.flat().toSorted((a, b) => a.instantMs - b.instantMs);
}
