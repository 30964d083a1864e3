import {
  documentDoubt,
  type DocumentDoubt,
  type DocumentFindings,
  type NewestDay,
  type Seam,
  type Witness,
} from '#lib/domain/validation/document-doubt';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { DAY_MS } from '#lib/domain/durations';
import type { Revision } from '#lib/domain/validation/judge-past';
import { type LargeMove, largeMovesOfSeries } from '#lib/domain/validation/large-moves';
import type { LiveContext, NewestMove } from '#lib/domain/validation/live-judgement';
import { medianOf } from '#lib/domain/median';
import { SPIKE_MAX } from '#lib/domain/validation/live-rules';
import { gapLimit, pastContextFor } from '#lib/domain/validation/move-limits';
import type { Observation, Rejection } from '#lib/domain/rates/observation';
import type { HeldFigure } from '#lib/domain/validation/quarantine';

/** What the series of a document say of it together. */
export interface TalliedLoad {
  readonly rejected: readonly Rejection[];
  /** The quarantine of the document's pairs afterwards, and figures that left it because the publisher went back on them. */
  readonly held: readonly HeldFigure[];
  readonly dropped: readonly HeldFigure[];
  /** Moves further than a live poll would believe: stored all the same where they are real, as single ones are. */
  readonly moves: readonly LargeMove[];
  /** Why nothing of it may be stored; null for a sound document. */
  readonly doubt: DocumentDoubt | null;
}

interface Closing {
  /** Whether the publisher gave the document just now, so that what is stored of its days must be there. */
  readonly isFetched: boolean;
  readonly newestDay: NewestDay | null;
}

interface SeriesOutcome {
  readonly accepted: readonly Observation[];
  readonly rejected: readonly Rejection[];
  readonly held: readonly HeldFigure[];
  readonly dropped: readonly HeldFigure[];
  readonly revisions: readonly Revision[];
  readonly overlapping: number;
  readonly doubtedNewest: number;
  readonly newestMoves: readonly NewestMove[];
}

interface JudgedSeries {
  readonly observations: readonly Observation[];
  readonly stored: SeriesFigures;
  readonly context: LiveContext;
}

/** Adds up what the series of a document say of it as a whole. */
export function createTally() {
  const rejected: Rejection[] = [];
  const held: HeldFigure[] = [];
  const dropped: HeldFigure[] = [];
  const moves: LargeMove[] = [];
  const revisions: Revision[] = [];
  let overlapping = 0;
  let newestPairs = 0;
  let doubtedNewest = 0;
  const newestMoves: NewestMove[] = [];
  let storedCount = 0;
  let missingCount = 0;
  const seams: Seam[] = [];
  const witnesses: Witness[] = [];
  return {
    addWitness: (newest: Observation | undefined, othersThen: LiveContext['others']) => {
      const median = newest && medianOf(othersThen(newest.base, newest.quote, newest.observedAt));
      if (newest && median) witnesses.push({ observation: newest, median });
    },
    addSeam: (observations: readonly Observation[], beyond: SeriesFigures, context: LiveContext) => {
      seams.push(...seamsOf(observations, beyond, context));
    },
    add: (outcome: SeriesOutcome, { observations, stored, context }: JudgedSeries) => {
      for (const rejection of outcome.rejected) rejected.push(rejection);
      for (const revision of outcome.revisions) revisions.push(revision);
      held.push(...outcome.held);
      dropped.push(...outcome.dropped);
      moves.push(...largeMovesOfSeries([withNeighbours(outcome.accepted, stored)], context));
      overlapping += outcome.overlapping;
      newestPairs += 1;
      doubtedNewest += outcome.doubtedNewest;
      newestMoves.push(...outcome.newestMoves);
      const missing = missingOf(observations, stored);
      storedCount += missing.storedCount;
      missingCount += missing.missingCount;
    },
    close: ({ isFetched, newestDay }: Closing): TalliedLoad => {
      const findings: DocumentFindings = {
        revisions,
        overlapping,
        moves,
        newestPairs,
        doubtedNewest,
        newestMoves,
        isAlwaysOpen: false,
        seams,
        witnesses,
        storedCount: isFetched ? storedCount : 0,
        missingCount: isFetched ? missingCount : 0,
        newestDay,
      };
      return { rejected, held, dropped, moves, doubt: documentDoubt(findings) };
    },
  };
}

/** A series between the stored figures on both of its sides, so that the seams are looked at too. */
function withNeighbours(
  accepted: readonly Observation[],
  { instantsMs, rates }: SeriesFigures,
): readonly Observation[] {
  const [first] = accepted;
  const last = accepted.at(-1);
  if (!first || !last) return [];
  if (instantsMs.length === 0) return accepted;
  const before = instantsMs.findLastIndex((atMs) => atMs < first.observedAt.getTime());
  const after = instantsMs.findIndex((atMs) => atMs > last.observedAt.getTime());
  const at = (index: number): readonly Observation[] => {
    const rate = rates[index];
    const atMs = instantsMs[index];
    return rate === undefined || atMs === undefined ? [] : [{ ...first, rate, observedAt: new Date(atMs) }];
  };
  return [...at(before), ...accepted, ...at(after)];
}

/** How much of what is stored between a series' first and last day it does not state. */
function missingOf(observations: readonly Observation[], { instantsMs }: SeriesFigures) {
  if (instantsMs.length === 0) return { storedCount: 0, missingCount: 0 };
  const stated = new Set(observations.map(({ observedAt }) => observedAt.getTime()));
  const fromMs = observations[0]?.observedAt.getTime() ?? Infinity;
  const toMs = observations.at(-1)?.observedAt.getTime() ?? -Infinity;
  const within = instantsMs.filter((atMs) => atMs >= fromMs && atMs <= toMs);
  return {
    storedCount: within.length,
    missingCount: within.filter((atMs) => !stated.has(atMs)).length,
  };
}

/** The steps from a series' ends to the nearest stored figures beyond them. */
function seamsOf(
  observations: readonly Observation[],
  beyond: SeriesFigures,
  context: LiveContext,
): readonly Seam[] {
  return beyond.instantsMs.flatMap((instantMs, index) => {
    const storedRate = beyond.rates[index];
    const isBefore = instantMs < (observations[0]?.observedAt.getTime() ?? Infinity);
    const observation = isBefore ? observations[0] : observations.at(-1);
    if (observation === undefined || storedRate === undefined) return [];
    const days = Math.round(Math.abs(observation.observedAt.getTime() - instantMs) / DAY_MS);
    const [from, to] = isBefore
      ? [new Date(instantMs), observation.observedAt]
      : [observation.observedAt, new Date(instantMs)];
    const limit = seamLimit(
      observation,
      days,
      pastContextFor(observation, context).limitBetween(from, to),
      context,
    );
    return [{ observation, storedRate, days, limit }];
  });
}

/** The daily limit where it holds, and what such a rate moves in the time between where it does not. */
function seamLimit(observation: Observation, days: number, dailyLimit: number, context: LiveContext): number {
  return dailyLimit < Infinity ? Math.min(SPIKE_MAX, dailyLimit) : gapLimit(observation, days, context);
}
