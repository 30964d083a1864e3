import type { BarObservation } from '#lib/domain/bar-door';
import {
  documentDoubt,
  type DocumentDoubt,
  type DocumentFindings,
  type Seam,
  type Witness,
} from '#lib/domain/document-doubt';
import { type FixingColumns, seriesRows, withoutRows } from '#lib/domain/fixing-columns';
import { DAY_MS, isoDayOf } from '#lib/domain/iso-day';
import { judgePair } from '#lib/domain/judge-pair';
import { pastContextFor } from '#lib/domain/move-limits';
import { judgePast, type Revision } from '#lib/domain/judge-past';
import { type LargeMove, largeMovesOfSeries } from '#lib/domain/large-moves';
import type { AcceptedFigure, LiveContext, NewestMove } from '#lib/domain/live-judgement';
import { medianOf, SPIKE_MAX } from '#lib/domain/live-rules';
import type { Observation, Rejection } from '#lib/domain/observation';
import { observationsByPair } from '#lib/domain/observations-by-pair';
import type { SeriesFigures } from '#lib/domain/historical-series';
import type { HeldFigure } from '#lib/domain/quarantine';
import type { FixingSource, TickSource } from '#lib/sources/source';
import type { Store } from '#lib/store/store';

import { type Judges, liveContextOf, NOTHING_STORED } from './live-context.ts';
import { readStoredAround, readStoredBeyond } from './stored-past.ts';

/** What became of a document of history once every rule has had its say. */
export interface JudgedLoad<Figures> {
  readonly accepted: Figures;
  readonly rejected: readonly Rejection[];
  /** The quarantine of the document's pairs afterwards, and figures that left it because the publisher went back on them. */
  readonly held: readonly HeldFigure[];
  readonly dropped: readonly HeldFigure[];
  /** Moves further than a live poll would believe: stored all the same where they are real, as single ones are. */
  readonly moves: readonly LargeMove[];
  /** Why nothing of it may be stored; null for a sound document. */
  readonly doubt: DocumentDoubt | null;
}

/** What a load is judged by; what the store holds is read series by series. */
export type LoadJudges = Omit<Judges, 'stored' | 'isPoll' | 'earlier'> & {
  /** Whether the publisher gave it just now for a span that was asked for, so that most of what is stored must be there. */
  readonly isFetched: boolean;
  /** What the other sources had on the document's newest day. */
  readonly othersThen: LiveContext['others'];
};

type SeriesReads = Pick<Store, 'readSeries' | 'readTickSeries'>;

/** Judges a history of fixings one series after the other, so that no more than one is held as rows. */
export async function judgeFixings(
  source: FixingSource,
  columns: FixingColumns,
  judges: LoadJudges,
  store: SeriesReads,
): Promise<JudgedLoad<FixingColumns>> {
  const tally = createTally();
  const without = new Set<number>();
  for (const { rows, observations } of seriesRows(columns)) {
    const stored = await readBy(readStoredAround, { store, source }, observations);
    const context = contextOf(source, judges, stored);
    const judged = judgePair(observations, context);
    const kept = keptOf(observations, judged.accepted);
    if (kept.length < observations.length) {
      const isKept = new Set(kept);
      for (const [index, observation] of observations.entries()) {
        const row = rows[index];
        if (row !== undefined && !isKept.has(observation)) without.add(row);
      }
    }
    tally.add({ ...judged, accepted: kept }, { observations, stored, context });
    tally.addSeam(kept, await readBy(readStoredBeyond, { store, source }, kept), context);
    tally.addWitness(kept.at(-1), judges.othersThen);
  }
  return { ...tally.close(judges), accepted: without.size === 0 ? columns : withoutRows(columns, without) };
}

