import type { BarObservation } from '#lib/domain/validation/bar-validation';
import type { NewestDay } from '#lib/domain/validation/document-doubt';
import { type FixingColumns, seriesRows, withoutRows } from '#lib/domain/validation/fixing-columns';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { isoDayOf } from '#lib/domain/iso-day';
import { judgePair } from '#lib/domain/validation/judge-pair';
import { judgePast } from '#lib/domain/validation/judge-past';
import type { AcceptedFigure, LiveContext } from '#lib/domain/validation/live-judgement';
import { medianOf } from '#lib/domain/median';
import { pastContextFor } from '#lib/domain/validation/move-limits';
import type { Observation, Rejection } from '#lib/domain/rates/observation';
import { observationsByPair } from '#lib/domain/validation/observations-by-pair';
import { isSame, without } from '#lib/domain/validation/pair-state';
import { holdSpike } from '#lib/domain/validation/quarantine';
import type { FixingSource, TickSource } from '#lib/sources/source';
import type { Store } from '#lib/store/store';

import { heldFigures } from './held-figures.ts';
import { type Judges, liveContextOf, NOTHING_STORED } from './live-context.ts';
import { createTally, type TalliedLoad } from './load-tally.ts';
import { readStoredAround, readStoredBeyond, storedSpanOf } from './stored-past.ts';

/** What became of a document of history once every rule has had its say. */
export interface JudgedLoad<Figures> extends TalliedLoad {
  readonly accepted: Figures;
}

/** What a load is judged by; what the store holds is read series by series. */
export type LoadJudges = Omit<Judges, 'stored' | 'isPoll' | 'earlier' | 'unproven'> & {
  /** Whether the publisher gave it just now for a span that was asked for, so that most of what is stored must be there. */
  readonly isFetched: boolean;
  /** Whether it is all that the publisher gave for the span, so that it must have every pair. */
  readonly isWhole: boolean;
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
  const closed = tally.close({
    isFetched: judges.isFetched,
    newestDay: newestDayOf(source, columns, judges),
  });
  return { ...closed, accepted: without.size === 0 ? columns : withoutRows(columns, without) };
}

/** What a document has of its newest day, if that would be the newest publication. */
function newestDayOf(
  source: FixingSource,
  { instantsMs }: FixingColumns,
  { isWhole, snapshot }: LoadJudges,
): NewestDay | null {
  const stored = snapshot.sources.find(({ id }) => id === source.id)?.publications[0];
  const newestMs = instantsMs.reduce((one, other) => Math.max(one, other), 0);
  if (!isWhole || !stored || newestMs <= stored.observedAt.getTime()) return null;
  const pairs = instantsMs.reduce((count, atMs) => (atMs === newestMs ? count + 1 : count), 0);
  return { pairs, storedPairs: stored.figures.size };
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
  const heldBars = heldFigures(judges.quarantine.heldBars);
  for (const series of observationsByPair(bars)) {
    const [first] = series;
    if (first === undefined) continue;
    const stored = await readBy(readStoredAround, { store, source }, series);
    const context = contextOf(source, judges, stored);
    const level = levelOfMarket(first, series, context);
    const waiting = heldBars.filter(({ base, quote }) => base === first.base && quote === first.quote);
    const history = series.filter((bar) => !waiting.some((figure) => isSame(bar, figure)));
    const judged = judgePast(history, {
      ...pastContextFor(first, context),
      level,
      stored,
      newestDoubt: null,
    });
    const [spikes, strays] = partSpikes(series, judged.spikes);
    const settledMs = new Set(judged.accepted.map(({ observedAt }) => observedAt.getTime()));
    const dropped = waiting.filter(({ observedAt }) => settledMs.has(observedAt.getTime()));
    const isKept = new Set(judged.accepted);
    const kept = series.filter((bar) => isKept.has(bar));
    accepted.push(...kept);
    const outcome = {
      accepted: judged.accepted,
      rejected: [...judged.rejected, ...strays.map(spikeRejection)],
      revisions: judged.revisions,
      overlapping: judged.overlapping,
      held: [...without(waiting, dropped), ...spikes.map((bar) => holdSpike(bar, judges.now))],
      dropped,
      doubtedNewest: 0,
      newestMoves: [],
    };
    tally.add(outcome, { observations: series, stored, context });
    tally.addSeam(kept, await readBy(readStoredBeyond, { store, source }, kept), context);
  }
  return { ...tally.close({ isFetched: judges.isFetched, newestDay: null }), accepted };
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
  return liveContextOf(source, {
    ...judges,
    isPoll: false,
    earlier: () => [],
    unproven: new Set(),
    stored: () => stored,
  });
}

/** Reads what is stored around a series, or beyond its ends; nothing of an empty one. */
function readBy(
  read: typeof readStoredAround,
  { store, source }: Stored,
  observations: readonly Observation[],
): Promise<SeriesFigures> {
  const span = storedSpanOf(observations);
  return span === null ? Promise.resolve(NOTHING_STORED) : read(store, source, span);
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

/** Bars that stand out and end within their day, and the others, which are refused: a held figure has no day but its instant's. */
function partSpikes(
  series: readonly BarObservation[],
  spikes: readonly Observation[],
): readonly [held: readonly BarObservation[], refused: readonly BarObservation[]] {
  const isSpike = new Set(spikes);
  const bars = series.filter((bar) => isSpike.has(bar));
  const isWithinDay = ({ day, observedAt }: BarObservation) => isoDayOf(observedAt) === day;
  return [bars.filter(isWithinDay), bars.filter((bar) => !isWithinDay(bar))];
}

function spikeRejection({ base, quote, rate, observedAt }: Observation): Rejection {
  return { rule: 'jump', detail: `${isoDayOf(observedAt)} ${base}/${quote} "${rate}"` };
}
