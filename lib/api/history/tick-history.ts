import {
  type HistoricalPoint,
  mergeRoutes,
  pointsOfRoute,
  type Route,
  routesOf,
} from '#lib/domain/series/historical-series';
import { pointLegs, tracedPoints } from '#lib/domain/series/traced-points';
import { DAY_MS } from '#lib/domain/durations';
import type { Pair } from '#lib/domain/rates/pair';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import { strictRate } from '#lib/domain/rates/strict-rate';
import { type HistoryFound, type AskedSpan, type HistoryStore, WITHOUT_START_MS } from './history-span.ts';
import { readIdentity, readRoute } from './route-reader.ts';

/** How finely the quotes of a market are kept, and for how long at least; days are kept for ever. */
const TIERS = [
  { name: 'minute', bucketMs: 60_000, keptMs: 7 * DAY_MS },
  { name: 'hour', bucketMs: 3_600_000, keptMs: 366 * DAY_MS },
  { name: 'day', bucketMs: DAY_MS, keptMs: Number.POSITIVE_INFINITY },
] as const;

type Tier = (typeof TIERS)[number];

const DAY_TIER: Tier = TIERS[2];

/** A tier with fewer points of a span has next to nothing to tell, as on the first day of a service. */
const TELLING_POINTS = 5;

/** A pair's history at a market: the asked span, and the service's clock. */
export interface TickHistoryRequest {
  readonly pair: Pair;
  readonly span: AskedSpan;
  readonly now: Date;
}

/**
 * The history of a pair at a market in one tier: the finest that reaches back to the span's start and whose expected
 * number of points fits the limit; days where no start is given. Where that has a few points only, a finer one that reaches as far
 * back. A point is the last real quote of its bucket at its own time; the last one is the current strict rate.
 */
export async function readTickHistory(
  store: HistoryStore,
  source: SourceSnapshot,
  { pair, span, now }: TickHistoryRequest,
): Promise<HistoryFound> {
  const request = { pair, span, now };
  if (pair.base === pair.quote) {
    const days = await readIdentity(source, pair.base, span, store.readTickDays);
    return days && withCurrent(days, source, request, DAY_TIER);
  }
  const routes = routesOf(source.pairs, source.pivots, pair);
  if (routes.length === 0) return null;
  const readTier = async (tier: Tier, limit: number) => {
    const asked = { span: { ...span, limit }, tier };
    const points = await Promise.all(routes.map((route) => readTickRoute(store, source, route, asked)));
    return withCurrent(mergeRoutes(points), source, request, tier);
  };
  const tier = await chooseTier(store, source, routes, span, now);
  const points = await readTier(tier, span.limit);
  if (points.length >= TELLING_POINTS || span.fromMs === WITHOUT_START_MS) return points;
  const most = tickPointsMax(span, now);
  for (const finer of TIERS.slice(0, TIERS.indexOf(tier))) {
    const more = await readTier(finer, most);
    const hasAll = (more[0]?.instantMs ?? Infinity) <= (points[0]?.instantMs ?? Infinity);
    if (hasAll && more.length > points.length && more.length <= most) return more;
  }
  return points;
}

/** How many points of a market a span has at most, as far as its days do not have more than fit. */
export function tickPointsMax(span: AskedSpan, now: Date): number {
  const [finest = DAY_TIER] = fittingTiers(span, now);
  return Math.min(
    span.limit,
    Math.ceil((Math.min(span.toMs, now.getTime()) - span.fromMs) / finest.bucketMs) + 1,
  );
}

function fittingTiers({ fromMs, toMs, limit }: AskedSpan, now: Date): readonly Tier[] {
  const untilMs = Math.min(toMs, now.getTime());
  return TIERS.filter(
    ({ bucketMs, keptMs }) => (untilMs - fromMs) / bucketMs <= limit && fromMs >= now.getTime() - keptMs,
  );
}

/** Whether the finer quotes reach back to the start is seen from the first route's first leg: all are kept alike. */
async function chooseTier(
  store: HistoryStore,
  source: SourceSnapshot,
  [first]: readonly Route[],
  { fromMs, toMs, limit }: AskedSpan,
  now: Date,
): Promise<Tier> {
  const fitting = fittingTiers({ fromMs, toMs, limit }, now);
  const [base = '', quote = ''] = first?.[0].series.split('/') ?? [];
  const spans = await store.readTickSpan({ source: source.id, base, quote });
  for (const tier of fitting) {
    if (tier.name === 'day') break;
    const kept = spans[tier.name];
    if (kept === null) continue;
    const isWhole =
      kept.firstAtMs <= fromMs || spans.day === null || spans.day.firstAtMs >= kept.firstAtMs - DAY_MS;
    if (isWhole) return tier;
  }
  return DAY_TIER;
}

/** The newest points of a route through one tier of a market. */
function readTickRoute(
  store: HistoryStore,
  { id: source }: SourceSnapshot,
  route: Route,
  { span, tier }: { readonly span: AskedSpan; readonly tier: Tier },
): Promise<readonly HistoricalPoint[]> {
  const { fromMs, toMs, limit } = span;
  const { bucketMs } = tier;
  return readRoute(route, {
    limit,
    readSeries: (base, quote, depth) =>
      store.readTickSeries({ source, base, quote, fromMs, toMs, limit: depth, tier: tier.name }),
    pointsFrom: (figuresOf) => {
      const points = pointsOfRoute(source, route, figuresOf, bucketMs);
      return span.isTraced ? tracedPoints(points, { source, route, figuresOf, bucketMs }) : points;
    },
  });
}

/** The current rate is the last quote of its bucket, whether or not the bucket's row has been written since. */
function withCurrent(
  points: readonly HistoricalPoint[],
  source: SourceSnapshot,
  { pair, span }: TickHistoryRequest,
  { bucketMs }: Tier,
): readonly HistoricalPoint[] {
  const strict = strictRate(source, pair);
  if (strict.kind !== 'found') return points;
  const { observedAt, rate, legs } = strict.found;
  const instantMs = observedAt.getTime();
  if (instantMs < span.fromMs || instantMs > span.toMs) return points;
  const bucket = Math.floor(instantMs / bucketMs);
  const earlier = points.filter((point) => Math.floor(point.instantMs / bucketMs) < bucket);
  const traced = span.isTraced && { legs: pointLegs(legs) };
  return [...earlier, { instantMs, rate: roundExact(rate), exact: rate, source: source.id, ...traced }];
}
