import type { ReceiptLeg, ReceiptLog, ReceiptLogEntry } from '#lib/domain/receipts/receipt';
import { isEntryOf, type LoggedFigures } from '#lib/domain/receipts/receipt-log';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { FigureProofs } from '#lib/store/log/figure-proof';
import type { Store } from '#lib/store/store';

/** What the newest checkpoint proves of a receipt's figures. */
export interface ProvenReceipt {
  /** Null where it proves none, as for a minute after a figure came. */
  readonly log: ReceiptLog | null;
  /** Whether nothing is left that a later checkpoint could prove. */
  readonly isWhole: boolean;
}

/**
 * Proves the figures of a receipt, as they were known at an instant, of the sources that are `logged`. Rejects where the database
 * cannot be read.
 */
export async function proveReceipt(
  reads: Pick<Store, 'readInclusionProofs'>,
  { legs, knownAtMs }: LoggedFigures,
  sources: ReadonlySet<string>,
): Promise<ProvenReceipt> {
  const logged = legs.flatMap((leg, place) => (sources.has(leg.source) ? [{ leg, place }] : []));
  if (logged.length === 0) return { log: null, isWhole: true };
  const proven = await soundProofs(
    reads,
    logged.map(({ leg }) => askedFigure(leg, knownAtMs)),
  );
  if (proven === null) return { log: null, isWhole: false };
  const checkpoint = proven.head.note;
  const entries = logged.flatMap(({ leg, place }, position): ReceiptLogEntry[] => {
    const found = proven.proofs[position];
    // A figure that was corrected since the answer was made has a later entry, which is not its own.
    if (!found || !isEntryOf(found.leaf, leg)) return [];
    const { index, text, proof } = found;
    return [{ leg: place, index, text, proof: proof.map((hash) => Buffer.from(hash).toString('base64')) }];
  });
  return {
    log: entries.length > 0 ? { checkpoint, entries } : null,
    isWhole: entries.length === logged.length,
  };
}

/** A log that is damaged proves nothing; `npm run check` names what is wrong with it, and receipts go on without. */
async function soundProofs(
  reads: Pick<Store, 'readInclusionProofs'>,
  figures: Parameters<Store['readInclusionProofs']>[0],
): Promise<FigureProofs | null> {
  try {
    return await reads.readInclusionProofs(figures);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return null;
  }
}

function askedFigure({ source, base, quote, observedAt }: ReceiptLeg, knownAtMs: number) {
  return { source, base, quote, observedAtMs: Date.parse(observedAt), knownAtMs };
}

/** The enabled sources whose figures are in the log: those that publish once a period. */
export function loggedSources({ sources }: RateSnapshot): ReadonlySet<string> {
  return new Set(sources.flatMap(({ id, cadence }) => (cadence === 'fixing' ? [id] : [])));
}
