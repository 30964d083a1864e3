import type { BarObservation } from '#lib/domain/validation/check-market';
import type { DocumentDoubt } from '#lib/domain/validation/document-doubt';
import { startOfDay } from '#lib/domain/iso-day';
import type { Observation } from '#lib/domain/rates/observation';
import { pairKey } from '#lib/domain/rates/pair';
import type { SourceId } from '#lib/domain/source-id';
import type { SourceDocument } from '#lib/sources/source';
import type { BarBatch } from '#lib/store/rates/bars';
import type { FixingDocument } from '#lib/store/rates/documents';
import type { FigureFlag } from '#lib/store/rates/figure-flags';
import type { FixingBatch } from '#lib/store/rates/fixings';
import type { TickBatch } from '#lib/store/rates/ticks';
import type { NewHeldDocument } from '#lib/store/validation/held-changes';

/** A document of a poll and what of it passed the rules for single figures. */
export interface ReadDocument {
  readonly document: SourceDocument;
  readonly accepted: readonly Observation[];
}

/** The accepted observations of one document in the form in which the store takes them: a column each. */
export function fixingBatch(source: SourceId, { document, accepted }: ReadDocument): FixingBatch {
  return { document: documentRow(source, document), ...seriesColumns(accepted) };
}

/** The accepted quotes of one poll in the same form. */
export function tickBatch(source: SourceId, documents: readonly ReadDocument[], polledAt: Date): TickBatch {
  const placed = documents.flatMap(({ accepted }, place) => accepted.map(() => place));
  return {
    documents: documents.map(({ document }) => documentRow(source, document)),
    documentIndexes: Uint32Array.from(placed),
    polledAtMs: polledAt.getTime(),
    ...seriesColumns(documents.flatMap(({ accepted }) => accepted)),
  };
}

/** The accepted bars of one document in the same form. */
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

/** A document as the store keeps it. */
export function documentRow(source: SourceId, { url, body, fetchedAt }: SourceDocument): FixingDocument {
  return { source, url, body, fetchedAtMs: fetchedAt.getTime() };
}

/** A document of which nothing is stored until the operator decides; `subject` says what it is of. */
export function heldDocument(
  source: SourceId,
  subject: string,
  document: SourceDocument,
  { rule, count, sentence }: DocumentDoubt,
): NewHeldDocument {
  return { subject, document: documentRow(source, document), rule, figures: count, sentence };
}

/** A figure that is stored though a rule points at it. */
export function flagRow(
  { base, quote, observedAt }: Pick<Observation, 'base' | 'quote' | 'observedAt'>,
  rule: FigureFlag['rule'],
): FigureFlag {
  return { base, quote, atMs: observedAt.getTime(), rule };
}

/** Turns observations into columns, which cross to the writer thread without a copy of each; `seriesIndexes` points into `series`. */
function seriesColumns(observations: readonly Observation[]) {
  const series: { base: string; quote: string }[] = [];
  const indexOf = new Map<string, number>();
  const seriesIndexes = new Uint32Array(observations.length);
  const instantsMs = new Float64Array(observations.length);
  const rates = new Float64Array(observations.length);
  for (const [row, { base, quote, rate, observedAt }] of observations.entries()) {
    const key = pairKey(base, quote);
    let index = indexOf.get(key);
    if (index === undefined) {
      index = series.push({ base, quote }) - 1;
      indexOf.set(key, index);
    }
    seriesIndexes[row] = index;
    instantsMs[row] = observedAt.getTime();
    rates[row] = rate;
  }
  return { series, seriesIndexes, instantsMs, rates };
}
