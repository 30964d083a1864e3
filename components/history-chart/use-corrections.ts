import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { askIntervalMs, PATIENT } from '#lib/client/asking/ask-interval';
import type { ChartClients } from '#lib/client/history/chart-clients';
import { comparisonQuery } from '#lib/client/rates/queries';
import type { RatesClient } from '#lib/client/rates/rates-client';
import type { ChartModel, ModelLine } from '#lib/format/charts/chart-model';
import {
  correctionsOfDays,
  type CorrectionsOfDays,
  NO_CORRECTIONS,
} from '#lib/format/charts/correction-text';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartPair } from '#lib/client/address/chosen-lines';

/** Corrections are rare; what is new is soon enough when the page is opened again. */
const CORRECTIONS_STALE_MS = 600_000;

function correctionsQuery({ rates, history }: ChartClients, { source, base, quote }: ModelLine) {
  return queryOptions<CorrectionsOfDays>({
    ...PATIENT,
    staleTime: CORRECTIONS_STALE_MS,
    queryKey: ['corrections', source, base, quote],
    queryFn: async ({ client: cache }) => {
      const compare: RatesClient['compare'] = (pair) =>
        cache.fetchQuery({ ...comparisonQuery(rates, pair), staleTime: CORRECTIONS_STALE_MS });
      const pairs = await publishedPairs({ compare }, source, { base, quote });
      const found = await Promise.all(pairs.map((pair) => history.corrections(source, pair)));
      return correctionsOfDays(
        found.flatMap(({ answer }) => (answer.ok ? answer.value : [])),
        pairs,
      );
    },
    refetchInterval: ({ state }) => askIntervalMs(state, false),
  });
}

/**
 * What the banks among the lines corrected, one map a line; asked for once the chart is there. Empty for markets, whose day
 * ends with another quote by nature, for figures of periods, and for what was known on an earlier day.
 */
export function useCorrections(
  clients: ChartClients,
  { lines, period, knownAt }: ChartModel,
): readonly CorrectionsOfDays[] {
  const isOfNow = period === null && knownAt === null;
  return useQueries({
    queries: (isOfNow ? lines : []).map((line) => ({
      ...correctionsQuery(clients, line),
      enabled: line.facts.rhythm.kind === 'fixing',
    })),
    combine: mapsOf,
  });
}

function mapsOf(results: readonly UseQueryResult<CorrectionsOfDays>[]): readonly CorrectionsOfDays[] {
  return results.map(({ data }) => data ?? NO_CORRECTIONS);
}

/** The pairs that a rate of a source is made of now; where it has none now, the pair in both directions. */
async function publishedPairs(
  client: Pick<RatesClient, 'compare'>,
  source: SourceId,
  { base, quote }: ChartPair,
): Promise<readonly ChartPair[]> {
  const { answer } = await client.compare({ from: base, to: quote });
  const found = answer.ok ? answer.value.rates.find((one) => one.source === source) : undefined;
  const legs = found?.provenance.legs.map((leg) => ({ base: leg.base, quote: leg.quote })) ?? [];
  if (legs.length > 0) return legs;
  return [
    { base, quote },
    { base: quote, quote: base },
  ];
}
