import {
  type CheckedFixings,
  type FixingCheck,
  misdatedExample,
  openFixingCheck,
} from '#lib/domain/validation/check-fixings';
import { type BarObservation, checkBars, type CheckedFigures } from '#lib/domain/validation/check-market';
import type { FixingColumns } from '#lib/domain/validation/fixing-columns';
import { type IsoDay, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { ok, type Result } from '#lib/domain/result';
import type { FixingSource, LayoutError, LeftOut, SourceDocument, TickSource } from '#lib/sources/source';
import { unknownLayout } from '#lib/sources/source';
import { seriesRejection } from '#lib/ingest/poll/read-poll';
import { fixingBoundsOf } from '#lib/ingest/poll/read-poll';

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
): Result<CheckedFixings<FixingColumns>, LayoutError> {
  const fixings = openFixingCheck({
    ...fixingBoundsOf(source, now),
    ...(origin === 'backfill' && { stored: () => null }),
  });
  const read = readThrough(fixings, source, document);
  if (!read.ok) return read;
  onStep?.('read');
  const checked = fixings.close();
  if (checked.isMisdated) {
    const example = misdatedExample(checked.rejected);
    return unknownLayout(`The dates cannot be right, and nothing was taken: ${example}.`);
  }
  const { instantsMs } = checked.accepted;
  if (asked && isOfOtherDays(instantsMs, asked)) return otherDays(asked);
  return ok({ ...checked, rejected: [...checked.rejected, ...read.value.map(seriesRejection)] });
}

/** The days of a market's document that pass the rules for single ones. */
export function readBars(
  source: TickSource,
  document: SourceDocument,
  { now, asked, onStep }: HistoryReading,
): Result<CheckedFigures<BarObservation>, LayoutError> {
  if (!source.history) return unknownLayout(`${source.name} gives out no history that could be loaded.`);
  const parsed = source.history.parse(document);
  if (!parsed.ok) return parsed;
  onStep?.('read');
  const { figures, leftOut } = parsed.value;
  const daysMs = figures.map(({ day }) => Date.parse(day));
  if (asked && isOfOtherDays(daysMs, asked)) return otherDays(asked);
  const firstDay = parseIsoDay(source.history.firstDay);
  const checked = checkBars(figures, { now, ...(firstDay && { firstDay }) });
  return ok({ ...checked, rejected: [...checked.rejected, ...leftOut.map(seriesRejection)] });
}

/** Checks every row of a document; gives the series that are left out; row by row where the source can, so that they are never held together. */
function readThrough(
  fixings: FixingCheck,
  source: FixingSource,
  document: SourceDocument,
): Result<readonly LeftOut[], LayoutError> {
  if (source.scan) return source.scan(document, fixings.check);
  // A document of its own: a source remembers what it read as long as the document that it was given is there.
  const parsed = source.parse({ ...document });
  if (!parsed.ok) return parsed;
  for (const row of parsed.value.figures) fixings.check(row);
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
