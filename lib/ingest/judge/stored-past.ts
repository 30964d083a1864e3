import { DAY_MS } from '#lib/domain/durations';
import type { Observation } from '#lib/domain/rates/observation';
import { pairKey } from '#lib/domain/rates/pair';
import { buildSnapshot, type RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { isPegSource, type PegSource, type StoredSource } from '#lib/domain/rates/stored-source';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import type { LiveContext } from '#lib/domain/validation/live-judgement';
import { observationsByPair } from '#lib/domain/validation/observations-by-pair';
import type { Source } from '#lib/sources/source';
import type { ListedSource } from '#lib/sources/source-facts';
import type { SeriesSpan } from '#lib/store/rates/series-history';
import type { Store } from '#lib/store/store';
import { readStoredSource, type SourceReads } from '#lib/store/stored-sources';
import { NOTHING_STORED } from './neighbours.ts';
import type { ReadDocument } from './stored-rows.ts';

/** Neighbours further away than this say nothing of a figure: ten publication days with the longest holidays. */
const AROUND_MS = 21 * DAY_MS;

/** How far a level of a figure is looked for. */
const LEVEL_MS = 366 * DAY_MS;

/** Stored figures of one series that are read at once; 27 years of working days are 7,000. */
const STORED_MAX = 100_000;

/** A series between two instants. */
type StoredSpan = Pick<SeriesSpan, 'base' | 'quote' | 'fromMs' | 'toMs'>;

/** The span of a series in the order of time; null for an empty one. */
export function storedSpanOf(series: readonly Observation[]): StoredSpan | null {
  const [first] = series;
  const last = series.at(-1);
  if (!first || !last) return null;
  const { base, quote } = first;
  return { base, quote, fromMs: first.observedAt.getTime(), toMs: last.observedAt.getTime() };
}

/**
 * What the store holds of a series between two instants and somewhat beyond: of fixings, and of a market what its history said of
 * its days, for a live quote is not what a publisher promised to repeat.
 */
export function readStoredAround(
  store: Pick<Store, 'readSeries' | 'readTickSeries'>,
  { id, cadence }: Pick<Source, 'id' | 'cadence'>,
  series: StoredSpan,
): Promise<SeriesFigures> {
  const span = {
    source: id,
    base: series.base,
    quote: series.quote,
    fromMs: series.fromMs - AROUND_MS,
    toMs: series.toMs + AROUND_MS,
    limit: STORED_MAX,
  };
  return cadence === 'fixing'
    ? store.readSeries(span)
    : store.readTickSeries({ ...span, tier: 'day', isOfHistory: true });
}

/** The nearest stored figures before and after two instants, within a year. */
export async function readStoredBeyond(
  store: Pick<Store, 'readSeries' | 'readTickSeries'>,
  { id, cadence }: Pick<Source, 'id' | 'cadence'>,
  { base, quote, fromMs, toMs }: StoredSpan,
): Promise<SeriesFigures> {
  const series = { source: id, base, quote };
  const read = (span: SeriesSpan) =>
    cadence === 'fixing' ? store.readSeries(span) : store.readTickSeries({ ...span, tier: 'day' });
  const before = await read({ ...series, fromMs: fromMs - LEVEL_MS, toMs: fromMs - 1, limit: 1 });
  const after = await read({
    ...series,
    fromMs: toMs + 1,
    toMs: toMs + LEVEL_MS,
    limit: STORED_MAX,
  });
  const [firstAfter] = after.instantsMs;
  const [rateAfter] = after.rates;
  return firstAfter === undefined || rateAfter === undefined
    ? before
    : { instantsMs: [...before.instantsMs, firstAfter], rates: [...before.rates, rateAfter] };
}

/** What {@link readStoredAround} gives of every pair of a poll; nothing of a market's, which brings the present alone. */
export async function readStoredPast(
  store: Pick<Store, 'readSeries' | 'readTickSeries'>,
  source: Source,
  documents: readonly ReadDocument[],
): Promise<LiveContext['stored']> {
  const byPair = new Map<string, SeriesFigures>();
  if (source.cadence === 'tick') return () => NOTHING_STORED;
  for (const series of observationsByPair(documents.flatMap(({ accepted }) => accepted))) {
    const span = storedSpanOf(series);
    if (span) byPair.set(pairKey(span.base, span.quote), await readStoredAround(store, source, span));
  }
  return (base, quote) => byPair.get(pairKey(base, quote)) ?? NOTHING_STORED;
}

/** What the store holds of every source now, for judging figures in a process that serves nothing. */
export async function readStoredSnapshot(
  store: SourceReads,
  listed: readonly ListedSource[],
  now: Date,
): Promise<RateSnapshot> {
  const stored: (StoredSource | PegSource)[] = [];
  for (const source of listed) {
    stored.push(isPegSource(source) ? source : await readStoredSource(store, source, now));
  }
  return buildSnapshot(stored, 0, now);
}
