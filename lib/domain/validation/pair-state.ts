import { medianOf } from '#lib/domain/median';
import { levelOf, type NewestDoubt } from './judge-past.ts';
import type { AcceptedFigure, FlaggedFigure, LiveContext, NewestMove } from './live-judgement.ts';
import type { Observation } from '#lib/domain/rates/observation';
import type { Rejection } from './rules.ts';
import type { HeldFigure } from './held-figure.ts';

/** A pair while its figures are judged one after the other. */
export interface PairState {
  readonly context: LiveContext;
  /** What was held when the poll began. */
  readonly before: readonly HeldFigure[];
  /** Held fixings that the series has passed without going back on them: only the operator decides on them. */
  waiting: readonly HeldFigure[];
  /** The level that history is compared with; null when nothing is known. */
  readonly startLevel: AcceptedFigure | null;
  readonly accepted: Observation[];
  readonly flagged: FlaggedFigure[];
  readonly rejected: Rejection[];
  readonly dropped: HeldFigure[];
  last: AcceptedFigure | null;
  /** What later figures still confirm or revoke, oldest first. */
  held: readonly HeldFigure[];
  isInverted: boolean;
  newestDoubt: NewestDoubt | null;
  newestMove: NewestMove | null;
  /** Whether the source's last stored figure turned out to be a mistake. */
  isMended: boolean;
}

/** Parts the figures that are already history from those to be judged as live. */
export function splitSeries(series: readonly Observation[], context: LiveContext) {
  const { base = '', quote = '', observedAt: newestAt = context.now } = series.at(-1) ?? {};
  const stored = context.lastAccepted(base, quote);
  const allHeld = context.held(base, quote);
  const firstLiveMs = firstLiveOf(context, stored, earliest(newestAt, allHeld[0]?.observedAt));
  const isAllLive = context.cadence === 'tick' || (context.cadence === 'fixing' && stored === null);
  const before = allHeld.filter(({ observedAt }) => isAllLive || observedAt.getTime() >= firstLiveMs);
  const firstLive = series.findIndex(({ observedAt }) => observedAt.getTime() >= firstLiveMs);
  const older = firstLive === -1 ? series : series.slice(0, firstLive);
  const waiting = without(allHeld, before);
  const history = older.filter((row) => !waiting.some((figure) => isSame(row, figure)));
  const last = stored ?? levelWithoutOwn(series, history, context);
  const state: PairState = {
    context,
    before,
    startLevel: last,
    accepted: [],
    flagged: [],
    rejected: [],
    dropped: [],
    last,
    held: before,
    waiting,
    isInverted: false,
    newestDoubt: null,
    newestMove: null,
    isMended: false,
  };
  return { history, live: firstLive === -1 ? [] : series.slice(firstLive), state };
}

/** All of a poll of a market is live, and nothing of its history; of a bank what is not older than its newest stored figure. */
function firstLiveOf({ cadence }: LiveContext, stored: AcceptedFigure | null, oldest: Date): number {
  if (cadence !== 'fixing') return cadence === 'tick' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return (stored?.observedAt ?? oldest).getTime();
}

/** What the newest figures are compared with where the source has none: of a market's history the others, else its own end. */
function levelWithoutOwn(
  series: readonly Observation[],
  history: readonly Observation[],
  context: LiveContext,
): AcceptedFigure | null {
  if (context.cadence === 'bar') {
    const newest = series.at(-1);
    const median = newest ? medianOf(context.others(newest.base, newest.quote, newest.observedAt)) : null;
    return median === null ? null : { rate: median, observedAt: context.now };
  }
  const level = levelOf(history);
  const nearest = history.at(-1);
  return level === null || nearest === undefined ? null : { rate: level, observedAt: nearest.observedAt };
}

/** Whether two figures of a pair are one. */
export function isSame(row: Observation, { rate, observedAt }: Observation): boolean {
  return row.rate === rate && row.observedAt.getTime() === observedAt.getTime();
}

/** The earlier of two instants, or the only one. */
export function earliest(one: Date, other: Date | undefined): Date {
  return other !== undefined && other < one ? other : one;
}

/** Held figures but for some of them. */
export function without(
  figures: readonly HeldFigure[],
  removed: readonly HeldFigure[],
): readonly HeldFigure[] {
  return figures.filter((figure) => !removed.includes(figure));
}
