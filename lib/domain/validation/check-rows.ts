import { brokenFigureRule, checkPair, figureRate, type PublishedPair } from './figure-rules.ts';
import { createFixingColumns, type FixingColumns } from './fixing-columns.ts';
import type { Rejection, RowRule } from './rules.ts';

/** A row of a publisher's document, before any check. */
interface PublishedRow {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
}

/** Two codes looked up once; the ordinal counts the document's pairs. */
export interface KnownPair extends PublishedPair {
  readonly brokenRule: RowRule | null;
  readonly ordinal: number;
}

/** Where a row belongs. */
export interface RowPlace {
  readonly instantMs: number;
  /** The numbers of the rows that are kept for this day or poll, by the pair's ordinal: one figure a pair counts. */
  readonly kept: (number | undefined)[];
}

/** What differs between documents of fixings, of live quotes and of a market's days. */
export interface RowKind<Row> {
  /** Where a row belongs, or the rule that its time breaks. Asked of rows whose figure and pair are sound. */
  readonly placeOf: (row: Row, pair: KnownPair) => RowPlace | RowRule;
  /** A row's time as its document states it, with a space after it; empty where it states none. */
  readonly timeText: (row: Row) => string;
}

/** The rows of a document that passed, as columns in its order, and what was refused. */
export interface CheckedRows {
  readonly accepted: FixingColumns;
  readonly rejected: readonly Rejection[];
}

/** A document while its rows are checked. */
export interface RowCheck<Row> {
  /** Checks the next row; its number where it is kept and states something new, else null. */
  readonly check: (row: Row) => number | null;
  /** What became of the rows, asked once after the last one; `contradicted` are numbers of kept rows that do not count after all. */
  readonly close: () => CheckedRows & { readonly contradicted: ReadonlySet<number> };
  /** How many pairs the document has, and the ordinals of those of which a rule refused a figure. */
  readonly pairCount: () => number;
  readonly refusedPairs: (rule: RowRule) => ReadonlySet<number>;
}

/**
 * Opens the check of **one document** by itself, before anything is stored. Its rows come one by one and are not kept: a history of
 * 200,000 figures costs the columns of those that pass. Never throws; a refused row never costs the others. An exact repetition
 * counts once; two different figures under one identity are both refused, for which of them is meant is unknown.
 */
export function openRowCheck<Row extends PublishedRow>({ placeOf, timeText }: RowKind<Row>): RowCheck<Row> {
  const pairOf = createPairs();
  const columns = createFixingColumns();
  const seriesIndexes: (number | undefined)[] = [];
  const rejected: Rejection[] = [];
  const refusedPairs = new Map<RowRule, Set<number>>();
  const contradicted = new Set<number>();

  function refuse(rule: RowRule, row: Row, figure: string = row.rate): void {
    rejected.push({ rule, detail: `${timeText(row)}${row.base}/${row.quote} "${figure}"` });
  }

  function check(row: Row): number | null {
    const pair = pairOf.pair(row.base, row.quote);
    const rate = figureRate(row.rate);
    const place = brokenFigureRule(rate, row.rate) ?? pair.brokenRule ?? placeOf(row, pair);
    if (typeof place === 'string') {
      refuse(place, row);
      refusedPairs.set(place, (refusedPairs.get(place) ?? new Set()).add(pair.ordinal));
      return null;
    }
    const earlier = place.kept[pair.ordinal];
    if (earlier === undefined) {
      const index = (seriesIndexes[pair.ordinal] ??= columns.seriesOf(row.base, row.quote));
      return (place.kept[pair.ordinal] = columns.add(index, place.instantMs, rate));
    }
    if (columns.rateOf(earlier) !== rate) {
      if (!contradicted.has(earlier)) refuse('duplicate', row, String(columns.rateOf(earlier)));
      refuse('duplicate', row);
      contradicted.add(earlier);
    }
    return null;
  }

  return {
    check,
    close: () => ({ accepted: columns.finish(contradicted), rejected, contradicted }),
    pairCount: pairOf.count,
    refusedPairs: (rule) => refusedPairs.get(rule) ?? new Set(),
  };
}

/** Looks each pair of a document up once: a history has 41 of them in 200,000 rows. */
function createPairs() {
  const pairsByBase = new Map<string, Map<string, KnownPair>>();
  let count = 0;
  return {
    count: () => count,
    pair: (base: string, quote: string): KnownPair => {
      const byQuote = pairsByBase.get(base) ?? new Map<string, KnownPair>();
      const known = byQuote.get(quote);
      if (known !== undefined) return known;
      const fresh = { ...checkPair(base, quote), ordinal: count };
      count += 1;
      pairsByBase.set(base, byQuote.set(quote, fresh));
      return fresh;
    },
  };
}
