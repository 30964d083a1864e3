import { useQuery } from '@tanstack/react-query';
import { ReasonList, ReasonsSkeleton } from '#components/ui/reason-list';
import { comparisonQuery } from '#lib/client/queries';
import type { RatesView } from '#lib/client/rates-address';
import type { ClientError, RatesClient } from '#lib/client/rates-client';
import { noRateReasons } from '#lib/format/no-rate-reasons';

/** Why each source has none, or the one that was asked; the service's own sentence where no source of this page was asked. */
export function WhyNoRates({
  client,
  view: { base, source },
  error,
}: {
  readonly client: RatesClient;
  readonly view: RatesView;
  readonly error: ClientError;
}) {
  const { data, isPending } = useQuery(comparisonQuery(client, { from: base, to: base }));
  if (isPending) return <ReasonsSkeleton />;
  const reasons = data?.answer.ok ? noRateReasons(data.answer.value, source && [source]) : [];
  return reasons.length === 0 ? <p>{error.message}</p> : <ReasonList reasons={reasons} />;
}
