import type { NoRateReason } from '#lib/contract/responses';
import { reasonText } from '#lib/format/rates/no-rate-reasons';

/** Why a source has no current rate for a pair, as the end of a sentence. */
export function WhyMissing({
  reason,
  pair: { base, quote },
}: {
  readonly reason: NoRateReason;
  readonly pair: { readonly base: string; readonly quote: string };
}) {
  return `: ${reasonText(reason, { from: base, to: quote })}`;
}
