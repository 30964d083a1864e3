import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AskSetback, setbackOf } from '#lib/client/asking/ask-interval';
import type { ChartView } from '#lib/client/address/chart-address';
import type { DaySpan } from '#lib/client/address/chart-range';
import type { ChartLine } from '#lib/client/history/chart-lines';
import type { HistoryClient } from '#lib/client/history/history-client';
import { historySeriesQuery, type LineFigures, standInOf } from '#lib/client/history/history-queries';

/** Which lines are shown, of which days, of what their points are made, and when that was known. */
interface LinesAsked {
  readonly lines: readonly ChartLine[];
  readonly view: Pick<ChartView, 'period' | 'knownAt'>;
  readonly span: DaySpan;
}

/** The figures of each line; undefined where there are none yet. */
export interface LinesFigures {
  /** What the service answered. */
  readonly answered: readonly (LineFigures | undefined)[];
  /** What there is to show: the answer, else what stands in for it while that is on its way or fails. */
  readonly shown: readonly (LineFigures | undefined)[];
  readonly shownSpan: DaySpan;
  /** Whether another range is shown than the one that was asked for. */
  readonly isStandIn: boolean;
  readonly setback: AskSetback | null;
  readonly refetch: () => void;
}

/** Asks for the figures of each line. */
export function useLineFigures(history: HistoryClient, { lines, view, span }: LinesAsked): LinesFigures {
  const cache = useQueryClient();
  const { fromDay, toDay } = span;
  const { period, knownAt } = view;
  const { found, ...asking } = useQueries({
    queries: lines.map((line) => ({
      ...historySeriesQuery(history, { ...line, period, knownAt, fromDay, toDay }),
      enabled: line.source !== null,
    })),
    combine: combined<LineFigures>,
  });
  const what = useMemo(() => {
    const shown = lines.map(
      (line, place) =>
        found[place] ?? standInOf(cache, history, { ...line, period, knownAt, fromDay, toDay }),
    );
    const other = shown.find((one) => one && (one.span.fromDay !== fromDay || one.span.toDay !== toDay));
    return { shown, shownSpan: other?.span ?? { fromDay, toDay }, isStandIn: other !== undefined };
  }, [cache, history, lines, found, period, knownAt, fromDay, toDay]);
  return { answered: found, ...what, ...asking };
}

/** What several queries of a kind found, and what keeps newer answers away. */
export function combined<T>(results: readonly UseQueryResult<T>[]) {
  return {
    found: results.map(({ data }) => data),
    setback: setbackOf(results),
    refetch: () => results.forEach((one) => void one.refetch()),
  };
}
