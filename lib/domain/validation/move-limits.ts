import type { KindOf } from '#lib/domain/currencies/rate-kind';
import { DAY_MS } from '#lib/domain/durations';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { Observation } from '#lib/domain/rates/observation';
import type { PastContext } from './judge-past.ts';
import type { LiveContext } from './live-judgement.ts';
import { JUMP_GAP_DAYS_MAX, jumpLimit, logDistance, SMALLEST_JUMP, SPIKE_MAX } from './live-rules.ts';
import { observationsByPair } from './observations-by-pair.ts';

/** What tells how far a rate may move in a time. */
export type MoveContext = Pick<LiveContext, 'cadence' | 'kindOf' | 'publicationDaysBetween'>;

/** The jump limit of a pair over a time, which never counts more than the days of the longest gap. */
export function limitBetween(
  { base, quote }: Observation,
  from: Date,
  to: Date,
  context: LiveContext,
): number {
  const kind = context.kindOf(base, quote, isoDayOf(to));
  return jumpLimit(kind, Math.min(JUMP_GAP_DAYS_MAX, elapsedDays(context, from, to)));
}

/** The same for a figure that others cannot confirm: never more than {@link SPIKE_MAX}, however long the source was away. */
export function liveLimit(row: Observation, from: Date, to: Date, context: LiveContext): number {
  return Math.min(SPIKE_MAX, limitBetween(row, from, to, context));
}

/**
 * How far a figure may be from the nearest one that is stored, so many days away, across a gap in which no daily limit holds: a
 * currency of a state moves by the square root of time, a major one not beyond {@link MAJOR_GAP_MAX} however long, a peg does not
 * move, and a coin keeps to its order of magnitude. EUR/USD after 18 days: 0.34, so that 1.5 times is too far.
 */
export function gapLimit(
  { base, quote, observedAt }: Pick<Observation, 'base' | 'quote' | 'observedAt'>,
  days: number,
  { kindOf }: Pick<LiveContext, 'kindOf'>,
): number {
  const kind = kindOf(base, quote, isoDayOf(observedAt));
  switch (kind) {
    case 'peg':
      return jumpLimit(kind, days);
    case 'major':
      return Math.min(MAJOR_GAP_MAX, MAJOR_MOVE_A_DAY * Math.sqrt(days));
    case 'other':
      return Math.min(SPIKE_MAX, STATE_MOVE_A_DAY * Math.sqrt(days));
    case 'crypto':
      return SPIKE_MAX;
    default:
      return kind satisfies never;
  }
}

/** By the square root of time: 0.95 in a quarter, which no currency that a bank fixes went beyond. */
const STATE_MOVE_A_DAY = 0.1;

/** The Australian dollar lost 0.32 of its logarithm to the American one within 38 days of 2008, and 0.46 within three months. */
const MAJOR_MOVE_A_DAY = 0.08;
const MAJOR_GAP_MAX = 0.47;

/** The same between two figures of the past, and none across a longer gap. */
export function pastLimit(
  { base, quote }: { readonly base: string; readonly quote: string },
  from: Date,
  to: Date,
  context: MoveContext,
): number {
  const days = elapsedDays(context, from, to);
  return days > JUMP_GAP_DAYS_MAX ? Infinity : jumpLimit(context.kindOf(base, quote, isoDayOf(to)), days);
}

/** The days between two figures by which a limit grows: publications of a fixing, elapsed time of a live quote. */
function elapsedDays({ cadence, publicationDaysBetween }: MoveContext, from: Date, to: Date): number {
  if (cadence !== 'fixing') return Math.abs(to.getTime() - from.getTime()) / DAY_MS;
  return publicationDaysBetween(isoDayOf(from), isoDayOf(to));
}

/** How far a pair's rate may move, stand out and be corrected in the past. */
export function pastContextFor(
  { base, quote, observedAt }: Pick<Observation, 'base' | 'quote' | 'observedAt'>,
  context: LiveContext,
): Pick<PastContext, 'limitBetween' | 'spikeMax' | 'correctionMax'> {
  return {
    limitBetween: (from, to) => pastLimit({ base, quote }, from, to, context),
    spikeMax: SPIKE_MAX,
    correctionMax: jumpLimit(context.kindOf(base, quote, isoDayOf(observedAt)), 0),
  };
}

/** Many small steps that together go further than the time between allows. */
export function isWalk(row: Observation, context: LiveContext): boolean {
  return context
    .earlier(row.base, row.quote)
    .some(
      ({ rate, observedAt }) =>
        logDistance(row.rate, rate) > limitBetween(row, observedAt, row.observedAt, context),
    );
}

/** A move in an imported history that a live poll would have doubted; the figure is stored and served. */
export interface LargeMove {
  readonly base: string;
  readonly quote: string;
  /** The instant of the figure that the move leads to, UTC. */
  readonly observedAt: Date;
  readonly rule: 'large_move';
  /** The natural logarithm of this figure over the one before: -0.1555 when one euro fell from 1.2010 to 1.0280 francs. */
  readonly changeLogReturn: number;
}

/** What a history's moves are measured by. */
export interface LargeMoveContext {
  readonly kindOf: KindOf;
  /** Publications after `from` up to and including `to`: the days for the limit, and the gap beyond which there is none. */
  readonly publicationDaysBetween: (from: IsoDay, to: IsoDay) => number;
}

/**
 * The large moves between consecutive figures of each series, by the limits of a live poll's `jump`; none across a gap
 * of more than ten publication days. Figures may come in any order; 200,000 ordered ones cost about 100 ms.
 */
export function largeMoves(
  observations: readonly Observation[],
  context: LargeMoveContext,
): readonly LargeMove[] {
  return largeMovesOfSeries(observationsByPair(observations), context);
}

/** The same of figures that are one series each already, ascending by time; none is held longer than its neighbour. */
export function largeMovesOfSeries(
  histories: Iterable<Iterable<Observation>>,
  context: LargeMoveContext,
): readonly LargeMove[] {
  const moves: LargeMove[] = [];
  for (const series of histories) {
    let earlier: Observation | null = null;
    for (const figure of series) {
      if (earlier !== null) pushLargeMove(moves, earlier, figure, context);
      earlier = figure;
    }
  }
  return moves;
}

/** Calendar and law are asked for moves of 1 % and more only. */
function pushLargeMove(
  moves: LargeMove[],
  earlier: Observation,
  figure: Observation,
  { kindOf, publicationDaysBetween }: LargeMoveContext,
): void {
  const changeLogReturn = Math.log(figure.rate / earlier.rate);
  if (Math.abs(changeLogReturn) <= SMALLEST_JUMP) return;
  const { base, quote, observedAt } = figure;
  const day = isoDayOf(observedAt);
  const days = publicationDaysBetween(isoDayOf(earlier.observedAt), day);
  if (days > JUMP_GAP_DAYS_MAX) return;
  if (Math.abs(changeLogReturn) <= jumpLimit(kindOf(base, quote, day), days)) return;
  moves.push({ base, quote, observedAt, rule: 'large_move', changeLogReturn });
}
