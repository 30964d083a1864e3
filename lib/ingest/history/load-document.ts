import { setImmediate as otherWork } from 'node:timers/promises';

import type { DocumentDoubt } from '#lib/domain/validation/document-doubt';
import type { BarObservation } from '#lib/domain/validation/check-market';
import type { FixingColumns } from '#lib/domain/validation/fixing-columns';
import { DAY_MS } from '#lib/domain/durations';
import type { LargeMove } from '#lib/domain/validation/move-limits';
import type { Rejection } from '#lib/domain/validation/rules';
import type { HeldFigure } from '#lib/domain/validation/held-figure';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { ok, type Result } from '#lib/domain/result';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import type { ListedSource } from '#lib/sources/source-facts';
import type { FixingSource, LayoutError, Source, SourceDocument, TickSource } from '#lib/sources/source';
import { unknownLayout } from '#lib/sources/source';
import type { LoadCounts } from '#lib/store/rates/fixings';
import type { LoadRecord } from '#lib/store/loads';
import type { FigureFlag } from '#lib/store/rates/figure-flags';
import { NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import type { Store } from '#lib/store/store';
import type { SourceReads } from '#lib/store/stored-sources';

import { figureChanges, type HeldBefore, instantKey, readHeldBefore } from '#lib/ingest/judge/held-figures';
import { judgeBars, judgeFixings, type JudgedLoad, type LoadJudges } from './judge-load.ts';
import { comparisonOf } from '#lib/ingest/judge/neighbours';
import { type HistoryReading, readBars, readFixings } from './read-history.ts';
import { barBatch, documentRow, flagRow, heldDocument } from '#lib/ingest/judge/stored-rows';
import { readStoredSnapshot } from '#lib/ingest/judge/stored-past';

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
    'write' | 'readRevisions' | 'readSeries' | 'readTickSeries' | 'readHeldFigures' | 'readDecidedDocuments'
  >;

/** What a load works with. */
export interface LoadContext extends HistoryReading {
  readonly source: Source;
  /** Every source whose figures these are compared with. */
  readonly listed: readonly ListedSource[];
  readonly store: LoadStore;
  /** Whether the document is all that the publisher gave just now for the span that was asked for. */
  readonly isWhole?: boolean;
  /** What the document is of, where its address does not tell: a part of its source's history. */
  readonly subject?: string;
  /** The number of the held document that an operator releases: then only the rules for single figures apply. */
  readonly releases?: number;
}

/**
 * Reads a document of a publisher's history, judges its figures as a poll's are, by what is stored and by the other sources,
 * and stores the good ones in one transaction. A single large move of the past is flagged and not refused: history has real
 * ones. A document that is doubted as a whole is withheld.
 */
export function loadDocument(
  context: LoadContext,
  document: SourceDocument,
): Promise<Result<LoadedDocument, LayoutError>> {
  const { source } = context;
  return source.cadence === 'fixing'
    ? load(historyOfFixings(source), context, document)
    : load(historyOfBars(source), context, document);
}

/**
 * A bank's figures change once a day, and with each part of a backfill beside this: the longest has 52 parts, a year each. A
 * document that is overtaken more often has met something else.
 */
const JUDGEMENTS_MAX = 100;

type HistoryFigures = FixingColumns | readonly BarObservation[];

/** What differs between the history of a bank and that of a market. */
interface HistoryKind<Figures extends HistoryFigures> {
  readonly read: (
    document: SourceDocument,
    context: LoadContext,
  ) => Result<ReadHistory<Figures>, LayoutError>;
  /** The figures' newest instant; of a market's, which end now, the clock. */
  readonly newestMs: (figures: Figures, now: Date) => number;
  readonly judge: (figures: Figures, judges: LoadJudges, store: LoadStore) => Promise<JudgedLoad<Figures>>;
  readonly rows: (
    document: SourceDocument,
    figures: Figures,
    flags: readonly FigureFlag[],
  ) => Pick<LoadRecord, 'fixings' | 'bars'>;
  readonly count: (figures: Figures) => number;
  /** Whether what is stored meanwhile says something of the figures. */
  readonly canBeOvertaken: boolean;
}

interface ReadHistory<Figures> {
  readonly accepted: Figures;
  readonly rejected: readonly Rejection[];
}

function historyOfFixings(source: FixingSource): HistoryKind<FixingColumns> {
  return {
    read: (document, context) => readFixings(source, document, context),
    newestMs: ({ instantsMs }) => instantsMs.reduce((one, other) => Math.max(one, other), 0),
    judge: (figures, judges, store) => judgeFixings(source, figures, judges, store),
    rows: (document, figures, flags) => ({
      fixings: { document: documentRow(source.id, document), ...figures, flags },
      bars: null,
    }),
    count: ({ rates }) => rates.length,
    canBeOvertaken: true,
  };
}

/** A market's figures change with every poll, and none of its polls says anything of the days in its history. */
function historyOfBars(source: TickSource): HistoryKind<readonly BarObservation[]> {
  return {
    read: (document, context) => readBars(source, document, context),
    newestMs: (_figures, now) => now.getTime(),
    judge: (figures, judges, store) => judgeBars(source, figures, judges, store),
    rows: (document, figures, flags) => ({
      fixings: null,
      bars: { ...barBatch(source.id, document, figures), flags },
    }),
    count: ({ length }) => length,
    canBeOvertaken: false,
  };
}

/** Reads, judges and stores a document; one that is overtaken is judged again, and read no second time. */
async function load<Figures extends HistoryFigures>(
  kind: HistoryKind<Figures>,
  context: LoadContext,
  document: SourceDocument,
): Promise<Result<LoadedDocument, LayoutError>> {
  const { store, onStep } = context;
  const read = kind.read(document, context);
  if (!read.ok) return read;
  for (let judgements = 0; judgements < JUDGEMENTS_MAX; judgements += 1) {
    // Each step on thousands of figures takes milliseconds: requests that wait are answered in between.
    await otherWork();
    const judged = await judge(kind, context, read.value);
    onStep?.('checked');
    await otherWork();
    const counts = await store.write.storeLoad(recordOf(kind, context, document, judged));
    if (counts === 'overtaken') {
      onStep?.('overtaken');
      continue;
    }
    onStep?.('stored');
    if (counts === 'not-held') return unknownLayout('It is no longer held.');
    return ok(await loadedOf(kind, context, judged, counts));
  }
  return unknownLayout(
    `The figures it is compared with changed ${JUDGEMENTS_MAX} times meanwhile; load it again.`,
  );
}

async function judge<Figures extends HistoryFigures>(
  kind: HistoryKind<Figures>,
  context: LoadContext,
  { accepted, rejected }: ReadHistory<Figures>,
): Promise<Judged<Figures>> {
  const { source, store, now, releases } = context;
  const { rateSources } = await store.readRevisions();
  const judges = await judgesOf(context, kind.newestMs(accepted, now));
  const judged = releases === undefined ? await kind.judge(accepted, judges, store) : unjudged(accepted);
  return {
    ...judged,
    rejected: [...rejected, ...judged.rejected],
    before: judges.before,
    ratesRevision: rateSources.get(source.id) ?? 0,
  };
}

async function loadedOf<Figures extends HistoryFigures>(
  kind: HistoryKind<Figures>,
  { source, store }: LoadContext,
  { accepted, rejected, held, moves, doubt }: Judged<Figures>,
  counts: LoadCounts,
): Promise<LoadedDocument> {
  return {
    ...counts,
    rejected,
    withheld: doubt,
    accepted: doubt === null ? kind.count(accepted) : 0,
    held: doubt === null ? await stillHeld(store, source, held) : [],
    largeMoves: doubt === null ? moves : [],
  };
}

/** A judged document, and what it was judged by. */
interface Judged<Figures> extends JudgedLoad<Figures> {
  readonly before: HeldBefore;
  /** The source's count of commits of rates before. */
  readonly ratesRevision: number;
}

/** All that is stored of a document: nothing but itself where it is doubted as a whole. */
function recordOf<Figures extends HistoryFigures>(
  kind: HistoryKind<Figures>,
  { source, now, subject, releases }: LoadContext,
  document: SourceDocument,
  judged: Judged<Figures>,
): LoadRecord {
  const { doubt, moves, before, ratesRevision } = judged;
  const load = {
    source: source.id,
    atMs: now.getTime(),
    judgedAt: kind.canBeOvertaken && releases === undefined ? ratesRevision : null,
    releases: releases ?? null,
  };
  if (doubt !== null) {
    const documents = [heldDocument(source.id, subject ?? document.url, document, doubt)];
    return { ...load, fixings: null, bars: null, held: { ...NO_HELD_CHANGES, documents } };
  }
  const flags = moves.map((move) => flagRow(move, move.rule));
  return {
    ...load,
    ...kind.rows(document, judged.accepted, flags),
    held: {
      ...figureChanges(source, {
        kind: source.cadence === 'fixing' ? 'fixing' : 'bar',
        before: source.cadence === 'fixing' ? before.held : before.heldBars,
        held: judged.held,
        left: judged.dropped.map((figure) => ({ figure, as: 'rejected', isUnstated: false })),
        originOf: () => document,
      }),
      documents: [],
      settled: [subject ?? document.url],
    },
  };
}

/** Every figure of a document that an operator has seen and released. */
function unjudged<Figures extends HistoryFigures>(accepted: Figures): JudgedLoad<Figures> {
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
    kindOf: createKindOf(LAW.pegs),
    before: await readHeldBefore(store, source),
  };
}

/** Those of a load's doubtful figures that wait now: what an operator has rejected before is not held again. */
async function stillHeld(
  store: LoadStore,
  source: Source,
  held: readonly HeldFigure[],
): Promise<readonly HeldFigure[]> {
  if (held.length === 0) return held;
  const after = await readHeldBefore(store, source);
  const waiting = new Set(
    [...after.held, ...after.heldBars].map(({ base, quote, observedAt }) =>
      instantKey(base, quote, observedAt.getTime()),
    ),
  );
  return held.filter(({ base, quote, observedAt }) =>
    waiting.has(instantKey(base, quote, observedAt.getTime())),
  );
}
