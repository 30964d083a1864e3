import { parseIsoDay } from '#lib/domain/iso-day';
import type { Observation } from '#lib/domain/rates/observation';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { ok, type Result } from '#lib/domain/result';
import { checkFixings, type FixingBounds } from '#lib/domain/validation/check-fixings';
import { checkTicks } from '#lib/domain/validation/check-market';
import { type Rejection, rejectionOf } from '#lib/domain/validation/rules';
import { storedFigures } from '#lib/ingest/judge/neighbours';
import type { ReadDocument } from '#lib/ingest/judge/stored-rows';
import type { HttpFailure } from '#lib/platform/http-client';
import type { FixingSource, LeftOut, Source, SourceDocument, TickSource } from '#lib/sources/source';
import type { Poll } from './poll-context.ts';

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

/** One document of a poll: what it states, and what the rules for single figures say of that. */
export interface PollPart {
  readonly document: SourceDocument;
  readonly accepted: readonly Observation[];
  /** The pairs of all its figures, refused ones included. */
  readonly figures: readonly Pair[];
  readonly leftOut: readonly LeftOut[];
  readonly rejected: readonly Rejection[];
}

/**
 * What the documents of one poll say together. A figure that two of them state counts once; of two quotes of a pair the newer
 * one counts, and of two figures of one instant that differ neither. A quote that was not asked for is left out. A pair is
 * named that was asked for, or is in the newest stored publication, and that no document has.
 */
export function joinParts(
  source: Source,
  parts: readonly PollPart[],
  snapshot: RateSnapshot,
): {
  readonly documents: readonly Pick<PollPart, 'document' | 'accepted'>[];
  readonly rejected: readonly Rejection[];
} {
  const rejected = parts.flatMap((part) => [...part.rejected, ...part.leftOut.map(seriesRejection)]);
  const isTick = source.cadence === 'tick';
  const asked = isTick && source.askedPairs ? new Set(source.askedPairs) : null;
  const newest = new Map<string, Observation>();
  const contradicted = new Set<string>();
  const identityOf = ({ base, quote, observedAt }: Observation) =>
    isTick ? pairKey(base, quote) : `${pairKey(base, quote)} ${observedAt.getTime()}`;
  for (const figure of parts.flatMap(({ accepted }) => accepted)) {
    const identity = identityOf(figure);
    const other = newest.get(identity);
    if (other === undefined || figure.observedAt > other.observedAt) {
      newest.set(identity, figure);
      contradicted.delete(identity);
    } else if (figure.observedAt.getTime() === other.observedAt.getTime() && figure.rate !== other.rate) {
      contradicted.add(identity);
    }
  }
  const documents = parts.map(({ document, accepted }) => ({
    document,
    accepted: accepted.filter((figure) => {
      const identity = identityOf(figure);
      const rule = contradicted.has(identity)
        ? 'duplicate'
        : asked?.has(pairKey(figure.base, figure.quote)) === false
          ? 'unasked_series'
          : null;
      if (rule !== null) rejected.push(rejectionOf(figure, rule));
      return rule === null && newest.get(identity) === figure;
    }),
  }));
  for (const pair of missingPairs(source, parts, snapshot)) {
    rejected.push({ rule: 'missing_series', detail: `${pair}: in no document of the poll` });
  }
  return { documents, rejected };
}

/** A series that is left out, as the refused figures are told. */
export function seriesRejection({ rule, series, reason }: LeftOut): Rejection {
  return { rule, detail: `${series}: ${reason}` };
}

function missingPairs(
  { id, cadence, askedPairs }: Source,
  parts: readonly PollPart[],
  snapshot: RateSnapshot,
): readonly string[] {
  if (parts.length === 0) return [];
  const stored = snapshot.sources.find((source) => source.id === id)?.publications[0];
  const wanted = askedPairs ?? (cadence === 'fixing' ? [...(stored?.figures.keys() ?? [])] : []);
  const named = new Set(parts.flatMap(({ leftOut }) => leftOut.map(({ series }) => series)));
  for (const { figures } of parts) {
    for (const { base, quote } of figures) named.add(pairKey(base, quote));
  }
  return wanted.filter((pair) => !named.has(pair));
}
