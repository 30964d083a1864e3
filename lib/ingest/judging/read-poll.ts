import { parseIsoDay } from '#lib/domain/iso-day';
import type { Rejection } from '#lib/domain/validation/rules';
import { checkFixings, type FixingBounds } from '#lib/domain/validation/check-fixings';
import { checkTicks } from '#lib/domain/validation/check-market';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { ok, type Result } from '#lib/domain/result';
import type { HttpFailure } from '#lib/platform/http-client';
import type { Poll } from '#lib/ingest/polling/poll-context';
import type { FixingSource, SourceDocument, TickSource } from '#lib/sources/source';

import type { ReadDocument } from './stored-rows.ts';
import { storedFigures } from './other-figures.ts';
import { joinParts, type PollPart } from './poll-parts.ts';

/** Why a poll brought nothing, with a sentence for the operator. */
export type PollFailure =
  | { readonly reason: 'http'; readonly http: HttpFailure; readonly sentence: string }
  | { readonly reason: 'layout' | 'defect'; readonly sentence: string };

/** The figures of a poll. */
export interface ReadPoll {
  readonly documents: readonly ReadDocument[];
  readonly rejected: readonly Rejection[];
  /** Whether the dates of a document cannot be right; then no document of the poll is believed. */
  readonly isMisdated: boolean;
}

/** A poll as its figures are checked. */
interface CheckedPoll {
  readonly now: Date;
  /** What is served: the source's own newest publications tell whether a document's dates can be right. */
  readonly snapshot: RateSnapshot;
}

/** Parses the documents of a poll and checks each figure by itself. */
export function readPoll(
  { source, now }: Pick<Poll, 'source' | 'now'>,
  documents: readonly SourceDocument[],
  snapshot: RateSnapshot,
): Result<ReadPoll, PollFailure> {
  return source.cadence === 'tick'
    ? readTicks(source, documents, { now, snapshot })
    : readFixings(source, documents, { now, snapshot });
}

function readFixings(
  source: FixingSource,
  documents: readonly SourceDocument[],
  { now, snapshot }: CheckedPoll,
): Result<ReadPoll, PollFailure> {
  const bounds = { ...fixingBoundsOf(source, now), stored: storedFigures(snapshot, source.id) };
  let isMisdated = false;
  const parts: PollPart[] = [];
  for (const document of documents) {
    const parsed = source.parse(document);
    if (!parsed.ok) return { ok: false, error: layoutFailure(parsed.error) };
    const checked = checkFixings(parsed.value.figures, bounds);
    isMisdated ||= checked.isMisdated;
    parts.push({ document, ...parsed.value, ...checked });
  }
  const joined = joinParts(source, parts, snapshot);
  return ok({ ...joined, ...(isMisdated && { documents: [] }), isMisdated });
}

/** What a document of a bank is checked by, whenever it is of. */
export function fixingBoundsOf({ firstDay, fixingInstant, schedule }: FixingSource, now: Date): FixingBounds {
  const first = parseIsoDay(firstDay);
  return { now, fixingInstant, schedule, ...(first && { firstDay: first }) };
}

function readTicks(
  source: TickSource,
  documents: readonly SourceDocument[],
  { now, snapshot }: CheckedPoll,
): Result<ReadPoll, PollFailure> {
  const parsed = source.parse(documents);
  if (!parsed.ok) return { ok: false, error: layoutFailure(parsed.error) };
  const parts = parsed.value.map(({ document, ticks, leftOut }) => {
    const checked = checkTicks(ticks, { now, fetchedAt: document.fetchedAt });
    return { document, figures: ticks, leftOut, ...checked };
  });
  return ok({ ...joinParts(source, parts, snapshot), isMisdated: false });
}

function layoutFailure({ sentence }: { readonly sentence: string }): PollFailure {
  return { reason: 'layout', sentence };
}
