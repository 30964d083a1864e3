import { setImmediate as otherWork } from 'node:timers/promises';

import { type DocumentDoubt, newestDoubt, pastDoubt } from '#lib/domain/validation/document-doubt';
import { isAgreeing } from '#lib/domain/validation/live-rules';
import { medianOf } from '#lib/domain/median';
import { ownCrosses } from '#lib/domain/validation/own-crosses';
import { joined, judgeLive } from '#lib/domain/validation/judge-live';
import type { Revision } from '#lib/domain/validation/judge-past';
import type { FlaggedFigure, LiveContext, LiveJudgement } from '#lib/domain/validation/live-judgement';
import type { Observation } from '#lib/domain/rates/observation';
import type { Rejection } from '#lib/domain/validation/rules';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import { type HeldFigure, heldObservation } from '#lib/domain/validation/held-figure';
import type { Source, SourceDocument } from '#lib/sources/source';

import type { LeftHeld } from '#lib/ingest/judge/held-figures';
import { comparisonOf, type Judges, liveContextOf } from '#lib/ingest/judge/neighbours';
import type { ReadPoll } from './read-poll.ts';
import type { ReadDocument } from '#lib/ingest/judge/stored-rows';

/** What a poll brought once every rule has had its say. */
export interface JudgedPoll {
  /** Whether the publisher's newest document is the one whose figures are stored. */
  readonly isUnchanged: boolean;
  /** Whether its dates cannot be right, so that nothing of it is believed. */
  readonly isMisdated: boolean;
  /** Figures that may be stored, by the document that brought them. */
  readonly documents: readonly ReadDocument[];
  readonly rejected: readonly Rejection[];
  readonly flagged: readonly FlaggedFigure[];
  /** All that is held of the source after the poll. */
  readonly held: readonly HeldFigure[];
  /** What left it, and how. */
  readonly left: readonly LeftHeld[];
  readonly isInverted: boolean;
  /** The document that stated a pair last; null where none did. */
  readonly originOf: (pair: Pair) => SourceDocument | null;
  /** Pairs of the newest publication or poll that may be stored. */
  readonly acceptedPairs: number;
  /** Documents of which nothing is stored until the operator decides. */
  readonly withheld: readonly DoubtedDocument[];
  /** Why none of the newest figures is believed; null where each stands for itself. */
  readonly newestDoubt: DocumentDoubt | null;
}

/** A document that is doubted as a whole, and why. */
export interface DoubtedDocument {
  readonly document: SourceDocument;
  readonly doubt: DocumentDoubt;
}

/**
 * Judges what a poll brought by the source's own last figures and by the other sources'. Requests are answered in between
 * where there are thousands of figures.
 */
export async function judgePoll(source: Source, read: ReadPoll, judges: Judges): Promise<JudgedPoll> {
  const { documents, rejected, isMisdated } = read;
  const { held } = judges.before;
  // A publisher that has nothing new states what it held again.
  const isUnchanged = source.cadence === 'fixing' && documents.length === 0 && !isMisdated;
  const figures = isUnchanged ? held.map(heldObservation) : documents.flatMap(({ accepted }) => accepted);
  const judgement = await judgeInTurns(source, figures, ofDocument(liveContextOf(source, judges), figures));
  const storable = new Set(judgement.accepted);
  const judgedPairs = new Set(figures.map(({ base, quote }) => pairKey(base, quote)));
  const kept = documents.map(({ document, accepted }) => ({
    document,
    accepted: accepted.filter((figure) => storable.delete(figure)),
  }));
  const newest = newestDoubt({
    newestPairs: judgedPairs.size,
    doubtedNewest: isAlwaysOpen(source) ? 0 : judgement.doubtedNewest,
    newestMoves: judgement.newestMoves,
    isAlwaysOpen: isAlwaysOpen(source),
  });
  const past = pastDoubt(judgement);
  const doubted = withheldOf(source, kept, { newest, past, revisions: judgement.revisions });
  const { rejectedUrls } = judges.before;
  // What an operator rejected of an address is its past: newer figures from there count all the same.
  const isRejected = ({ document }: Pick<DoubtedDocument, 'document'>) =>
    newest === null && rejectedUrls.has(document.url);
  const withheld = doubted.filter((one) => !isRejected(one));
  const isNew = newerThanStored(source, judges);
  const believed = kept.flatMap((read) => {
    if (!doubted.some(({ document }) => document === read.document)) return [read];
    return isRejected(read) ? [{ ...read, accepted: read.accepted.filter(isNew) }] : [];
  });
  return {
    isUnchanged,
    isMisdated,
    withheld,
    newestDoubt: newest,
    documents: believed,
    rejected: [...rejected, ...judgement.rejected],
    flagged: judgement.flagged,
    held: [...held.filter(({ base, quote }) => !judgedPairs.has(pairKey(base, quote))), ...judgement.held],
    left:
      withheld.length > 0
        ? []
        : [
            ...judgement.released.map((figure) => ({
              figure,
              as: 'released' as const,
              isUnstated: isLeftOver(storable, figure),
            })),
            ...judgement.dropped.map((figure) => ({ figure, as: 'rejected' as const, isUnstated: false })),
          ],
    isInverted: judgement.isInverted,
    originOf: ({ base, quote }) => documents.findLast(statesPair(base, quote))?.document ?? null,
    acceptedPairs: newestPairs(source, believed),
  };
}

