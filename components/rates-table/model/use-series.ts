import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/asking/ask-failure';
import type { Received } from '#lib/client/rates/rates-client';
import { pastSeries } from '#lib/client/rates/past-series';
import {
  type RatesAsked,
  ratesSeriesQuery,
  type ReceivedSeries,
  seriesByCode,
} from '#lib/client/rates/rates-queries';
import type { RateSeriesResponse, RatesTableResponse } from '#lib/contract/responses';
import { useServed } from '#components/rates-table/served-rates.ts';

/** What is known of the rows beside their rates. */
export interface SeriesState {
  readonly series: ReadonlyMap<string, ReceivedSeries>;
  /** Why rows have no change, age and source, and how to ask again; null where all have. */
  readonly seriesTrouble: AskTrouble | null;
  readonly retrySeries: () => void;
}

const NO_CHUNKS: readonly (readonly string[])[] = [];

/** Change, age and source of the rows, chunk by chunk, and why some have none; those of a day come with its table. */
export function useSeries(
  view: RatesAsked,
  chunks: readonly (readonly string[])[],
  table: Received<RatesTableResponse> | undefined,
): SeriesState {
  const { transport, sources } = useServed();
  const isPast = (view.date ?? null) !== null;
  const past = useMemo(
    () => (isPast && table?.answer.ok ? pastSeries(table.answer.value, table.receivedAtMs, sources) : null),
    [isPast, table, sources],
  );
  const answers = useQueries({
    queries: (isPast ? NO_CHUNKS : chunks).map((codes) => ratesSeriesQuery(transport, view, codes)),
    combine: answersOf,
  });
  const series = useMemo(
    () => seriesByCode(answers.received, isPast ? [] : codesWithout(answers, chunks)),
    [answers, chunks, isPast],
  );
  const lacking = answers.errors.find((error, index) => error !== null && !answers.received[index]);
  const queries = useQueryClient();
  return {
    series: past ?? series,
    seriesTrouble: troubleOf(lacking),
    retrySeries: () =>
      void queries.refetchQueries({
        queryKey: ['rates-series'],
        type: 'active',
        predicate: ({ state }) => state.error !== null,
      }),
  };
}

/** What came of the chunks that are asked for, in their order. */
function answersOf(results: readonly UseQueryResult<Received<RateSeriesResponse>>[]) {
  return { received: results.map(({ data }) => data), errors: results.map(({ error }) => error) };
}

/** The codes whose series were asked for and could not be had: what is not on its way must not look as if it were. */
function codesWithout(
  { received, errors }: ReturnType<typeof answersOf>,
  chunks: readonly (readonly string[])[],
): readonly string[] {
  return chunks.flatMap((codes, index) => {
    const answer = received[index]?.answer;
    const isLacking = answer === undefined ? (errors[index] ?? null) !== null : !answer.ok;
    return isLacking ? codes : [];
  });
}
