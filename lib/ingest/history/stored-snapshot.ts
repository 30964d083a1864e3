import { buildSnapshot, type RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { isPegSource, type PegSource, type StoredSource } from '#lib/domain/rates/stored-source';
import type { ListedSource } from '#lib/sources/source-facts';
import { readStoredSource, type SourceReads } from '#lib/store/stored-sources';

/** What the store holds of every source now, for judging figures in a process that serves nothing. */
export async function readStoredSnapshot(
  store: SourceReads,
  listed: readonly ListedSource[],
  now: Date,
): Promise<RateSnapshot> {
  const stored: (StoredSource | PegSource)[] = [];
  for (const source of listed) {
    stored.push(isPegSource(source) ? source : await readStoredSource(store, source, now));
  }
  return buildSnapshot(stored, 0, now);
}
