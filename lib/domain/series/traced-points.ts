import type { Leg } from '#lib/domain/rates/strict-rate';
import type { SourceId } from '#lib/domain/source-id';
import type { FiguresOf, HistoricalPoint, PointLeg, Route } from './historical-series.ts';

/**
 * The points of a route through the figures of a source, each with the figure of every leg that it was made of: the one in the
 * point's own bucket of `bucketMs` milliseconds. The figures bear their origins.
 */
export function tracedPoints(
  points: readonly HistoricalPoint[],
  { source, route, figuresOf, bucketMs = 1 }: TracedRoute,
): readonly HistoricalPoint[] {
  const legs = route.map(({ series, inverted }) => {
    const [base = '', quote = ''] = series.split('/');
    const { instantsMs, rates, origins } = figuresOf(series);
    const rowOf = new Map(Array.from(instantsMs, (atMs, row) => [Math.floor(atMs / bucketMs), row]));
    return (pointMs: number): PointLeg => {
      const row = rowOf.get(Math.floor(pointMs / bucketMs)) ?? -1;
      const [figure, instantMs, origin] = [rates[row], instantsMs[row], origins?.[row]];
      if (figure === undefined || instantMs === undefined || !origin)
        throw new Error(`a point of ${series} is made of a figure without an origin`);
      const { bodyId, revision } = origin;
      return { source, base, quote, figure, inverted, instantMs, document: bodyId, revision, act: null };
    };
  });
  return points.map((point) => ({ ...point, legs: legs.map((legAt) => legAt(point.instantMs)) }));
}

/** What points were made from. */
interface TracedRoute {
  readonly source: SourceId;
  readonly route: Route;
  readonly figuresOf: FiguresOf;
  readonly bucketMs?: number;
}

/** The legs of a current rate as those of a point. */
export function pointLegs(legs: readonly Leg[]): readonly PointLeg[] {
  return legs.map(({ source, base, quote, figure, inverted, observedAt, age, document, earlier, act }) => ({
    source,
    base,
    quote,
    figure,
    inverted,
    instantMs: observedAt.getTime(),
    document,
    revision: age === 'law' ? null : earlier.length + 1,
    act,
  }));
}
