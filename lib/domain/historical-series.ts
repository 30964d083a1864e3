import { type Pair, pairKey } from './pair.ts';
import { chainRates, type ExactRate, IDENTITY_RATE, publishedRate, roundRate } from './rate-precision.ts';
import type { SourceId } from './source-id.ts';

/** The figures of one published series, ascending in time: one unit of base costs `rates[i]` units of quote at `instantsMs[i]`. */
export interface SeriesFigures {
  readonly instantsMs: readonly number[];
  readonly rates: readonly number[];
}

/** The same in arrays of any kind, typed ones or views of them. */
export interface FigureColumns {
  readonly instantsMs: ArrayLike<number>;
  readonly rates: ArrayLike<number>;
}

/** One point of a historical series: a real observation, or the cross of two of the same publication. */
export interface HistoricalPoint {
  readonly instantMs: number;
  /** One unit of the asked base in the asked quote, rounded once to 15 significant digits. */
  readonly rate: number;
  readonly source: SourceId;
}

/** A published series as a half of a route, and whether the route divides by it. */
export interface RouteLeg {
  /** `BASE/QUOTE` as published. */
  readonly series: string;
  readonly inverted: boolean;
}

/** One way from base to quote inside a source: one leg, or two through a pivot. */
export type Route = readonly [RouteLeg] | readonly [RouteLeg, RouteLeg];

/**
 * The ways a source has from base to quote, best first: direct, inverse, through USD, EUR, its own base. The same order as
 * a current rate, so that the last point of a series is the current strict rate. A source that turned a pair round one day
 * has both directions, and each is a way of its own.
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

/**
 * The points of one route, ascending: instants that every leg has. The last ticks of two legs in one bucket of `bucketMs`
 * milliseconds count as one instant, the older one's; 1 joins fixings, whose instants are equal.
 */
export function pointsOfRoute(
  source: SourceId,
  route: Route,
  figuresOf: FiguresOf,
  bucketMs = 1,
): readonly HistoricalPoint[] {
  return crossingsOf(route, figuresOf, bucketMs).map(({ instantMs, legs }) => ({
    instantMs,
    rate: routeRate(legs),
    source,
  }));
}

/** The points of a route times what `factorAt` says of their instant, rounded once; none where it says nothing. */
export function multipliedPoints(
  source: SourceId,
  route: Route,
  figuresOf: FiguresOf,
  factorAt: (instantMs: number) => ExactRate | null,
): readonly HistoricalPoint[] {
  return crossingsOf(route, figuresOf, 1).flatMap(({ instantMs, legs }) => {
    const factor = factorAt(instantMs);
    return factor === null
      ? []
      : [{ instantMs, rate: roundRate(chainRates(exactRateOf(legs), factor)), source }];
  });
}

/** Gives the figures of a published series. */
export type FiguresOf = (series: string) => FigureColumns;

/** The figures of a route's legs at one instant. */
interface Crossing {
  readonly instantMs: number;
  readonly legs: readonly LegFigure[];
}

type LegFigure = readonly [RouteLeg, number | undefined];

function crossingsOf(route: Route, figuresOf: FiguresOf, bucketMs: number): readonly Crossing[] {
  const [first, second] = route;
  const { instantsMs, rates } = figuresOf(first.series);
  const other = second && figuresOf(second.series);
  const crossings: Crossing[] = [];
  let partner = 0;
  for (let index = 0; index < instantsMs.length; index += 1) {
    const instantMs = instantsMs[index] ?? Number.NaN;
    if (!second || !other) {
      crossings.push({ instantMs, legs: [[first, rates[index]]] });
      continue;
    }
    // Both legs ascend, so that the partner is never before the one of the point before.
    const bucket = Math.floor(instantMs / bucketMs);
    const bucketAt = (place: number) => Math.floor((other.instantsMs[place] ?? Infinity) / bucketMs);
    while (bucketAt(partner) < bucket || bucketAt(partner + 1) === bucket) partner += 1;
    if (bucketAt(partner) !== bucket) continue;
    const legs: readonly LegFigure[] = [
      [first, rates[index]],
      [second, other.rates[partner]],
    ];
    crossings.push({ instantMs: Math.min(instantMs, other.instantsMs[partner] ?? instantMs), legs });
  }
  return crossings;
}

function routeRate(legs: readonly LegFigure[]): number {
  const [single] = legs;
  if (legs.length === 1 && single && !single[0].inverted && single[1] !== undefined) return single[1];
  return roundRate(exactRateOf(legs));
}

function exactRateOf(legs: readonly LegFigure[]): ExactRate {
  return legs.reduce((rate, [leg, figure]) => {
    if (figure === undefined) throw new Error('a series has fewer rates than instants');
    return chainRates(rate, publishedRate(figure, leg.inverted));
  }, IDENTITY_RATE);
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
