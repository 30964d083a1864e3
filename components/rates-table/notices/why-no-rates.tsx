import { useQuery } from '@tanstack/react-query';
import { ReasonList, ReasonsSkeleton } from '#components/ui/notices/reason-list';
import { comparisonQuery } from '#lib/client/rates/queries';
import type { RatesView } from '#lib/client/address/rates-address';
import type { RatesClient } from '#lib/client/rates/rates-client';
import { noRateReasons, noReasonsText } from '#lib/format/rates/no-rate-reasons';

/** Why each source has none, or the one that was asked. */
export function WhyNoRates({
  client,
  view: { base, source },
}: {
  readonly client: RatesClient;
  readonly view: RatesView;
}) {
  const { data, isPending } = useQuery(comparisonQuery(client, { from: base, to: base }));
  if (isPending) return <ReasonsSkeleton />;
  const chosen = source && [source];
  const comparison = data?.answer.ok ? data.answer.value : null;
  const reasons = comparison ? noRateReasons(comparison, chosen) : [];
  return reasons.length === 0 ? <p>{noReasonsText(comparison, chosen)}</p> : <ReasonList reasons={reasons} />;
}
