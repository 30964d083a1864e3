import type { Observation } from '#lib/domain/rates/observation';

/** Observations as columns: row i is of pair `series[seriesIndexes[i]]`. A quarter of the memory of as many objects. */
export interface FixingColumns {
  /** Every pair that has a row, in the order of its first. */
  readonly series: readonly { readonly base: string; readonly quote: string }[];
  readonly seriesIndexes: Uint32Array;
  readonly instantsMs: Float64Array;
  /** One unit of base in quote, as published. */
  readonly rates: Float64Array;
}

/** Columns that grow row by row. */
export interface GrowingColumns {
  /** Appends a row and gives its number; `seriesIndex` is {@link GrowingColumns.seriesOf} of its pair. */
  readonly add: (seriesIndex: number, instantMs: number, rate: number) => number;
  /** Where a new pair stands among the series. */
  readonly seriesOf: (base: string, quote: string) => number;
  readonly rateOf: (row: number) => number;
  /** The columns without the rows named, and without pairs that have no row then. Asked once; nothing is added after. */
  readonly finish: (without: ReadonlySet<number>) => FixingColumns;
}

const FIRST_ROWS = 64;

/**
 * Columns of no row yet. They grow and are cut by transfer, which gives the memory before back at once: left to the
 * collector, each size that a history grows through would stay for a while.
 */
export function createFixingColumns(): GrowingColumns {
  const series: { readonly base: string; readonly quote: string }[] = [];
  let seriesIndexes = new Uint32Array(FIRST_ROWS);
  let instantsMs = new Float64Array(FIRST_ROWS);
  let rates = new Float64Array(FIRST_ROWS);
  let rows = 0;

  function resize(capacity: number): void {
    seriesIndexes = new Uint32Array(
      seriesIndexes.buffer.transfer(capacity * seriesIndexes.BYTES_PER_ELEMENT),
    );
    instantsMs = new Float64Array(instantsMs.buffer.transfer(capacity * instantsMs.BYTES_PER_ELEMENT));
    rates = new Float64Array(rates.buffer.transfer(capacity * rates.BYTES_PER_ELEMENT));
  }

  return {
    add: (seriesIndex, instantMs, rate) => {
      if (rows === rates.length) resize(2 * rows);
      seriesIndexes[rows] = seriesIndex;
      instantsMs[rows] = instantMs;
      rates[rows] = rate;
      rows += 1;
      return rows - 1;
    },
    seriesOf: (base, quote) => series.push({ base, quote }) - 1,
    rateOf: (row) => rates[row] ?? Number.NaN,
    finish: (without) => {
      resize(rows);
      const whole = { series, seriesIndexes, instantsMs, rates };
      return without.size === 0 ? whole : withoutRows(whole, without);
    },
  };
}

/** The rows of columns as observations, in their order; figures of one instant share it. */
export function observationsOf(columns: FixingColumns): readonly Observation[] {
  const instants = new Map<number, Date>();
  return Array.from(columns.rates, (_, row) => sharingInstant(columns, row, instants));
}

/** One series of columns: its row numbers in the order of time, and the observations that stand there. */
export interface SeriesRows {
  readonly rows: Uint32Array;
  readonly observations: readonly Observation[];
}

/** The series one after the other, each made only when it is asked for. */
export function* seriesRows(columns: FixingColumns): Generator<SeriesRows> {
  const instants = new Map<number, Date>();
  for (const unordered of rowsBySeries(columns)) {
    const rows = ascending(unordered, columns.instantsMs);
    yield { rows, observations: Array.from(rows, (row) => sharingInstant(columns, row, instants)) };
  }
}

/** An observation that shares its instant with those of other series: a history has 30 times as many figures as days. */
function sharingInstant(columns: FixingColumns, row: number, instants: Map<number, Date>): Observation {
  const { base = '', quote = '' } = columns.series[columns.seriesIndexes[row] ?? -1] ?? {};
  const atMs = columns.instantsMs[row] ?? Number.NaN;
  const observedAt = instants.get(atMs) ?? new Date(atMs);
  instants.set(atMs, observedAt);
  return { base, quote, rate: columns.rates[row] ?? Number.NaN, observedAt };
}

/** Publishers write a series in the order of time or against it, and then nothing needs sorting. */
function ascending(rows: Uint32Array, instantsMs: Float64Array): Uint32Array {
  if (isAscending(rows, instantsMs)) return rows;
  rows.reverse();
  if (isAscending(rows, instantsMs)) return rows;
  return rows.sort((one, other) => (instantsMs[one] ?? 0) - (instantsMs[other] ?? 0));
}

function isAscending(rows: Uint32Array, instantsMs: Float64Array): boolean {
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const instantMs = instantsMs[row] ?? Number.NaN;
    if (instantMs < newestMs) return false;
    newestMs = instantMs;
  }
  return true;
}

function rowsBySeries({ series, seriesIndexes }: FixingColumns): readonly Uint32Array[] {
  const counts = new Uint32Array(series.length);
  for (const index of seriesIndexes) counts[index] = (counts[index] ?? 0) + 1;
  const rowsOf = Array.from(counts, (count) => new Uint32Array(count));
  const filled = new Uint32Array(series.length);
  for (const [row, index] of seriesIndexes.entries()) {
    const place = filled[index] ?? 0;
    const rows = rowsOf[index];
    if (rows !== undefined) rows[place] = row;
    filled[index] = place + 1;
  }
  return rowsOf;
}

/** Columns without some rows, and without pairs that have no row then. */
export function withoutRows(columns: FixingColumns, without: ReadonlySet<number>): FixingColumns {
  const kept = createFixingColumns();
  const indexOf = new Map<number, number>();
  for (const [row, rate] of columns.rates.entries()) {
    if (without.has(row)) continue;
    const index = columns.seriesIndexes[row] ?? -1;
    let keptIndex = indexOf.get(index);
    if (keptIndex === undefined) {
      const { base = '', quote = '' } = columns.series[index] ?? {};
      keptIndex = kept.seriesOf(base, quote);
      indexOf.set(index, keptIndex);
    }
    kept.add(keptIndex, columns.instantsMs[row] ?? Number.NaN, rate);
  }
  return kept.finish(new Set());
}
