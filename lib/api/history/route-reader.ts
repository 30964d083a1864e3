import type { FigureColumns, FiguresOf, HistoricalPoint, Route } from '#lib/domain/series/historical-series';
import type { SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { AskedSpan, HistoryFound, HistoryStore } from './history-span.ts';

/** How the points of a route are read and made. */
export interface RouteReading {
  /** Points that are asked for. */
  readonly limit: number;
  /** The newest figures of a published series in the asked span, at most so many. */
  readonly readSeries: (base: string, quote: string, limit: number) => Promise<FigureColumns>;
  readonly pointsFrom: (figuresOf: FiguresOf) => readonly HistoricalPoint[];
}

/**
 * The newest points of a route. Legs are read apart and joined here; where they share too few days the reading is
 * repeated with twice the depth until there are enough points or no more figures.
 */
export async function readRoute(
  route: Route,
  { limit, readSeries, pointsFrom }: RouteReading,
): Promise<readonly HistoricalPoint[]> {
  for (let depth = limit + 1; ; depth *= 2) {
    const figures = new Map<string, FigureColumns>();
    for (const { series } of route) {
      const [base = '', quote = ''] = series.split('/');
      figures.set(series, await readSeries(base, quote, depth));
    }
    const figuresOf = (series: string) => figures.get(series) ?? { instantsMs: [], rates: [] };
    const points = pointsFrom(figuresOf);
    const isExhausted = route.every(({ series }) => figuresOf(series).instantsMs.length < depth);
    if (points.length > limit || isExhausted) return points;
  }
}

/**
 * One unit of a currency is one unit of itself on every day on which the source quoted the currency at all: `readDays` tells the
 * instants of those days. Null where it never did.
 */
export async function readIdentity(
  source: SourceSnapshot,
  code: string,
  { fromMs, toMs, limit, isTraced }: AskedSpan,
  readDays: HistoryStore['readPublicationInstants'],
): Promise<HistoryFound> {
  const isCarried = [...source.pairs].some((pair) => pair.split('/').includes(code));
  if (!isCarried) return null;
  const instants = await readDays({ source: source.id, code, fromMs, toMs, limit: limit + 1 });
  const traced = isTraced && { legs: [] };
  return instants.map((instantMs) => ({ instantMs, rate: 1, source: source.id, ...traced }));
}
