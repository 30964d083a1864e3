import type { RatesView } from '#lib/client/address/rates-address';
import { chunksWith, firstCodes, type RatesRow } from '#lib/format/rates/rates-rows';

/** The chunks that a first screen needs: all where they decide the order, else those of the rows that stand on top. */
export function firstChunks(
  rows: readonly RatesRow[],
  chunks: readonly (readonly string[])[],
  pins: readonly string[],
  view: RatesView,
): readonly number[] {
  if (view.sort.column !== 'code' || view.sort.isDescending) return [...chunks.keys()];
  return chunksWith(chunks, firstCodes(rows, { ...view, pins }));
}
