import { parseIsoDay } from '#lib/domain/iso-day';
import type { Observation, Rejection } from '#lib/domain/observation';
import { checkFixings } from '#lib/domain/observation-rules';
import { fail, ok, type Result } from '#lib/domain/result';
import type { LayoutError, Source, SourceDocument } from '#lib/sources/source';
import type { LoadCounts } from '#lib/store/fixings';
import type { Store } from '#lib/store/store';
import { fixingBatch } from './fixing-batch.ts';

/** What became of one document's figures. */
export interface LoadedDocument extends LoadCounts {
  /** Figures that passed the door, known ones included. */
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
}

/** The steps of a load, for a progress bar. */
export type LoadStep = 'read' | 'checked' | 'stored';

/** Why a document was not stored, as a sentence for the operator. */
export interface RefusedDocument {
  readonly kind: 'refused-document';
  readonly sentence: string;
}

/** What a load works with. */
export interface LoadContext {
  readonly source: Source;
  readonly store: Pick<Store, 'write'>;
  readonly now: Date;
  readonly onStep?: (step: LoadStep) => void;
  /** A last look at what passed the door, before it is stored: a sentence refuses the whole document. */
  readonly judge?: (accepted: readonly Observation[]) => string | null;
}

/** Reads a document, checks its figures at the door and stores the good ones in one transaction. */
export async function loadDocument(
  { source, store, now, onStep, judge }: LoadContext,
  document: SourceDocument,
): Promise<Result<LoadedDocument, LayoutError | RefusedDocument>> {
  const parsed = source.parse(document);
  if (!parsed.ok) return parsed;
  onStep?.('read');
  const firstDay = parseIsoDay(source.firstDay);
  const { accepted, rejected } = checkFixings(parsed.value, {
    now,
    fixingInstant: source.fixingInstant,
    ...(firstDay && { firstDay }),
  });
  onStep?.('checked');
  const sentence = judge?.(accepted) ?? null;
  if (sentence !== null) return fail({ kind: 'refused-document', sentence });
  const counts = await store.write.storeFixings(fixingBatch(source.id, document, accepted));
  onStep?.('stored');
  return ok({ ...counts, accepted: accepted.length, rejected });
}
