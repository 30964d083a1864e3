import type { NoRateReason } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { reasonText } from '#lib/format/no-rate-reasons';

/** Why a source has no current rate of a pair, as the end of a sentence. */
export function WhyMissing({
  source,
  reason,
  pair: { base, quote },
}: {
  readonly source: SourceId;
  readonly reason: NoRateReason;
  readonly pair: { readonly base: string; readonly quote: string };
}) {
  return `: ${reasonText(source, reason, { from: base, to: quote })}`;
}
