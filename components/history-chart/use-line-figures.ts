import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AskSetback, setbackOf } from '#lib/client/asking/ask-interval';
import type { ChartView } from '#lib/client/address/chart-address';
import type { DaySpan } from '#lib/client/address/chart-range';
import type { ChartLine } from '#lib/client/history/chart-lines';
import type { HistoryClient } from '#lib/client/history/history-client';
import { historySeriesQuery, type LineFigures, standInOf } from '#lib/client/history/history-queries';

/** The answer about a line, or what stands in for it; undefined while there is neither. */
export type FoundFigures = LineFigures | undefined;

/** Which lines are shown, of which days, of what their points are made, and when that was known. */
interface LinesAsked {
  readonly lines: readonly ChartLine[];
  readonly view: Pick<ChartView, 'period' | 'knownAt'>;
  readonly span: DaySpan;
}

/** The figures of each line. */
export interface LinesFigures {
  /** What the service answered. */
  readonly answered: readonly FoundFigures[];
  /** What there is to show. */
  readonly found: readonly FoundFigures[];
  readonly shownSpan: DaySpan;
  /** Whether another range is shown than the one that was asked for. */
  readonly isStandIn: boolean;
  readonly setback: AskSetback | null;
  readonly refetch: () => void;
}

/** Asks for the figures of each line. */
export function useLineFigures(history: HistoryClient, asked: LinesAsked): LinesFigures {
  const { lines, span, view } = asked;
  const { period, knownAt } = view;
  const { answered, setback, refetch } = useQueries({
    queries: lines.map((line) => ({
      ...historySeriesQuery(history, { ...line, period, knownAt, ...span }),
      enabled: line.source !== null,
    })),
    combine: combined,
  });
  return { answered, setback, refetch, ...useShownLines(answered, history, asked) };
}

function combined(results: readonly UseQueryResult<LineFigures>[]) {
  return {
    answered: results.map(({ data }) => data),
    setback: setbackOf(results),
    refetch: () => results.forEach((one) => void one.refetch()),
  };
}

/** What there is to show of each line: its answer, else what stands in for it while that is on its way or fails. */
function useShownLines(
  answered: readonly FoundFigures[],
  history: HistoryClient,
  asked: LinesAsked,
): { readonly found: readonly FoundFigures[]; readonly shownSpan: DaySpan; readonly isStandIn: boolean } {
  const cache = useQueryClient();
  const { lines } = asked;
  const { fromDay, toDay } = asked.span;
  const { period, knownAt } = asked.view;
  return useMemo(() => {
    const found = lines.map(
      (line, place) =>
        answered[place] ?? standInOf(cache, history, { ...line, period, knownAt, fromDay, toDay }),
    );
    const other = found.find((one) => one && (one.span.fromDay !== fromDay || one.span.toDay !== toDay));
    return { found, shownSpan: other?.span ?? { fromDay, toDay }, isStandIn: other !== undefined };
  }, [cache, history, lines, answered, period, knownAt, fromDay, toDay]);
}
