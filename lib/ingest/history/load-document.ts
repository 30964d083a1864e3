import type { DocumentDoubt } from '#lib/domain/validation/document-doubt';
import type { FixingColumns } from '#lib/domain/validation/fixing-columns';
import { DAY_MS } from '#lib/domain/durations';
import type { LargeMove } from '#lib/domain/validation/large-moves';
import type { Rejection } from '#lib/domain/rates/observation';
import type { HeldFigure } from '#lib/domain/validation/quarantine';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { ok, type Result } from '#lib/domain/result';
import { fixed } from '#lib/sources/fixed/fixed';
import type { ListedSource } from '#lib/sources/registry';
import type { FixingSource, LayoutError, Source, SourceDocument, TickSource } from '#lib/sources/source';
import { unknownLayout } from '#lib/sources/source';
import type { LoadCounts } from '#lib/store/rates/fixings';
import type { LoadRecord } from '#lib/store/loads';
import { NO_QUARANTINE_CHANGES, type QuarantineChanges } from '#lib/store/validation/quarantine';
import type { Store } from '#lib/store/store';
import type { SourceReads } from '#lib/store/stored-sources';

import { barBatch } from './bar-batch.ts';
import { instantKey, readQuarantineFor } from '#lib/ingest/judging/held-figures';
import { judgeBars, judgeFixings, type JudgedLoad, type LoadJudges } from '#lib/ingest/judging/judge-load';
import { loadQuarantineChanges } from '#lib/ingest/judging/quarantine-changes';
import { comparisonOf } from '#lib/ingest/judging/other-figures';
import { type HistoryReading, readBars, readFixings } from './read-history.ts';
import { documentRow } from '#lib/ingest/judging/series-columns';
import { readStoredSnapshot } from './stored-snapshot.ts';

/** What became of one document's figures. */
export interface LoadedDocument extends LoadCounts {
  /** Figures that passed the validation, known ones included. */
  readonly accepted: number;
  readonly rejected: readonly Rejection[];
  /** Figures that wait for the operator. */
  readonly held: readonly HeldFigure[];
  /** Figures that were stored although they moved further than a live poll would believe. */
  readonly largeMoves: readonly LargeMove[];
  /** Why nothing was stored, and the whole document waits for the operator; null where it was. */
  readonly withheld: DocumentDoubt | null;
}

/** The part of the store that a load works with. */
export type LoadStore = SourceReads &
  Pick<
    Store,
    | 'write'
    | 'readRevisions'
    | 'readSeries'
    | 'readTickSeries'
    | 'readQuarantine'
    | 'readRejectedUrls'
    | 'readReleasedDocuments'
  >;

/** What a load works with. */
export interface LoadContext extends HistoryReading {
  readonly source: Source;
  /** Every source whose figures these are compared with. */
  readonly listed: readonly ListedSource[];
  readonly store: LoadStore;
  /** Whether the document is all that the publisher gave just now for the span that was asked for. */
  readonly isWhole?: boolean;
  /** The number of the withheld document that an operator releases: then only the rules for single figures apply. */
  readonly releases?: number;
}

/**
 * Reads a document of a publisher's history, judges its figures as a poll's are, by what is stored and by the other sources,
 * and stores the good ones in one transaction. A single large move of the past is flagged and not refused: history has real
 * ones. A document that is doubted as a whole is withheld.
 */
export async function loadDocument(
  context: LoadContext,
  document: SourceDocument,
): Promise<Result<LoadedDocument, LayoutError>> {
  const { source, store } = context;
  const read =
    source.cadence === 'fixing'
      ? readToJudgeFixings(source, context, document)
      : readToJudgeBars(source, context, document);
  if (!read.ok) return read;
  for (let judgement = 1; judgement <= JUDGEMENTS_MAX; judgement += 1) {
    const { rateSources } = await store.readRevisions();
    const loaded = await storeJudged(context, document, {
      ...(await read.value()),
      ratesRevision: rateSources.get(source.id) ?? 0,
    });
    if (loaded !== null) return loaded;
    context.onStep?.('overtaken');
  }
  return unknownLayout(
    `The figures it is compared with changed ${JUDGEMENTS_MAX} times meanwhile; load it again.`,
  );
}

/**
 * A bank's figures change once a day, and with each part of a backfill beside this: the longest has 52 parts, a year each. A
 * document that is overtaken more often has met something else.
 */
const JUDGEMENTS_MAX = 100;

/** Judges the figures that a document was read to have by what is stored when it is called. */
type Judge = () => Promise<JudgedDocument>;

function readToJudgeFixings(
  source: FixingSource,
  context: LoadContext,
  document: SourceDocument,
): Result<Judge, LayoutError> {
  const read = readFixings(source, document, context);
  if (!read.ok) return read;
  const { accepted: columns, rejected } = read.value;
  const newestMs = columns.instantsMs.reduce((one, other) => Math.max(one, other), 0);
  return ok(async () => {
    const judges = await judgesOf(context, newestMs);
    const judged =
      context.releases === undefined
        ? await judgeFixings(source, columns, judges, context.store)
        : unjudged(columns);
    context.onStep?.('checked');
    const { accepted, moves, doubt } = judged;
    const fixings =
      doubt === null
        ? { document: documentRow(source.id, document), ...accepted, flags: flagsOf(moves) }
        : null;
    return {
      judged: { ...judged, rejected: [...rejected, ...judged.rejected] },
      quarantine: loadQuarantineChanges(source, document, judges.quarantine, judged),
      figures: { fixings, bars: null },
      count: accepted.rates.length,
    };
  });
}

