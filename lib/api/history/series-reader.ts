import {
  type FigureColumns,
  type FiguresOf,
  type HistoricalPoint,
  mergeRoutes,
  mixSources,
  pointsOfRoute,
  type Route,
  routesOf,
} from '#lib/domain/series/historical-series';
import { legalHistory } from '#lib/domain/series/legal-history';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import { knownUntilMs, type RateSnapshot, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { HistoryFound, AskedSpan, HistoryStore } from './history-span.ts';
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
    if (source.legalRates.length > 0) {
      if (choice.kind === 'default') continue;
      return legalHistory(source, pair, span, snapshot.today);
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
export function knownSpan(snapshot: RateSnapshot, source: SourceSnapshot, span: AskedSpan): AskedSpan {
  return { ...span, toMs: Math.min(span.toMs, knownUntilMs(snapshot, source)) };
}

async function readSource(
  store: HistoryStore,
  source: SourceSnapshot,
  pair: Pair,
  span: AskedSpan,
): Promise<HistoryFound> {
  if (pair.base === pair.quote) return readIdentity(store, source, pair.base, span);
  const routes = routesOf(source.pairs, source.pivots, pair);
  if (routes.length === 0) return null;
  const points: (readonly HistoricalPoint[])[] = [];
  for (const route of routes) {
    const pointsFrom = (figuresOf: FiguresOf) => pointsOfRoute(source.id, route, figuresOf);
    points.push(await readRoute(store, source, { route, span }, pointsFrom));
  }
  return mergeRoutes(points);
}

/** One unit of a currency is one unit of itself on every day on which the source quoted the currency at all. */
async function readIdentity(
  store: HistoryStore,
  source: SourceSnapshot,
  code: string,
  span: AskedSpan,
): Promise<HistoryFound> {
  const carried = [...source.pairs].some((pair) => pair.split('/').includes(code));
  if (!carried) return null;
  const instants = await store.readPublicationInstants({
    source: source.id,
    code,
    fromMs: span.fromMs,
    toMs: span.toMs,
    limit: span.limit + 1,
  });
  return instants.map((instantMs) => ({ instantMs, rate: 1, source: source.id }));
}

/**
 * The newest points of a route. Legs are read apart and joined here; where they share too few days the reading is
 * repeated with twice the depth until there are enough points or no more figures.
 */
export async function readRoute(
  store: HistoryStore,
  source: SourceSnapshot,
  { route, span }: { readonly route: Route; readonly span: AskedSpan },
  pointsFrom: (figuresOf: FiguresOf) => readonly HistoricalPoint[],
): Promise<readonly HistoricalPoint[]> {
  for (let depth = span.limit + 1; ; depth *= 2) {
    const figures = new Map<string, FigureColumns>();
    for (const { series } of route) {
      const [base = '', quote = ''] = series.split('/');
      figures.set(
        series,
        await store.readSeries({
          source: source.id,
          base,
          quote,
          fromMs: span.fromMs,
          toMs: span.toMs,
          limit: depth,
        }),
      );
    }
    const figuresOf = (series: string) => figures.get(series) ?? { instantsMs: [], rates: [] };
    const points = pointsFrom(figuresOf);
    const exhausted = route.every(({ series }) => figuresOf(series).instantsMs.length < depth);
    if (points.length > span.limit || exhausted) return points;
  }
}
