import type { Observation } from '#lib/domain/rates/observation';
import type { SourceId } from '#lib/domain/source-id';
import type { SourceDocument } from '#lib/sources/source';
import type { FixingBatch } from '#lib/store/rates/fixings';

import { documentRow, seriesColumns } from '#lib/ingest/judging/series-columns';

/** The accepted observations of one document in the form in which the store takes them: a column each. */
export function fixingBatch(
  source: SourceId,
  document: SourceDocument,
  observations: readonly Observation[],
): FixingBatch {
  return { document: documentRow(source, document), ...seriesColumns(observations) };
}
