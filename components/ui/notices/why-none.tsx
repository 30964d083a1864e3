import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton';
import { comparisonQuery } from '#lib/client/rates/queries';
import type { PairQuery, RatesClient } from '#lib/client/rates/rates-client';
import type { SourceId } from '#lib/domain/source-id';
import { type Missing, noRateReasons, noReasonsText } from '#lib/format/rates/no-rate-reasons';

/** Why the sources have nothing of a pair, or those that were chosen: `lead` of how many, then each reason once. */
export function WhyNone({
  client,
  pair,
  chosen,
  missing = 'rate',
  lead,
  unknown = null,
}: {
  readonly client: RatesClient;
  /** A currency and itself ask for the currency alone. */
  readonly pair: Omit<PairQuery, 'source'>;
  readonly chosen: readonly SourceId[] | null;
  readonly missing?: Missing;
  readonly lead?: (count: number) => ReactNode;
  /** In the place of reasons when there are none; without it, that they could not be loaded. */
  readonly unknown?: ReactNode;
}) {
  const { data, isPending } = useQuery(comparisonQuery(client, pair));
  if (isPending) {
    return (
      <p aria-busy="true" className="mt-3 border-t border-line py-1.75">
        <Skeleton width="40ch" />
      </p>
    );
  }
  const comparison = data?.answer.ok ? data.answer.value : null;
  const reasons = comparison === null ? [] : noRateReasons(comparison, chosen, missing);
  if (reasons.length === 0) return unknown ?? <p>{noReasonsText(comparison, chosen)}</p>;
  const isAnyShared = reasons.some(({ sources }) => sources.length > 1);
  return (
    <>
      {lead?.(reasons.flatMap(({ sources }) => sources).length)}
      <ul className="mt-3">
        {reasons.map(({ who, why }) => (
          <li key={who} className="flex flex-wrap gap-x-3 border-t border-line py-1.75">
            <span className={`font-medium text-text ${isAnyShared ? 'w-full' : 'w-44'}`}>{who}</span>
            <span className="min-w-0 flex-1 basis-56">{why}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
