import { setTimeout as pause } from 'node:timers/promises';

import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { ok, type Result } from '#lib/domain/result';
import type { Clock } from '#lib/platform/clock';
import type { HttpClient } from '#lib/platform/http-client';
import type { ListedSource } from '#lib/sources/source-facts';
import type { HistoryPart, HistorySpan, Source } from '#lib/sources/source';
import type { Store } from '#lib/store/store';

import { type LoadedDocument, loadDocument, type LoadStore } from './load-document.ts';

/** What a backfill works with. */
export interface BackfillContext {
  readonly store: LoadStore & Pick<Store, 'readBackfill'>;
  /** Every source whose figures these are compared with. */
  readonly listed: readonly ListedSource[];
  readonly http: HttpClient;
  readonly clock: Clock;
  /** Ends the backfill after the part under way; what is stored stays, and the next one goes on from there. */
  readonly signal?: AbortSignal;
  /** Hears of every part that is done, `failure` being the sentence of one that is not. */
  readonly onPart?: (progress: BackfillProgress) => void;
}

/** How far a backfill is. */
export interface BackfillProgress {
  readonly part: HistoryPart;
  /** Parts that need nothing more, of all that cover the span. */
  readonly done: number;
  readonly total: number;
  readonly counts: BackfillCounts;
  readonly failure: string | null;
}

/** What a backfill brought so far. */
export interface BackfillCounts {
  readonly imported: number;
  readonly revised: number;
  readonly rejected: number;
}

/** Why a backfill did not reach the end of its span, as a sentence for the operator. */
export interface UnfinishedBackfill {
  readonly kind: 'unfinished';
  readonly sentence: string;
  readonly counts: BackfillCounts;
}

/** A publisher that refuses so many parts in a row is asked no more; the next backfill goes on from there. */
const FAILURES_MAX = 3;

/** How long a part that reaches up to today counts as done. */
const OPEN_PART_MS = DAY_MS;

/**
 * Fetches a source's history of a span part by part, newest first, and stores each part in one transaction. A part that
 * was stored before is not asked for again, so that a backfill which was cut off goes on where it was.
 */
export async function backfillSource(
  source: Source,
  span: HistorySpan,
  context: BackfillContext,
): Promise<Result<BackfillCounts, UnfinishedBackfill>> {
  const { history } = source;
  const nothing: BackfillCounts = { imported: 0, revised: 0, rejected: 0 };
  if (!history) return ok(nothing);
  const parts = await history.parts(context.http, span, context.signal);
  if (!parts.ok) return unfinished(parts.error.sentence, nothing);
  const rows = await context.store.readBackfill(source.id);
  const doneAtMs = new Map(rows.map((row) => [row.part, row.atMs]));
  const now = context.clock.service();
  const nameOf = partNames(source, span);
  const open = parts.value.filter((part) => !isDone(part, doneAtMs.get(nameOf(part)), now));
  const total = parts.value.length;
  let done = total - open.length;
  let counts = nothing;
  let failures = 0;
  let sentence = '';
  for (const [index, part] of open.entries()) {
    if (context.signal?.aborted) return unfinished('It was stopped.', counts);
    if (index > 0 && !source.isOperatorAddress) await pause(history.pauseMs, undefined, { ref: true });
    const loaded = await loadPart(source, part, nameOf(part), context);
    if (loaded.ok) {
      done += 1;
      failures = 0;
      counts = sumOf(counts, loaded.value);
    } else {
      failures += 1;
      sentence = loaded.error.sentence;
    }
    context.onPart?.({ part, done, total, counts, failure: loaded.ok ? null : loaded.error.sentence });
    if (failures === FAILURES_MAX) break;
  }
  return done === total ? ok(counts) : unfinished(sentence, counts);
}

function unfinished(
  sentence: string,
  counts: BackfillCounts,
): { readonly ok: false; readonly error: UnfinishedBackfill } {
  return { ok: false, error: { kind: 'unfinished', sentence, counts } };
}

/** A part is done for good when it was fetched after its last day; one that reaches up to today, for a day. */
function isDone(part: HistoryPart, doneAtMs: number | undefined, now: Date): boolean {
  if (doneAtMs === undefined) return false;
  const endMs = startOfDay(part.to).getTime() + 2 * DAY_MS;
  return doneAtMs >= endMs || doneAtMs >= now.getTime() - OPEN_PART_MS;
}

/** A part of a span that leaves days out has a name of its own, because it may be cut. */
function partNames(source: Source, span: HistorySpan): (part: HistoryPart) => string {
  const isWhole = source.history !== null && span.from <= source.history.firstDay;
  return ({ id, from, to }) => (isWhole ? id : `${id} ${from}..${to}`);
}

async function loadPart(
  source: Source,
  part: HistoryPart,
  name: string,
  { store, listed, http, clock, signal }: BackfillContext,
): Promise<Result<BackfillCounts, { readonly sentence: string }>> {
  const documents = await source.history?.fetch(http, part, signal);
  if (!documents) return ok({ imported: 0, revised: 0, rejected: 0 });
  if (!documents.ok) return documents;
  let counts: BackfillCounts = { imported: 0, revised: 0, rejected: 0 };
  let isDoubted = false;
  const isWhole = documents.value.length === 1;
  for (const [place, document] of documents.value.entries()) {
    const now = clock.service();
    const subject = isWhole ? name : `${name}, document ${place + 1}`;
    const load = { source, listed, store, now, origin: 'backfill' as const, asked: part, isWhole, subject };
    const loaded = await loadDocument(load, document);
    if (!loaded.ok) return loaded;
    const { imported, revised, rejected } = loaded.value;
    counts = sumOf(counts, { imported, revised, rejected: rejected.length });
    isDoubted ||= isDoubtful(loaded.value);
  }
  // A part with doubtful figures is asked for again the next time: the publisher may have mended it by then.
  if (isDoubted) return ok(counts);
  await store.write.notePart({
    source: source.id,
    part: name,
    atMs: clock.service().getTime(),
    observations: counts.imported,
    revised: counts.revised,
  });
  return ok(counts);
}

/** Rules of the judgement that a publisher's own mistake breaks, and that tomorrow's document may not. */
const DOUBTS: ReadonlySet<string> = new Set(['inverted_quote', 'unit_scale', 'jump', 'unreadable_series']);

function isDoubtful({ withheld, held, rejected }: LoadedDocument): boolean {
  return withheld !== null || held.length > 0 || rejected.some(({ rule }) => DOUBTS.has(rule));
}

function sumOf(one: BackfillCounts, other: BackfillCounts): BackfillCounts {
  return {
    imported: one.imported + other.imported,
    revised: one.revised + other.revised,
    rejected: one.rejected + other.rejected,
  };
}

/** The whole history of a source up to a day. */
export function wholeHistory(source: Source, today: IsoDay): HistorySpan | null {
  const { history } = source;
  return history && { from: isoDayOf(new Date(`${history.firstDay}T00:00:00Z`)), to: today };
}
