import type { BarObservation } from '#lib/domain/validation/bar-door';
import { startOfDay } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import type { SourceDocument } from '#lib/sources/source';
import type { BarBatch } from '#lib/store/rates/bars';

import { documentRow, seriesColumns } from '#lib/ingest/judging/series-columns';

/** The accepted bars of one document in the form in which the store takes them: a column each. */
export function barBatch(
  source: SourceId,
  document: SourceDocument,
  bars: readonly BarObservation[],
): Omit<BarBatch, 'flags'> {
  return {
    document: documentRow(source, document),
    ...seriesColumns(bars),
    daysMs: Float64Array.from(bars, ({ day }) => startOfDay(day).getTime()),
    lows: Float64Array.from(bars, ({ low }) => low),
    highs: Float64Array.from(bars, ({ high }) => high),
  };
}
