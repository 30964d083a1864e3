import { type Pair, pairKey } from '#lib/domain/rates/pair';
import { type ExactNumber, multiply, publishedRate, roundExact } from '#lib/domain/rates/exact-number';
import type { DocumentFacts } from '#lib/domain/rates/stored-source';
import type { SourceId } from '#lib/domain/source-id';

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

/** Where a stored figure came from. */
export interface FigureOrigin {
  /** The number of its document. */
  readonly bodyId: number;
  /** 1 for the figure that was there first, one more each time that it was replaced. */
  readonly revision: number;
}

/** A published figure that a point was made of: one unit of `base` costs `figure` units of `quote`. */
export interface PointLeg {
  readonly source: SourceId;
  readonly base: string;
  readonly quote: string;
  readonly figure: number;
  /** Whether the point's rate divides by the figure. */
  readonly inverted: boolean;
  readonly instantMs: number;
  /** Its document or the number of that; null of law. */
  readonly document: DocumentFacts | number | null;
  /** Null of law. */
  readonly revision: number | null;
  /** The act that fixes the figure; null where a source published it. */
  readonly act: string | null;
}

/** One point of a historical series: a real observation, or the cross of two of the same publication. */
export interface HistoricalPoint {
  readonly instantMs: number;
  /** One unit of the asked base in the asked quote, rounded once to 15 significant digits. */
  readonly rate: number;
  /** The same before it was rounded; absent where it is the figure that was published. */
  readonly exact?: ExactNumber;
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

/**
 * The points of one route, ascending: instants that every leg has. The rate of a single leg in its own direction is the figure
 * as published, any other the exact quotient, rounded once. The last ticks of two legs in one bucket of `bucketMs` milliseconds
 * count as one instant, the older one's; 1 joins fixings, whose instants are equal.
 */
export function pointsOfRoute(
  source: SourceId,
  [first, second]: Route,
  figuresOf: FiguresOf,
  bucketMs = 1,
): readonly HistoricalPoint[] {
  const one = figuresOf(first.series);
  const other = second ? figuresOf(second.series) : null;
  const points: HistoricalPoint[] = [];
  // The last row of the other leg that is not in a later bucket.
  let partner = 0;
  for (let row = 0; row < one.instantsMs.length; row += 1) {
    const figure = figureAt(one, row);
    let instantMs = one.instantsMs[row] ?? Number.NaN;
    if (!other && !first.inverted) {
      points.push({ instantMs, rate: figure, source });
      continue;
    }
    let rate = publishedRate(figure, first.inverted);
    if (second && other) {
      const bucket = bucketOf(instantMs, bucketMs);
      while (bucketOf(other.instantsMs[partner + 1], bucketMs) <= bucket) partner += 1;
      const partnerMs = other.instantsMs[partner] ?? Number.NaN;
      if (bucketOf(partnerMs, bucketMs) !== bucket) continue;
      instantMs = Math.min(instantMs, partnerMs);
      rate = multiply(rate, publishedRate(figureAt(other, partner), second.inverted));
    }
    points.push({ instantMs, rate: roundExact(rate), exact: rate, source });
  }
  return points;
}

function bucketOf(instantMs: number | undefined, bucketMs: number): number {
  return Math.floor((instantMs ?? Number.NaN) / bucketMs);
}

/** Gives the figures of a published series. */
export type FiguresOf = (series: string) => FigureColumns;

/** The figure of a row; a column with fewer rows is a bug and throws. */
function figureAt({ rates }: FigureColumns, row: number): number {
  const figure = rates[row];
  if (figure === undefined) throw new Error('a series has fewer rates than instants');
  return figure;
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
