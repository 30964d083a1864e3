import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { FigureColumns } from '#lib/domain/series/historical-series';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { HistoryReads } from '#lib/api/api-service';
import { type AskedSpan, WITHOUT_START_MS } from './history-span.ts';

/** Bytes of columns kept at most; the whole histories of the four banks are some 430,000 figures, 7 MB. */
const COLUMNS_BYTES = 32 * 1024 * 1024;

/** Days of a series that are read at most, 270 years of them; no bank is that old. */
const WHOLE_SERIES_DAYS = 100_000;

/** A store that answers daily series out of memory once each was read. */
export interface SeriesColumns extends HistoryReads {
  /** Reads every series of the publishers of fixings that is not here yet, one at a time, with room for others in between. */
  readonly readAhead: (snapshot: RateSnapshot) => Promise<void>;
}

/** A whole series, and the number of its source's own commit that it is of. */
interface Held {
  readonly figures: Columns;
  readonly revision: number;
}

interface Columns extends FigureColumns {
  readonly instantsMs: Float64Array;
  readonly rates: Float64Array;
}

/** A published series of a source. */
interface SeriesName {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
}

/**
 * Keeps the daily series of a store in typed arrays, each read whole by one statement and again when its source has another commit.
 * `revisionOf` says which commit of a source is wanted; null where nothing is known of it, and then the store is asked each time.
 */
export function createSeriesColumns(
  store: HistoryReads,
  revisionOf: (source: string) => number | null,
): SeriesColumns {
  const columns = new LRUCache<string, Held>({
    maxSize: COLUMNS_BYTES,
    sizeCalculation: ({ figures }) => 2 * figures.rates.byteLength + 256,
  });
  const heldOf = (name: SeriesName, revision: number): Columns | null => {
    const held = columns.get(keyOf(name));
    return held?.revision === revision ? held.figures : null;
  };
  const readWhole = async (name: SeriesName, revision: number): Promise<Columns | null> => {
    const { source, base, quote } = name;
    const whole = { fromMs: WITHOUT_START_MS, toMs: Number.MAX_SAFE_INTEGER, limit: WHOLE_SERIES_DAYS };
    const { instantsMs, rates } = await store.readSeries({ source, base, quote, ...whole });
    const { rateSources } = await store.readRevisions();
    // What a commit came in between may be of it, or of the one before: it is neither kept nor given.
    if ((rateSources.get(source) ?? 0) !== revision || rates.length === WHOLE_SERIES_DAYS) return null;
    const figures = { instantsMs: Float64Array.from(instantsMs), rates: Float64Array.from(rates) };
    columns.set(keyOf(name), { figures, revision });
    return figures;
  };
  return {
    ...store,
    readSeries: async (span) => {
      const revision = revisionOf(span.source);
      if (revision === null) return store.readSeries(span);
      const whole = heldOf(span, revision) ?? (await readWhole(span, revision));
      return whole ? cut(whole, span) : store.readSeries(span);
    },
    readAhead: async ({ sources }) => {
      for (const { id: source, cadence, pairs } of sources) {
        if (cadence !== 'fixing') continue;
        for (const pair of pairs) {
          const [base = '', quote = ''] = pair.split('/');
          const revision = revisionOf(source);
          const name = { source, base, quote };
          if (revision === null || heldOf(name, revision)) continue;
          await readWhole(name, revision);
          await setImmediate();
        }
      }
    },
  };
}

function keyOf({ source, base, quote }: SeriesName): string {
  return `${source} ${base}/${quote}`;
}

/** The newest figures of a span, as the store's own reading would give them; views, nothing is copied. */
function cut({ instantsMs, rates }: Columns, { fromMs, toMs, limit }: AskedSpan): Columns {
  const end = firstAfter(instantsMs, toMs);
  const start = Math.max(firstAfter(instantsMs, fromMs - 1), end - limit);
  return { instantsMs: instantsMs.subarray(start, end), rates: rates.subarray(start, end) };
}

/** Where the first of ascending instants, whole milliseconds, stands that is after another. */
function firstAfter(instantsMs: Float64Array, instantMs: number): number {
  let low = 0;
  let high = instantsMs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((instantsMs[middle] ?? Infinity) <= instantMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
