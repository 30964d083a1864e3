import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { askIntervalMs, PATIENT } from '#lib/client/asking/ask-interval';
import type { ChartPair } from '#lib/client/address/chosen-lines';
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

function correctionsQuery({ history }: ChartClients, { source, base, quote }: PublishedPair) {
  return queryOptions<Received<readonly CorrectedFigure[]>>({
    ...PATIENT,
    staleTime: CORRECTIONS_STALE_MS,
    queryKey: ['corrections', source, base, quote],
    queryFn: () => history.corrections(source, { base, quote }),
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
  const comparisons = useQueries({
    queries: lines.map((line) => ({
      ...comparisonQuery(clients.rates, { from: line.base, to: line.quote }),
      refetchInterval: false as const,
      staleTime: CORRECTIONS_STALE_MS,
      enabled: isOfNow && hasFixings(line),
    })),
    combine: answersOf<PairComparisonWithReasons>,
  });
  const pairs = useMemo(
    () =>
      lines.map((line, place) =>
        isOfNow && hasFixings(line) ? publishedPairs(line, comparisons[place] ?? null) : [],
      ),
    [lines, comparisons, isOfNow],
  );
  const asked = useMemo(() => pairs.flat(), [pairs]);
  const revisions = useQueries({
    queries: asked.map((pair) => correctionsQuery(clients, pair)),
    combine: answersOf<readonly CorrectedFigure[]>,
  });
  return useMemo(
    () =>
      pairs.map((ofLine) => {
        const found = ofLine.flatMap((pair) => revisions[asked.indexOf(pair)] ?? []);
        return found.length === 0 ? NO_CORRECTIONS : correctionsOfDays(found, ofLine);
      }),
    [pairs, asked, revisions],
  );
}

/** A market's days are corrected by nature. */
function hasFixings({ facts }: ModelLine): boolean {
  return facts.rhythm.kind === 'fixing';
}

/** A pair as its source publishes it. */
interface PublishedPair extends ChartPair {
  readonly source: SourceId;
}

/** The pairs that a line is made of, as its source publishes them; none before that is known. */
function publishedPairs(
  { base, quote, source }: ModelLine,
  comparison: PairComparisonWithReasons | null,
): readonly PublishedPair[] {
  if (comparison === null) return [];
  const legs = comparison.rates.find((one) => one.source === source)?.provenance.legs ?? [];
  if (legs.length > 0) return legs.map((leg) => ({ source, base: leg.base, quote: leg.quote }));
  return [
    { source, base, quote },
    { source, base: quote, quote: base },
  ];
}

function answersOf<T>(results: readonly UseQueryResult<Received<T>>[]): readonly (T | null)[] {
  return results.map(({ data }) => (data?.answer.ok ? data.answer.value : null));
}
