import { checkBars } from '#lib/domain/bar-door';
import { observationsBySeries } from '#lib/domain/fixing-columns';
import { type FixingDoor, openFixingDoor } from '#lib/domain/fixing-door';
import { parseIsoDay } from '#lib/domain/iso-day';
import {
  type LargeMove,
  type LargeMoveContext,
  largeMoves,
  largeMovesOfSeries,
} from '#lib/domain/large-moves';
import type { Rejection } from '#lib/domain/observation';
import { publicationDaysBetween } from '#lib/domain/publication-days-between';
import { createKindOf } from '#lib/domain/rate-kind';
import { ok, type Result } from '#lib/domain/result';
import { fixed } from '#lib/sources/fixed/fixed';
import type { FixingSource, LayoutError, Source, SourceDocument, TickSource } from '#lib/sources/source';
import { unknownLayout } from '#lib/sources/source';
import type { FixingBatch, LoadCounts } from '#lib/store/fixings';
import type { Store } from '#lib/store/store';

import { barBatch } from './bar-batch.ts';
import { isMarketDay } from './market-days.ts';
import { documentRow } from './series-columns.ts';

/** What became of one document's figures. */
export interface LoadedDocument extends LoadCounts {
  /** Figures that passed the door, known ones included. */
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
  /** Figures that were stored although they moved further than a live poll would believe. */
  readonly largeMoves: readonly LargeMove[];
}

/** The steps of a load, for a progress bar. */
export type LoadStep = 'read' | 'checked' | 'stored';

/** What a load works with. */
export interface LoadContext {
  readonly source: Source;
  readonly store: Pick<Store, 'write'>;
  readonly now: Date;
  /** Whether the document was fetched just now, so that its dates can be told to be wrong; a file may be of any time. */
  readonly isFetched?: boolean;
  readonly onStep?: (step: LoadStep) => void;
}

/**
 * Reads a document of a publisher's history, checks its figures at the door and stores the good ones in one transaction.
 * Large moves are flagged and not refused: history has real ones.
 */
export async function loadDocument(
  context: LoadContext,
  document: SourceDocument,
): Promise<Result<LoadedDocument, LayoutError>> {
  const { source } = context;
  return source.cadence === 'fixing'
    ? loadFixings(source, context, document)
    : loadBars(source, context, document);
}

async function loadFixings(
  source: FixingSource,
  context: LoadContext,
  document: SourceDocument,
): Promise<Result<LoadedDocument, LayoutError>> {
  const read = readFixings(source, document, context);
  if (!read.ok) return read;
  const { batch, ...rest } = read.value;
  const counts = await context.store.write.storeFixings(batch);
  context.onStep?.('stored');
  return ok({ ...counts, ...rest });
}

/** A document's figures as columns. By itself, so that its rows are given back before the columns are stored. */
function readFixings(
  source: FixingSource,
  document: SourceDocument,
  { now, isFetched, onStep }: LoadContext,
): Result<Omit<LoadedDocument, keyof LoadCounts> & { readonly batch: FixingBatch }, LayoutError> {
  const firstDay = parseIsoDay(source.firstDay);
  const door = openFixingDoor({
    now,
    fixingInstant: source.fixingInstant,
    ...(isFetched && { live: { dueAt: source.schedule.dueAt, stored: () => null } }),
    ...(firstDay && { firstDay }),
  });
  const read = readThrough(door, source, document);
  if (!read.ok) return read;
  onStep?.('read');
  const { accepted, rejected, isMisdated } = door.close();
  if (isMisdated) {
    const [first] = rejected;
    return unknownLayout(`The dates cannot be right, and nothing was taken: ${first?.detail ?? ''}.`);
  }
  const moves = largeMovesOfSeries(
    observationsBySeries(accepted),
    moveContext(source.schedule.isPublicationDay),
  );
  onStep?.('checked');
  const batch = { document: documentRow(source.id, document), ...accepted, flags: flagsOf(moves) };
  return ok({ batch, accepted: accepted.rates.length, rejected, largeMoves: moves });
}

/** Every row of a document through the door; row by row where the source can, so that they are never held together. */
function readThrough(
  door: FixingDoor,
  source: FixingSource,
  document: SourceDocument,
): Result<null, LayoutError> {
  if (source.scan) return source.scan(document, door.check);
  // A document of its own: a source remembers what it read as long as the document that it was given is there.
  const parsed = source.parse({ ...document });
  if (!parsed.ok) return parsed;
  for (const row of parsed.value) door.check(row);
  return ok(null);
}

async function loadBars(
  source: TickSource,
  { store, now, onStep }: LoadContext,
  document: SourceDocument,
): Promise<Result<LoadedDocument, LayoutError>> {
  if (!source.history) return unknownLayout(`${source.name} gives out no history that could be loaded.`);
  const parsed = source.history.parse(document);
  if (!parsed.ok) return parsed;
  onStep?.('read');
  const firstDay = parseIsoDay(source.history.firstDay);
  const { accepted, rejected } = checkBars(parsed.value, { now, ...(firstDay && { firstDay }) });
  const moves = largeMoves(
    accepted,
    moveContext((day) => isMarketDay(source.market, day)),
  );
  onStep?.('checked');
  const counts = await store.write.storeBars({
    ...barBatch(source.id, document, accepted),
    flags: flagsOf(moves),
  });
  onStep?.('stored');
  return ok({ ...counts, accepted: accepted.length, rejected, largeMoves: moves });
}

function moveContext(isPublicationDay: FixingSource['schedule']['isPublicationDay']): LargeMoveContext {
  return {
    kindOf: createKindOf(fixed().legalRates),
    publicationDaysBetween: (from, to) => publicationDaysBetween(isPublicationDay, from, to),
  };
}

function flagsOf(moves: readonly LargeMove[]) {
  return moves.map(({ base, quote, observedAt, rule }) => ({
    base,
    quote,
    atMs: observedAt.getTime(),
    rule,
  }));
}
