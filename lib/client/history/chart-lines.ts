import type { SourceId } from '#lib/domain/source-id';
import type { ChartView } from '#lib/client/address/chart-address';
import { type ChartPair, LINES_MAX } from '#lib/client/address/chosen-lines';

/** One line of a chart: a pair at a source. */
export interface ChartLine extends ChartPair {
  /** Null until it is known who has the pair, and where nobody has it. */
  readonly source: SourceId | null;
}

/** Who has a pair, in priority order; undefined while that is not known. */
export type SourcesOf = (pair: ChartPair) => readonly SourceId[] | undefined;

/** The pairs of a view, the first one first. */
export function pairsOf({ base, quote, compare }: ChartView): readonly ChartPair[] {
  return [{ base, quote }, ...compare];
}

/** Tells who has a pair by what was found of each of several pairs; undefined where that is not there. */
export function sourcesAmong(
  pairs: readonly ChartPair[],
  found: readonly ({ readonly sources: readonly SourceId[] } | undefined)[],
): SourcesOf {
  return ({ base, quote }) =>
    found[pairs.findIndex((pair) => pair.base === base && pair.quote === quote)]?.sources;
}

/**
 * The lines of a view, the first one first. A difference has two: its source, and the one it is measured against. One pair has a line for each chosen source, or for the first that has it.
 * Several pairs have one line each, from the first chosen source where that has the pair and else from the first that has.
 */
export function linesOf(view: ChartView, sourcesOf: SourcesOf): readonly ChartLine[] {
  const { base, quote, sources, compare, against } = view;
  if (against !== null) {
    const other = sources?.[0] ?? sourcesOf({ base, quote })?.find((source) => source !== against) ?? null;
    return [other, against].map((source) => ({ base, quote, source }));
  }
  if (compare.length === 0) {
    const chosen = sources ?? sourcesOf({ base, quote })?.slice(0, 1) ?? [];
    if (chosen.length === 0) return [{ base, quote, source: null }];
    return chosen.slice(0, LINES_MAX).map((source) => ({ base, quote, source }));
  }
  const [preferred] = sources ?? [];
  return pairsOf(view).map((pair) => {
    const having = sourcesOf(pair);
    const source = having?.find((one) => one === preferred) ?? having?.[0] ?? null;
    return { base: pair.base, quote: pair.quote, source };
  });
}
