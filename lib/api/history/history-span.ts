import type { FigureColumns, HistoricalPoint } from '#lib/domain/series/historical-series';
import type { Store } from '#lib/store/store';

/** Where a span begins that was asked for without a start. */
export const WITHOUT_START_MS = Number.MIN_SAFE_INTEGER;

/** A span of history: instants inclusive in epoch milliseconds, the newest `limit` points of it. */
export interface AskedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** Whether each point is to bear the figures that it was made of; then the store's series bear their origins. */
  readonly isTraced?: boolean;
}

/** Points ascending, one more than the limit when there are older ones; null when no asked source ever had the pair. */
export type HistoryFound = readonly HistoricalPoint[] | null;

/** What history is read from: a store, or its daily series in memory and the store for the rest. */
export interface HistoryStore extends Pick<
  Store,
  'readPublicationInstants' | 'readTickDays' | 'readTickSpan'
> {
  readonly readTickSeries: (...span: Parameters<Store['readTickSeries']>) => Promise<FigureColumns>;
  readonly readSeries: (...span: Parameters<Store['readSeries']>) => Promise<FigureColumns>;
}
