import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/ask-failure';
import { comparisonQuery } from '#lib/client/queries';
import type { RatesClient } from '#lib/client/rates-client';
import { useStableCall } from '#lib/client/use-stable-call';
import type { PairComparison } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';

/** A pair at every source, side by side. */
export interface SourceComparison {
  /** The sources that are enabled here, in priority order: the rows, before the answer is there. */
  readonly sources: readonly SourceId[];
  /** Null while it is on its way, and where it could not be had. */
  readonly answer: PairComparison | null;
  /** Why there is none. */
  readonly trouble: AskTrouble | null;
  readonly retry: () => void;
}

/** Asks every source for the pair, in one request. The same object until something of it changes. */
export function useComparison(
  client: RatesClient,
  pair: { readonly from: string; readonly to: string },
  sources: readonly SourceId[],
): SourceComparison {
  const { data, error, refetch } = useQuery(comparisonQuery(client, pair));
  const retry = useStableCall(() => void refetch());
  return useMemo(
    () => ({
      sources,
      answer: data?.answer.ok ? data.answer.value : null,
      trouble: data === undefined ? troubleOf(error) : null,
      retry,
    }),
    [sources, data, error, retry],
  );
}
