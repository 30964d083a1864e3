import type { SourceId } from '#lib/domain/source-id';
import type { TickBatch } from '#lib/store/rates/ticks';

import type { ReadDocument } from '#lib/ingest/judging/read-poll';
import { documentRow, seriesColumns } from '#lib/ingest/judging/series-columns';

/** The accepted quotes of one poll in the form in which the store takes them: a column each. */
export function tickBatch(source: SourceId, documents: readonly ReadDocument[], polledAt: Date): TickBatch {
  const placed = documents.flatMap(({ accepted }, place) => accepted.map(() => place));
  return {
    documents: documents.map(({ document }) => documentRow(source, document)),
    documentIndexes: Uint32Array.from(placed),
    polledAtMs: polledAt.getTime(),
    ...seriesColumns(documents.flatMap(({ accepted }) => accepted)),
  };
}
