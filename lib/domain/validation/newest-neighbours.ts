import { medianOf } from '#lib/domain/median';
import { isoDayOf } from '#lib/domain/iso-day';
import type { AcceptedFigure, LiveContext, NewestMove } from './live-judgement.ts';
import {
  isAgreeing,
  isInverted,
  isOtherUnit,
  JUMP_GAP_DAYS_MAX,
  jumpLimit,
  logDistance,
  SMALLEST_JUMP,
} from './live-rules.ts';
import { pastLimit } from './move-limits.ts';
import type { Observation } from '#lib/domain/rates/observation';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** The source's own last figure while a pair is judged, and its neighbours. */
interface LastFigure {
  readonly context: LiveContext;
  readonly last: AcceptedFigure | null;
}

/** How the newest figure stands to its neighbours; null where the source has no last figure, or one of more than a year ago. */
export function newestMoveOf(
  row: Observation,
  others: readonly number[],
  { context, last }: LastFigure,
): NewestMove | null {
  if (last === null) return null;
  const elapsedMs = Math.max(0, row.observedAt.getTime() - last.observedAt.getTime());
  const days = elapsedMs / DAY_MS;
  if (days > LEVEL_DAYS_MAX) return null;
  const publications = context.publicationDaysBetween(isoDayOf(last.observedAt), isoDayOf(row.observedAt));
  return {
    logReturn: Math.log(row.rate / last.rate),
    elapsed: context.cadence === 'tick' ? elapsedMs / MINUTE_MS : publications,
    days,
    isAgreed: agreementOf(row, others, publications > JUMP_GAP_DAYS_MAX ? null : last),
  };
}

/** A level of longer ago says nothing of one of today. */
const LEVEL_DAYS_MAX = 366;

/**
 * One source that agrees is enough. To contradict takes two witnesses, or a single liar would silence the others: two
 * sources, or one and the source's own last figure, where that is not of long ago.
 */
function agreementOf(
  { rate }: Observation,
  others: readonly number[],
  last: AcceptedFigure | null,
): boolean | null {
  const [first] = others;
  if (first === undefined) return null;
  if (others.some((other) => isAgreeing(rate, other))) return true;
  return others.length > 1 || (last !== null && isAgreeing(last.rate, first)) ? false : null;
}

/**
 * Whether a figure is further from the other sources' median than its kind of rate moves in one period; where law fixes the
 * rate, than the 5 % at which sources still agree, for markets quote a peg a percent or two beside it.
 */
export function isApart(
  { base, quote, rate, observedAt }: Observation,
  others: readonly number[],
  { kindOf }: Pick<LiveContext, 'kindOf'>,
): boolean {
  const median = medianOf(others);
  if (median === null || isAgreeing(rate, median)) return false;
  return logDistance(rate, median) > jumpLimit(kindOf(base, quote, isoDayOf(observedAt)), 0);
}

/**
 * Whether a figure leaves the level on which the others and the source's own last figure, of however long ago, agree: further than its
 * kind of rate moves in one period. So a peg that was quoted at par is not believed 4 % beside it.
 */
export function leavesLevel(
  { base, quote, rate, observedAt }: Observation,
  others: readonly number[],
  { context: { kindOf }, last }: LastFigure,
): boolean {
  const median = medianOf(others);
  if (median === null || last === null) return false;
  const limit = jumpLimit(kindOf(base, quote, isoDayOf(observedAt)), 0);
  return logDistance(last.rate, median) <= limit / 2 && logDistance(rate, median) > limit;
}

/**
 * Whether the other sources, days before or after too, do not say a figure and are nearer to the source's own last one: a level that
 * nobody else left.
 */
export function isLeftAlone(
  { base, quote, rate, observedAt }: Observation,
  last: AcceptedFigure,
  { othersNear }: Pick<LiveContext, 'othersNear'>,
): boolean {
  const median = medianOf(othersNear(base, quote, observedAt));
  if (median === null || isAgreeing(rate, median)) return false;
  return logDistance(median, last.rate) < logDistance(median, rate);
}

/**
 * Whether the source's last stored figure is the mistake and not this one, so that a bad figure never locks the truth out:
 * the others say this one while the stored one is in another unit or inverted, or was contradicted by them when it came;
 * or the stored one alone left the level of the figure before it, to which this one is true. A figure that an operator released is no mistake.
 */
export function mendsLast(
  row: Observation,
  others: readonly number[],
  { context, last }: LastFigure,
): boolean {
  const { base, quote } = row;
  const stored = context.lastAccepted(base, quote);
  if (stored === null || last?.observedAt.getTime() !== stored.observedAt.getTime()) return false;
  if (last.rate !== stored.rate || logDistance(row.rate, stored.rate) <= SMALLEST_JUMP) return false;
  if (context.wasReleased(base, quote, stored.observedAt)) return false;
  const median = medianOf(others);
  if (median !== null && isAgreeing(row.rate, median)) {
    if (isInverted(stored.rate, median) || isOtherUnit(stored.rate, median)) return true;
    const then = medianOf(context.othersUntil(base, quote, stored.observedAt));
    if (then !== null && isAgreeing(row.rate, then) && !isAgreeing(stored.rate, then)) return true;
  }
  const before = context.beforeLast(base, quote);
  if (before === null) return false;
  return (
    logDistance(stored.rate, before.rate) > pastLimit(row, before.observedAt, stored.observedAt, context) &&
    logDistance(row.rate, before.rate) <= pastLimit(row, before.observedAt, row.observedAt, context)
  );
}

/**
 * Whether a figure that replaces the newest stored one corrects a mistake: the stored one is further than any quiet day from
 * what the other sources say now, or where none does from the day before, and the new one is at most half as far.
 */
export function correctsStored(
  { base, quote, rate, observedAt }: Observation,
  storedRate: number,
  context: LiveContext,
): boolean {
  const witness =
    medianOf(context.others(base, quote, observedAt)) ?? context.beforeLast(base, quote)?.rate ?? null;
  if (witness === null) return false;
  const off = logDistance(storedRate, witness);
  return off > QUIET_DAY_MAX && logDistance(rate, witness) <= off / 2;
}

/** Half of all rates of a bank move by less than a fifth of this from one day to the next. */
const QUIET_DAY_MAX = 0.02;
