import type { LineSources } from './history-queries.ts';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartView } from '#lib/client/address/chart-address';
import { type ChartPair, LINES_MAX } from '#lib/client/address/chosen-lines';

/** One line of a chart: a pair at a source. */
export interface ChartLine extends ChartPair {
  /** Null until it is known who has the pair, and where nobody has it. */
  readonly source: SourceId | null;
  /** Whether nobody has the pair on its own today: the line is what the service answers for each day, and bears the name of its newest point. */
  readonly isMixed?: boolean;
}

/** Who has a pair; undefined while that is not known. */
export type SourcesOf = (pair: ChartPair) => Pick<LineSources, 'sources' | 'mixed'> | undefined;

/** How a line is asked for. */
export function askedOf({ base, quote, source, isMixed }: ChartLine) {
  return { base, quote, source: isMixed ? null : source };
}

/** The pairs of a view, the first one first. */
export function pairsOf({ base, quote, compare }: ChartView): readonly ChartPair[] {
  return [{ base, quote }, ...compare];
}

/** Tells who has a pair by what was found of each of several pairs; undefined where that is not there. */
export function sourcesAmong(
  pairs: readonly ChartPair[],
  found: readonly (Pick<LineSources, 'sources' | 'mixed'> | undefined)[],
): SourcesOf {
  return ({ base, quote }) => found[pairs.findIndex((pair) => pair.base === base && pair.quote === quote)];
}

/**
 * The lines of a view, the first one first. A difference has two: its source, and the one it is measured against. One pair has a line for each chosen source, or for the first that has it.
 * Several pairs have one line each, from the first chosen source where that has the pair and else from the first that has. Where nobody
 * has a pair on its own today, its line is mixed of all, but not that of periods or of what was known once, which are one source's.
 */
export function linesOf(view: ChartView, sourcesOf: SourcesOf): readonly ChartLine[] {
  const { base, quote, sources, compare, against } = view;
  const first = (pair: ChartPair): ChartLine => {
    const having = sourcesOf(pair);
    const isOfOne = view.period !== null || view.knownAt !== null;
    return having?.mixed && !isOfOne
      ? { ...pair, source: having.mixed, isMixed: true }
      : { ...pair, source: having?.sources[0] ?? null };
  };
  if (against !== null) {
    const other =
      sources?.[0] ?? sourcesOf({ base, quote })?.sources.find((source) => source !== against) ?? null;
    return [other, against].map((source) => ({ base, quote, source }));
  }
  if (compare.length === 0) {
    if (!sources || sources.length === 0) return [first({ base, quote })];
    return sources.slice(0, LINES_MAX).map((source) => ({ base, quote, source }));
  }
  const [preferred] = sources ?? [];
  return pairsOf(view).map((pair) => {
    const source = sourcesOf(pair)?.sources.find((one) => one === preferred);
    return source ? { ...pair, source } : first(pair);
  });
}
