import { isoDayOf } from '#lib/domain/iso-day';
import { judgeLive } from '#lib/domain/judge-live';
import type { FlaggedFigure } from '#lib/domain/live-judgement';
import type { Observation, Rejection } from '#lib/domain/observation';
import { pairKey } from '#lib/domain/pair';
import { publicationDaysBetween } from '#lib/domain/publication-days-between';
import { type HeldFigure, heldObservation } from '#lib/domain/quarantine';
import type { KindOf } from '#lib/domain/rate-kind';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import type { Source, SourceDocument } from '#lib/sources/source';

import { publicationDaysOf } from './market-days.ts';
import { comparisonOf } from './other-figures.ts';
import type { PollFailure, ReadDocument, ReadPoll } from './read-poll.ts';

/** What a poll brought once every rule has had its say. */
export interface JudgedFigures {
  readonly kind: 'judged';
  /** Whether the publisher's newest document is the one whose figures are stored. */
  readonly isUnchanged: boolean;
  /** Whether its dates cannot be right, so that nothing of it is believed. */
  readonly isMisdated: boolean;
  /** Figures that may be stored, by the document that brought them. */
  readonly documents: readonly ReadDocument[];
  readonly rejected: readonly Rejection[];
  readonly flagged: readonly FlaggedFigure[];
  /** The whole quarantine of the source after the poll. */
  readonly held: readonly HeldFigure[];
  /** What left it, and how. */
  readonly left: readonly LeftQuarantine[];
  readonly isInverted: boolean;
  /** The document that stated each pair last, by `BASE/QUOTE`. */
  readonly origins: ReadonlyMap<string, SourceDocument>;
  /** Pairs of the newest publication or poll that may be stored. */
  readonly acceptedPairs: number;
}

/** A figure that left quarantine. */
export interface LeftQuarantine {
  readonly figure: HeldFigure;
  readonly as: 'released' | 'rejected';
  /** Whether it was released and no document of the poll states it. */
  readonly isUnstated: boolean;
}

/** A poll that was judged, or why there was nothing to judge. */
export type JudgedPoll = JudgedFigures | { readonly kind: 'failed'; readonly failure: PollFailure };

/** What a poll is judged by. */
export interface Judges {
  readonly snapshot: RateSnapshot;
  readonly kindOf: KindOf;
  /** The source's quarantine before the poll, and the other sources'. */
  readonly held: readonly HeldFigure[];
  readonly othersHeld: ReadonlyMap<string, readonly HeldFigure[]>;
  readonly now: Date;
}

/** Judges what a poll brought by the source's own last figures and by the other sources'. */
export function judgePoll(source: Source, read: ReadPoll, judges: Judges): JudgedFigures {
  const { documents, rejected, isMisdated } = read;
  const { snapshot, kindOf, held, now } = judges;
  const comparison = comparisonOf(snapshot, source.id, judges.othersHeld);
  const heldByPair = Map.groupBy(held, ({ base, quote }) => pairKey(base, quote));
  // A publisher that has nothing new states what it held again.
  const isUnchanged = source.cadence === 'fixing' && documents.length === 0 && !isMisdated;
  const figures = isUnchanged ? held.map(heldObservation) : documents.flatMap(({ accepted }) => accepted);
  const judgement = judgeLive(figures, {
    cadence: source.cadence,
    now,
    kindOf,
    lastAccepted: comparison.last,
    others: comparison.others,
    othersHeld: comparison.othersHeld,
    held: (base, quote) => heldByPair.get(pairKey(base, quote)) ?? [],
    publicationDaysBetween: (from, to) => publicationDaysBetween(publicationDaysOf(source), from, to),
  });
  const storable = new Set(judgement.accepted);
  const judgedPairs = new Set(figures.map(({ base, quote }) => pairKey(base, quote)));
  const kept = documents.map(({ document, accepted }) => ({
    document,
    accepted: accepted.filter((figure) => storable.delete(figure)),
  }));
  return {
    kind: 'judged',
    isUnchanged,
    isMisdated,
    documents: kept,
    rejected: [...rejected, ...judgement.rejected],
    flagged: judgement.flagged,
    held: [...held.filter(({ base, quote }) => !judgedPairs.has(pairKey(base, quote))), ...judgement.held],
    left: [
      ...judgement.released.map((figure) => ({
        figure,
        as: 'released' as const,
        isUnstated: isLeftOver(storable, figure),
      })),
      ...judgement.dropped.map((figure) => ({ figure, as: 'rejected' as const, isUnstated: false })),
    ],
    isInverted: judgement.isInverted,
    origins: new Map(
      documents.flatMap(({ document, accepted }) =>
        accepted.map(({ base, quote }) => [pairKey(base, quote), document] as const),
      ),
    ),
    acceptedPairs: newestPairs(source, kept),
  };
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
  const newestDay = figures.reduce((newest, { observedAt }) => {
    const day = isoDayOf(observedAt);
    return day > newest ? day : newest;
  }, '');
  const counted =
    source.cadence === 'tick'
      ? figures
      : figures.filter((figure) => isoDayOf(figure.observedAt) === newestDay);
  return new Set(counted.map(({ base, quote }) => pairKey(base, quote))).size;
}
