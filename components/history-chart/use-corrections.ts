import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askIntervalMs, PATIENT } from '#lib/client/asking/ask-interval';
import type { ChartClients } from '#lib/client/history/chart-clients';
import type { Received } from '#lib/client/rates/rates-client';
import { comparisonQuery } from '#lib/client/rates/queries';
import type { PairComparisonWithReasons, CorrectedFigure } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartModel, ModelLine } from '#lib/format/charts/chart-model';
import {
  correctionsOfDays,
  type CorrectionsOfDays,
  NO_CORRECTIONS,
} from '#lib/format/charts/correction-text';

/** Corrections are rare; what is new is soon enough when the page is opened again. */
const CORRECTIONS_STALE_MS = 600_000;

function correctionsQuery({ history }: ChartClients, source: SourceId) {
  return queryOptions<Received<readonly CorrectedFigure[]>>({
    ...PATIENT,
    staleTime: CORRECTIONS_STALE_MS,
    queryKey: ['corrections', source],
    queryFn: () => history.corrections(source),
    refetchInterval: ({ state }) => askIntervalMs(state, false),
  });
}

/**
 * What the banks among the lines corrected, one map a line; asked for once the chart is there. Empty for markets, whose day
 * ends with another quote by nature, for figures of periods, and for what was known on an earlier day.
 */
export function useCorrections(clients: ChartClients, model: ChartModel): readonly CorrectionsOfDays[] {
  const { lines } = model;
  const isOfNow = model.period === null && model.knownAt === null;
  const isMarked = (line: ModelLine) => isOfNow && line.facts.rhythm.kind === 'fixing';
  const revisions = useQueries({
    queries: lines.map((line) => ({
      ...correctionsQuery(clients, line.source),
      enabled: isMarked(line),
    })),
    combine: answersOf<readonly CorrectedFigure[]>,
  });
  const comparisons = useQueries({
    queries: lines.map((line, place) => ({
      ...comparisonQuery(clients.rates, { from: line.base, to: line.quote }),
      // Nothing has to be told apart where nothing was corrected.
      enabled: isMarked(line) && (revisions[place]?.length ?? 0) > 0,
    })),
    combine: answersOf<PairComparisonWithReasons>,
  });
  return useMemo(
    () =>
      lines.map((line, place) => {
        const found = revisions[place];
        if (!found || found.length === 0 || !isOfNow) return NO_CORRECTIONS;
        return correctionsOfDays(found, publishedPairs(line, comparisons[place] ?? null));
      }),
    [lines, revisions, comparisons, isOfNow],
  );
}

/** The pairs that a line is made of, as its source publishes them. */
function publishedPairs({ base, quote, source }: ModelLine, comparison: PairComparisonWithReasons | null) {
  const legs = comparison?.rates.find((one) => one.source === source)?.provenance.legs ?? [];
  return [{ base, quote }, { base: quote, quote: base }, ...legs];
}

function answersOf<T>(results: readonly UseQueryResult<Received<T>>[]): readonly (T | null)[] {
  return results.map(({ data }) => (data?.answer.ok ? data.answer.value : null));
}