/** Judges the days of a market by its newest quote and what is stored of them; all of them are past. */
export async function judgeBars(
  source: TickSource,
  bars: readonly BarObservation[],
  judges: LoadJudges,
  store: SeriesReads,
): Promise<JudgedLoad<readonly BarObservation[]>> {
  const tally = createTally();
  const accepted: BarObservation[] = [];
  for (const series of observationsByPair(bars)) {
    const [first] = series;
    if (first === undefined) continue;
    const stored = await readBy(readStoredAround, { store, source }, series);
    const context = contextOf(source, judges, stored);
    const level = levelOfMarket(first, series, context);
    const judged = judgePast(series, {
      ...pastContextFor(first, context),
      level,
      stored,
      newestDoubt: null,
    });
    const rejected = [...judged.rejected, ...judged.spikes.map(spikeRejection)];
    const isKept = new Set(judged.accepted);
    const kept = series.filter((bar) => isKept.has(bar));
    accepted.push(...kept);
    const outcome = {
      accepted: judged.accepted,
      rejected,
      revisions: judged.revisions,
      overlapping: judged.overlapping,
      held: [],
      dropped: [],
      doubtedNewest: 0,
      newestMoves: [],
    };
    tally.add(outcome, { observations: series, stored, context });
    tally.addSeam(kept, await readBy(readStoredBeyond, { store, source }, kept), context);
  }
  return { ...tally.close(judges), accepted };
}

/** The accepted rows of a series in the order of time. */
function keptOf(
  observations: readonly Observation[],
  accepted: readonly Observation[],
): readonly Observation[] {
  if (accepted.length === observations.length) return observations;
  const isAccepted = new Set(accepted);
  return observations.filter((observation) => isAccepted.has(observation));
}

function contextOf(
  source: FixingSource | TickSource,
  judges: LoadJudges,
  stored: SeriesFigures,
): LiveContext {
  return liveContextOf(source, { ...judges, isPoll: false, earlier: () => [], stored: () => stored });
}

/** Reads what is stored around a series, or beyond its ends; nothing of an empty one. */
function readBy(
  read: typeof readStoredAround,
  { store, source }: Stored,
  observations: readonly Observation[],
): Promise<SeriesFigures> {
  const [first] = observations;
  const last = observations.at(-1);
  if (!first || !last) return Promise.resolve(NOTHING_STORED);
  const { base, quote } = first;
  const span = { base, quote, fromMs: first.observedAt.getTime(), toMs: last.observedAt.getTime() };
  return read(store, source, span);
}

interface Stored {
  readonly store: SeriesReads;
  readonly source: FixingSource | TickSource;
}

/** What the newest day is compared with: the market's own quote, else what others say now. */
function levelOfMarket(
  { base, quote }: Observation,
  series: readonly Observation[],
  { lastAccepted, others, now }: LiveContext,
): AcceptedFigure | null {
  const own = lastAccepted(base, quote);
  if (own !== null) return own;
  const newest = series.at(-1);
  const median = newest === undefined ? null : medianOf(others(base, quote, newest.observedAt));
  return median === null ? null : { rate: median, observedAt: now };
}

function spikeRejection({ base, quote, rate, observedAt }: Observation): Rejection {
  return { rule: 'jump', detail: `${isoDayOf(observedAt)} ${base}/${quote} "${rate}"` };
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
function createTally() {
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
    addWitness: (newest: Observation | undefined, othersThen: LoadJudges['othersThen']) => {
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
    close: ({ isFetched }: LoadJudges): Omit<JudgedLoad<never>, 'accepted'> => {
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

/** Across more than ten publication days no daily limit holds; a currency of a state still keeps to its order of magnitude. */
function seamLimit(
  { base, quote, observedAt }: Observation,
  days: number,
  dailyLimit: number,
  { kindOf }: LiveContext,
): number {
  if (dailyLimit < Infinity) return Math.min(SPIKE_MAX, dailyLimit);
  const isCoin = kindOf(base, quote, isoDayOf(observedAt)) === 'crypto';
  return isCoin ? SPIKE_MAX : Math.min(SPIKE_MAX, STATE_MOVE_A_DAY * Math.sqrt(days));
}

/** By the square root of time: 0.95 in a quarter, which no currency that a bank fixes went beyond. */
const STATE_MOVE_A_DAY = 0.1;
