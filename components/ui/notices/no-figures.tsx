import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/buttons/button';
import { Skeleton } from '#components/ui/skeleton';
import { comparisonQuery } from '#lib/client/rates/queries';
import type { ClientError, RatesClient } from '#lib/client/rates/rates-client';
import type { SourceId } from '#lib/domain/source-id';
import { noRateReasons, noReasonsText } from '#lib/format/rates/no-rate-reasons';
import { Blank } from './blank.tsx';

/** Where the whole service has no figures: how they come. */
export function NoFigures({ error }: { readonly error: ClientError }) {
  return (
    <Blank title="There are no figures yet" failure={error}>
      <p>They come by themselves once a source answers. To load history from a publisher’s own file:</p>
      <pre className="mt-3 whitespace-pre-wrap rounded-control bg-sunken p-3 font-mono text-sm text-text">
        npm run import -- --source ecb --file eurofxref-hist.zip
      </pre>
    </Blank>
  );
}

/** Whether figures come back by themselves: what has them is late, held or not there yet. */
export function isMissingNow(error: ClientError | null): boolean {
  return error?.code === 'source_unavailable';
}

/** The way to what the service knows of its sources. */
export function SourcesLink({ error }: { readonly error: ClientError }) {
  return (
    <ButtonLink look="line" href="/status">
      {isMissingNow(error) ? 'See what is wrong' : 'See the sources'}
    </ButtonLink>
  );
}

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
  readonly pair: { readonly from: string; readonly to: string };
  readonly chosen: readonly SourceId[] | null;
  readonly missing?: 'rate' | 'history';
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