function readToJudgeBars(
  source: TickSource,
  context: LoadContext,
  document: SourceDocument,
): Result<Judge, LayoutError> {
  const { now, store, onStep } = context;
  const read = readBars(source, document, context);
  if (!read.ok) return read;
  const checked = read.value;
  return ok(async () => {
    const judges = await judgesOf(context, now.getTime());
    const judged =
      context.releases === undefined
        ? await judgeBars(source, checked.accepted, judges, store)
        : unjudged(checked.accepted);
    onStep?.('checked');
    const { accepted, moves, doubt } = judged;
    const bars =
      doubt === null ? { ...barBatch(source.id, document, accepted), flags: flagsOf(moves) } : null;
    return {
      judged: { ...judged, rejected: [...checked.rejected, ...judged.rejected] },
      quarantine: loadQuarantineChanges(source, document, judges.quarantine, judged),
      figures: { fixings: null, bars },
      count: accepted.length,
    };
  });
}

/** Every figure of a document that an operator has seen and released. */
function unjudged<Figures extends FixingColumns | readonly unknown[]>(
  accepted: Figures,
): JudgedLoad<Figures> {
  return { accepted, rejected: [], held: [], dropped: [], moves: [], doubt: null };
}

/** Judges of now, and for figures of the past what the other sources had on the day after the newest of them. */
async function judgesOf(
  { source, listed, store, now, origin, isWhole }: LoadContext,
  newestMs: number,
): Promise<LoadJudges> {
  const then = new Date(Math.min(now.getTime(), newestMs + DAY_MS));
  const thenSnapshot = await readStoredSnapshot(store, listed, then);
  return {
    othersThen: comparisonOf(thenSnapshot, source.id, new Map()).others,
    now,
    isFetched: origin === 'backfill',
    isWhole: isWhole === true,
    snapshot: await readStoredSnapshot(store, listed, now),
    kindOf: createKindOf(fixed().legalRates),
    quarantine: await readQuarantineFor(store, source),
  };
}

interface JudgedDocument {
  readonly judged: Omit<JudgedLoad<unknown>, 'accepted'>;
  readonly quarantine: QuarantineChanges;
  readonly figures: Pick<LoadRecord, 'fixings' | 'bars'>;
  /** Figures that passed. */
  readonly count: number;
}

/** Null, and nothing stored, where the source's figures changed since the document was judged by them. */
async function storeJudged(
  { source, store, now, origin, releases, onStep }: LoadContext,
  document: SourceDocument,
  { judged, quarantine, figures, count, ratesRevision }: JudgedDocument & { readonly ratesRevision: number },
): Promise<Result<LoadedDocument, LayoutError> | null> {
  const { rejected, held, moves, doubt } = judged;
  const counts = await store.write.storeLoad({
    source: source.id,
    atMs: now.getTime(),
    // A market's figures change with every poll, and none of its polls says anything of the days in its history.
    judgedAt: source.cadence === 'fixing' && releases === undefined ? ratesRevision : null,
    url: document.url,
    ...figures,
    quarantine: doubt === null ? quarantine : NO_QUARANTINE_CHANGES,
    withheld:
      doubt === null
        ? []
        : [
            {
              origin,
              document: documentRow(source.id, document),
              rule: doubt.rule,
              figures: doubt.count,
              sentence: doubt.sentence,
            },
          ],
    releases: releases ?? null,
  });
  if (counts === 'overtaken') return null;
  onStep?.('stored');
  if (counts === 'not-held') return unknownLayout('It is no longer held.');
  const loaded =
    doubt === null
      ? { accepted: count, held: await stillHeld(store, source, held), largeMoves: moves, withheld: null }
      : { accepted: 0, held: [], largeMoves: [], withheld: doubt };
  return ok({ ...counts, rejected, ...loaded });
}

/** Those of a load's doubtful figures that wait now: what an operator has rejected before is not held again. */
async function stillHeld(
  store: LoadStore,
  source: Source,
  held: readonly HeldFigure[],
): Promise<readonly HeldFigure[]> {
  if (held.length === 0) return held;
  const { heldRows, heldBars } = await readQuarantineFor(store, source);
  const waiting = new Set(
    [...heldRows, ...heldBars].map((row) => instantKey(row.base, row.quote, row.observedAtMs)),
  );
  return held.filter(({ base, quote, observedAt }) =>
    waiting.has(instantKey(base, quote, observedAt.getTime())),
  );
}

function flagsOf(moves: readonly LargeMove[]) {
  return moves.map(({ base, quote, observedAt, rule }) => ({
    base,
    quote,
    atMs: observedAt.getTime(),
    rule,
  }));
}
