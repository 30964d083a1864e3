import type { SourceId } from '#lib/domain/source-id';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import type { RatesClient } from '#lib/client/rates/rates-client';

/** The pairs that a rate of a source is made of now; where it has none now, the pair in both directions. */
export async function publishedPairs(
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
