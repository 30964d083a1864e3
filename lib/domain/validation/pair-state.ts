import { levelOf, type NewestDoubt } from './judge-past.ts';
import type { AcceptedFigure, FlaggedFigure, LiveContext, NewestMove } from './live-judgement.ts';
import type { Observation, Rejection } from '#lib/domain/rates/observation';
import type { HeldFigure } from './quarantine.ts';

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
  const storedMs = context.cadence === 'tick' || stored === null ? null : stored.observedAt.getTime();
  const before = allHeld.filter(({ observedAt }) => storedMs === null || observedAt.getTime() >= storedMs);
  const firstLiveMs =
    context.cadence === 'tick'
      ? Number.NEGATIVE_INFINITY
      : (stored?.observedAt ?? earliest(newestAt, before[0]?.observedAt)).getTime();
  const firstLive = series.findIndex(({ observedAt }) => observedAt.getTime() >= firstLiveMs);
  const older = firstLive === -1 ? series : series.slice(0, firstLive);
  const waiting = without(allHeld, before);
  const history = older.filter((row) => !waiting.some((figure) => isSame(row, figure)));
  const level = levelOf(history);
  const nearest = history.at(-1);
  const document =
    level === null || nearest === undefined ? null : { rate: level, observedAt: nearest.observedAt };
  const last = stored ?? document;
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
