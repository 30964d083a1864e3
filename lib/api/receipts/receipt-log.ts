import type { ReceiptContent, ReceiptLeg, ReceiptLog } from '#lib/domain/receipts/receipt';
import { isEntryOf } from '#lib/domain/receipts/receipt-log';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Store } from '#lib/store/store';

/**
 * Which figures of a receipt the newest checkpoint proves, as they were known at `knownAtMs` (epoch milliseconds), of the sources
 * that are `logged`; null where it proves none, as for a minute after a figure came. Rejects where the database cannot be read.
 */
export async function receiptLog(
  reads: Pick<Store, 'readInclusionProofs'>,
  { legs }: Pick<ReceiptContent, 'legs'>,
  { logged: sources, knownAtMs }: { readonly logged: ReadonlySet<string>; readonly knownAtMs: number },
): Promise<ReceiptLog | null> {
  const logged = legs.flatMap((leg, place) => (sources.has(leg.source) ? [{ leg, place }] : []));
  if (logged.length === 0) return null;
  const proven = await reads.readInclusionProofs(logged.map(({ leg }) => askedFigure(leg, knownAtMs)));
  const entries = logged.flatMap(({ leg, place }, position) => {
    const found = proven?.proofs[position];
    // A figure that was corrected since the answer was made has a later entry, which is not its own.
    if (!found || !isEntryOf(found.leaf, leg)) return [];
    const { index, text, proof } = found;
    return [{ leg: place, index, text, proof: proof.map((hash) => Buffer.from(hash).toString('base64')) }];
  });
  return proven && entries.length > 0 ? { checkpoint: proven.head.note, entries } : null;
}

function askedFigure({ source, base, quote, observedAt }: ReceiptLeg, knownAtMs: number) {
  return { source, base, quote, observedAtMs: Date.parse(observedAt), knownAtMs };
}

/** The enabled sources whose figures are in the log: those that publish once a period. */
export function loggedSources({ sources }: RateSnapshot): ReadonlySet<string> {
  return new Set(sources.flatMap(({ id, cadence }) => (cadence === 'fixing' ? [id] : [])));
}
