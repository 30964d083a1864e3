import type { SourceId } from '#lib/domain/source-id';
import { whyWithout } from '#lib/format/tried-sources';

/** Why a source has no current rate of a pair, from the service's own sentence, as the end of another. */
export function WhyMissing({ source, message }: { readonly source: SourceId; readonly message: string }) {
  return `: ${whyWithout(source, message)}`;
}
