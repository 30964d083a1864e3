import type { BarBatch } from '#lib/store/rates/bars';
import type { FixingBatch, LoadCounts } from '#lib/store/rates/fixings';
import { NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import type { Store } from '#lib/store/store';

/** Stores fixings as a load that no rule doubts. */
export function storeFixings(store: Pick<Store, 'write'>, batch: FixingBatch): Promise<LoadCounts> {
  return storeUnjudged(store, { fixings: batch, bars: null, document: batch.document });
}

/** The same for a market's days. */
export function storeBars(store: Pick<Store, 'write'>, batch: BarBatch): Promise<LoadCounts> {
  return storeUnjudged(store, { fixings: null, bars: batch, document: batch.document });
}

interface Unjudged {
  readonly fixings: FixingBatch | null;
  readonly bars: BarBatch | null;
  readonly document: FixingBatch['document'];
}

async function storeUnjudged(
  { write }: Pick<Store, 'write'>,
  { document, ...figures }: Unjudged,
): Promise<LoadCounts> {
  const counts = await write.storeLoad({
    ...figures,
    source: document.source,
    atMs: document.fetchedAtMs,
    judgedAt: null,
    held: NO_HELD_CHANGES,
    releases: null,
  });
  if (typeof counts === 'string') throw new Error(`a load that nothing was judged by was ${counts}`);
  return counts;
}
