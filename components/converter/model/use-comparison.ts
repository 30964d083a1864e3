import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useServed } from '#components/frame/page-root';
import { type AskTrouble, troubleOf } from '#lib/client/asking/ask-failure';
import { comparisonQuery } from '#lib/client/rates/queries';
import type { Received } from '#lib/client/asking/ask';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import type { PairComparisonWithReasons } from '#lib/contract/responses';
import type { ShownPair } from './shown-pair.ts';

/** A pair at every source, side by side. */
export interface SourceComparison {
  /** Null while it is on its way, and where it could not be had. */
  readonly answer: PairComparisonWithReasons | null;
  /** Why there is none. */
  readonly trouble: AskTrouble | null;
  readonly retry: () => void;
}

/** Asks every source for the pair, in one request. The same object until something of it changes. */
export function useComparison(pair: Omit<ShownPair, 'source'>): SourceComparison {
  const { client } = useServed();
  const { data, error, refetch } = useQuery(comparisonQuery(client, pair));
  const retry = useStableCall(() => void refetch());
  return useMemo(
    () => ({
      answer: data?.answer.ok ? data.answer.value : null,
      trouble: data === undefined ? troubleOf(error) : refusalOf(data),
      retry,
    }),
    [data, error, retry],
  );
}

/** The service has an answer for every pair of the list; what it says instead is trouble of its own. */
function refusalOf({ answer }: Received<PairComparisonWithReasons>): AskTrouble | null {
  return answer.ok ? null : { kind: 'fault', requestId: answer.error.requestId };
}