/** What the figures of a poll say of each other. */
function ofDocument(context: LiveContext, figures: readonly Observation[]): LiveContext {
  return {
    ...context,
    isDenied: newestOf(figures).some((figure) => isContradicted(figure, context)),
    ownCrosses: context.cadence === 'tick' ? ownCrosses(figures) : context.ownCrosses,
  };
}

/** The figures of a poll's newest instant. */
function newestOf(figures: readonly Observation[]): readonly Observation[] {
  const newestMs = figures.reduce((newest, { observedAt }) => Math.max(newest, observedAt.getTime()), 0);
  return figures.filter(({ observedAt }) => observedAt.getTime() === newestMs);
}

/** Whether the other sources say otherwise. */
function isContradicted({ base, quote, rate, observedAt }: Observation, { others }: LiveContext): boolean {
  const median = medianOf(others(base, quote, observedAt));
  return median !== null && !isAgreeing(rate, median);
}

/** A market without closing times may move as a whole within a minute. */
function isAlwaysOpen(source: Source): boolean {
  return source.cadence === 'tick' && source.market === 'always';
}

/** Whether a figure is of a day after the newest one that is stored of its pair. */
function newerThanStored({ id }: Source, { snapshot }: Judges): (figure: Observation) => boolean {
  const { last } = comparisonOf(snapshot, id, new Map());
  return ({ base, quote, observedAt }) => {
    const stored = last(base, quote);
    return stored === null || observedAt > stored.observedAt;
  };
}

interface PollDoubts {
  readonly newest: DocumentDoubt | null;
  readonly past: DocumentDoubt | null;
  readonly revisions: readonly Revision[];
}

/**
 * The documents that would change the past, and those of a bank whose newest figures are not believed though none of them is
 * held: so that there is something to release. A market states its newest figures again within seconds.
 */
function withheldOf(
  { cadence }: Source,
  documents: readonly ReadDocument[],
  { newest, past, revisions }: PollDoubts,
): readonly DoubtedDocument[] {
  if (newest !== null && newest.rule !== 'many_doubts' && cadence === 'fixing') {
    return documents.map(({ document }) => ({ document, doubt: newest }));
  }
  if (past === null) return [];
  const revised = new Set(revisions.map(({ observation }) => observation));
  return documents
    .filter(({ accepted }) => accepted.some((figure) => revised.has(figure)))
    .map(({ document }) => ({ document, doubt: past }));
}

/** So many pairs take some 2 ms. */
const FIGURES_PER_TURN = 600;

/** A market's poll has one figure a pair, and each pair is judged by itself, so that it can be judged in parts. */
async function judgeInTurns(
  { cadence }: Source,
  figures: readonly Observation[],
  context: LiveContext,
): Promise<LiveJudgement> {
  if (cadence === 'fixing' || figures.length <= FIGURES_PER_TURN) return judgeLive(figures, context);
  const parts: LiveJudgement[] = [];
  for (let start = 0; start < figures.length; start += FIGURES_PER_TURN) {
    parts.push(judgeLive(figures.slice(start, start + FIGURES_PER_TURN), context));
    await otherWork();
  }
  return joined(parts);
}

function statesPair(base: string, quote: string): (document: ReadDocument) => boolean {
  return ({ accepted }) => accepted.some((figure) => figure.base === base && figure.quote === quote);
}

/** Whether a released figure is one that no document of this poll states. */
function isLeftOver(
  storable: ReadonlySet<Observation>,
  { base, quote, rate, observedAt }: HeldFigure,
): boolean {
  for (const figure of storable) {
    const isSame = figure.base === base && figure.quote === quote && figure.rate === rate;
    if (isSame && figure.observedAt.getTime() === observedAt.getTime()) return true;
  }
  return false;
}

/** Pairs of the newest day, or of the poll. */
function newestPairs(source: Source, documents: readonly ReadDocument[]): number {
  const figures = documents.flatMap(({ accepted }) => accepted);
  const newestMs = figures.reduce((latest, { observedAt }) => Math.max(latest, observedAt.getTime()), 0);
  const counted =
    source.cadence === 'tick'
      ? figures
      : figures.filter(({ observedAt }) => observedAt.getTime() === newestMs);
  return new Set(counted.map(({ base, quote }) => pairKey(base, quote))).size;
}
