import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/ask-failure';
import type { Received, Transport } from '#lib/client/rates-client';
import {
  type RatesAsked,
  ratesSeriesQuery,
  type ReceivedSeries,
  seriesByCode,
} from '#lib/client/rates-queries';
import type { RateSeriesResponse } from '#lib/contract/responses';

/** What is known of the rows beside their rates. */
export interface SeriesState {
  readonly series: ReadonlyMap<string, ReceivedSeries>;
  /** Why rows in sight have no change, age and source, and how to ask again; null where all have. */
  readonly seriesTrouble: AskTrouble | null;
  readonly retrySeries: () => void;
  /** Says which chunks are on the screen, so that they are asked for. */
  readonly need: (chunks: readonly number[]) => void;
}

/** Change, age and source of the rows in sight, chunk by chunk, and why some have none. */
export function useSeries(
  transport: Transport,
  {
    view,
    chunks,
    first,
  }: {
    readonly view: RatesAsked;
    readonly chunks: readonly (readonly string[])[];
    /** The chunks of the first screen. */
    readonly first: readonly number[];
  },
): SeriesState {
  const { active, need } = useActiveChunks(first, chunks.length);
  const answers = useQueries({
    queries: active.map((index) => ratesSeriesQuery(transport, view, chunks[index] ?? [])),
    combine: answersOf,
  });
  const series = useMemo(
    () => seriesByCode(answers.received, codesWithout(answers, active, chunks)),
    [answers, active, chunks],
  );
  const lacking = answers.errors.find((error, index) => error !== null && !answers.received[index]);
  const queries = useQueryClient();
  return {
    series,
    seriesTrouble: troubleOf(lacking),
    retrySeries: () =>
      void queries.refetchQueries({
        queryKey: ['rates-series'],
        type: 'active',
        predicate: ({ state }) => state.error !== null,
      }),
    need,
  };
}

/** The chunks that are asked for: those of the first screen, and those last needed beside them. */
function useActiveChunks(
  first: readonly number[],
  count: number,
): { readonly active: readonly number[]; readonly need: SeriesState['need'] } {
  const [needed, setNeeded] = useState<readonly number[]>([]);
  const active = useMemo(
    () => [...new Set([...first, ...needed])].filter((index) => index < count),
    [first, needed, count],
  );
  const need = useCallback(
    (indexes: readonly number[]) => {
      // Rows of a table that is about to go ask for chunks that there are none of any more.
      const missing = indexes.filter((index) => index < count && !active.includes(index));
      if (missing.length > 0) setNeeded(indexes);
    },
    [active, count],
  );
  return { active, need };
}

/** What came of the chunks that are asked for, in their order. */
interface SeriesAnswers {
  readonly received: readonly (Received<RateSeriesResponse> | undefined)[];
  readonly errors: readonly (Error | null)[];
}

function answersOf(results: readonly UseQueryResult<Received<RateSeriesResponse>>[]): SeriesAnswers {
  return { received: results.map(({ data }) => data), errors: results.map(({ error }) => error) };
}

/** The codes whose series were asked for and could not be had: what is not on its way must not look as if it were. */
function codesWithout(
  { received, errors }: SeriesAnswers,
  active: readonly number[],
  chunks: readonly (readonly string[])[],
): readonly string[] {
  return active.flatMap((chunk, index) => {
    const answer = received[index]?.answer;
    const isLacking = answer === undefined ? (errors[index] ?? null) !== null : !answer.ok;
    return isLacking ? (chunks[chunk] ?? []) : [];
  });
}
