import { checkBars, type CheckedBars } from '#lib/domain/validation/bar-validation';
import {
  type CheckedColumns,
  type FixingValidation,
  misdatedExample,
  openFixingValidation,
} from '#lib/domain/validation/fixing-validation';
import { type IsoDay, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { ok, type Result } from '#lib/domain/result';
import type { FixingSource, LayoutError, LeftOut, SourceDocument, TickSource } from '#lib/sources/source';
import { unknownLayout } from '#lib/sources/source';
import { rejectionOf } from '#lib/ingest/judging/poll-parts';
import { fixingValidationContextOf } from '#lib/ingest/judging/read-poll';

/** The steps of a load, for a progress bar; one that other figures overtook is checked again. */
export type LoadStep = 'read' | 'checked' | 'overtaken' | 'stored';

/** What a document of history is read by. */
export interface HistoryReading {
  readonly now: Date;
  /** A backfill fetched the document just now, so that its dates can be told to be wrong; a file may be of any time. */
  readonly origin: 'backfill' | 'import';
  readonly onStep?: (step: LoadStep) => void;
  /** The days that the publisher was asked for; absent for a file. */
  readonly asked?: { readonly from: IsoDay; readonly to: IsoDay };
}

/** A document's figures as columns. By itself, so that its rows are given back before the columns are judged. */
export function readFixings(
  source: FixingSource,
  document: SourceDocument,
  { now, origin, asked, onStep }: HistoryReading,
): Result<CheckedColumns, LayoutError> {
  const live = origin === 'backfill' ? { stored: () => null } : null;
  const validation = openFixingValidation(fixingValidationContextOf(source, now, live));
  const read = readThrough(validation, source, document);
  if (!read.ok) return read;
  onStep?.('read');
  const checked = validation.close();
  if (checked.isMisdated) {
    const example = misdatedExample(checked.rejected);
    return unknownLayout(`The dates cannot be right, and nothing was taken: ${example}.`);
  }
  const { instantsMs } = checked.accepted;
  if (asked && isOfOtherDays(instantsMs, asked)) return otherDays(asked);
  return ok({ ...checked, rejected: [...checked.rejected, ...read.value.map(rejectionOf)] });
}

/** The days of a market's document that pass the rules for single ones. */
export function readBars(
  source: TickSource,
  document: SourceDocument,
  { now, asked, onStep }: HistoryReading,
): Result<CheckedBars, LayoutError> {
  if (!source.history) return unknownLayout(`${source.name} gives out no history that could be loaded.`);
  const parsed = source.history.parse(document);
  if (!parsed.ok) return parsed;
  onStep?.('read');
  const { figures, leftOut } = parsed.value;
  const daysMs = figures.map(({ day }) => Date.parse(day));
  if (asked && isOfOtherDays(daysMs, asked)) return otherDays(asked);
  const firstDay = parseIsoDay(source.history.firstDay);
  const checked = checkBars(figures, { now, ...(firstDay && { firstDay }) });
  return ok({ ...checked, rejected: [...checked.rejected, ...leftOut.map(rejectionOf)] });
}

/** Every row of a document through the validation, and the series that are left out; row by row where the source can, so that they are never held together. */
function readThrough(
  validation: FixingValidation,
  source: FixingSource,
  document: SourceDocument,
): Result<readonly LeftOut[], LayoutError> {
  if (source.scan) return source.scan(document, validation.check);
  // A document of its own: a source remembers what it read as long as the document that it was given is there.
  const parsed = source.parse({ ...document });
  if (!parsed.ok) return parsed;
  for (const row of parsed.value.figures) validation.check(row);
  return ok(parsed.value.leftOut);
}

/** Whether a document says nothing of the days that were asked for: a publisher may give more of them, but never only others. */
function isOfOtherDays(
  instantsMs: ArrayLike<number> & Iterable<number>,
  { from, to }: NonNullable<HistoryReading['asked']>,
): boolean {
  const fromMs = startOfDay(from).getTime();
  const toMs = startOfDay(to).getTime() + DAY_MS;
  const isOther = (instantMs: number) => instantMs < fromMs || instantMs >= toMs;
  return instantsMs.length > 0 && Array.from(instantsMs).every(isOther);
}

function otherDays({ from, to }: NonNullable<HistoryReading['asked']>) {
  return unknownLayout(
    `The dates cannot be right, and nothing was taken: ${from} to ${to} was asked for, and no figure is of it.`,
  );
}
