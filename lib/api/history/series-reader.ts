import {
  type FiguresOf,
  type HistoricalPoint,
  mergeRoutes,
  mixSources,
  pointsOfRoute,
  type Route,
  routesOf,
} from '#lib/domain/series/historical-series';
import { tracedPoints } from '#lib/domain/series/traced-points';
import { pegHistory } from '#lib/domain/series/peg-history';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import { knownUntilMs, type RateSnapshot, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { HistoryFound, AskedSpan, HistoryStore } from './history-span.ts';
import { readIdentity, readRoute, type RouteReading } from './route-reader.ts';
import { readTickHistory } from './tick-history.ts';

/** Reads the strict series of the chosen sources, mixed in time order: real observations only. */
export async function readHistory(
  store: HistoryStore,
  snapshot: RateSnapshot,
  request: { readonly pair: Pair; readonly choice: SourceChoice; readonly span: AskedSpan },
): Promise<HistoryFound> {
  const { pair, choice, span } = request;
  const asked = snapshot.sources.filter(({ id }) => choice.kind === 'default' || choice.source === id);
  const series: (readonly HistoricalPoint[])[] = [];
  for (const source of asked) {
    // Law is in force on every day: mixed with fixings it would drown them, so it is given when it is asked for or alone.
    if (source.pegs.length > 0) {
      if (choice.kind === 'default') continue;
      return pegHistory(source, pair, span, snapshot.today);
    }
    const points =
      source.cadence === 'tick'
        ? await readTickHistory(store, source, { pair, span, now: snapshot.asOf })
        : await readSource(store, source, pair, knownSpan(snapshot, source, span));
    if (points) series.push(points);
  }
  return series.length === 0 ? null : mixSources(series);
}

/** A span without the fixings that do not count yet. */
function knownSpan(snapshot: RateSnapshot, source: SourceSnapshot, span: AskedSpan): AskedSpan {
  return { ...span, toMs: Math.min(span.toMs, knownUntilMs(snapshot, source)) };
}

async function readSource(
  store: HistoryStore,
  source: SourceSnapshot,
  pair: Pair,
  span: AskedSpan,
): Promise<HistoryFound> {
  if (pair.base === pair.quote) return readIdentity(source, pair.base, span, store.readPublicationInstants);
  const routes = routesOf(source.pairs, source.pivots, pair);
  if (routes.length === 0) return null;
  const points: (readonly HistoricalPoint[])[] = [];
  for (const route of routes) {
    const pointsFrom = (figuresOf: FiguresOf) => {
      const found = pointsOfRoute(source.id, route, figuresOf);
      return span.isTraced ? tracedPoints(found, { source: source.id, route, figuresOf }) : found;
    };
    points.push(await readFixingRoute(store, source, { route, span }, pointsFrom));
  }
  return mergeRoutes(points);
}

/** The newest points of a route through the fixings of a source. */
function readFixingRoute(
  store: HistoryStore,
  { id: source }: SourceSnapshot,
  { route, span: { fromMs, toMs, limit } }: { readonly route: Route; readonly span: AskedSpan },
  pointsFrom: RouteReading['pointsFrom'],
): Promise<readonly HistoricalPoint[]> {
  return readRoute(route, {
    limit,
    readSeries: (base, quote, depth) => store.readSeries({ source, base, quote, fromMs, toMs, limit: depth }),
    pointsFrom,
  });
}
