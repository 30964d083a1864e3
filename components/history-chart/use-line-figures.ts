import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { setbackOf } from '#lib/client/asking/ask-interval';
import type { ChartView } from '#lib/client/address/chart-address';
import type { DaySpan } from '#lib/client/address/chart-range';
import type { ChartLine } from '#lib/client/history/chart-lines';
import type { HistoryClient } from '#lib/client/history/history-client';
import { historySeriesQuery, type LineFigures, standInOf } from '#lib/client/history/history-queries';

/**
 * Asks for the figures of each line: `answered` is what the service said, `shown` the answer or what stands in for it while
 * that is on its way or fails, of the days of `shownSpan`; both are undefined where there are none yet.
 */
export function useLineFigures(
  history: HistoryClient,
  asked: {
    readonly lines: readonly ChartLine[];
    readonly view: Pick<ChartView, 'period' | 'knownAt'>;
    readonly span: DaySpan;
  },
) {
  const { lines, view, span } = asked;
  const cache = useQueryClient();
  const { fromDay, toDay } = span;
  const { period, knownAt } = view;
  const { found: answered, ...asking } = useQueries({
    queries: lines.map((line) => ({
      ...historySeriesQuery(history, { ...line, period, knownAt, fromDay, toDay }),
      enabled: line.source !== null,
    })),
    combine: combined<LineFigures>,
  });
  const what = useMemo(() => {
    const shown = lines.map(
      (line, place) =>
        answered[place] ?? standInOf(cache, history, { ...line, period, knownAt, fromDay, toDay }),
    );
    const other = shown.find((one) => one && (one.span.fromDay !== fromDay || one.span.toDay !== toDay));
    return { shown, shownSpan: other?.span ?? { fromDay, toDay }, isStandIn: other !== undefined };
  }, [cache, history, lines, answered, period, knownAt, fromDay, toDay]);
  return { answered, ...what, ...asking };
}

/** What several queries of a kind found, and what keeps newer answers away. */
export function combined<T>(results: readonly UseQueryResult<T>[]) {
  return {
    found: results.map(({ data }) => data),
    setback: setbackOf(results),
    refetch: () => results.forEach((one) => void one.refetch()),
  };
}
