import { medianOf } from '#lib/domain/median';
import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import {
  isDisagreeing,
  isDrifting,
  isInverted,
  isOtherUnit,
  isTurned,
  JUMP_GAP_DAYS_MAX,
  logDistance,
  SMALLEST_JUMP,
} from './live-rules.ts';
import type { AcceptedFigure, LiveContext } from './live-judgement.ts';
import { gapLimit, isWalk, liveLimit, pastLimit } from './move-limits.ts';
import { isApart, isLeftAlone, leavesLevel, mendsLast, newestMoveOf } from './newest-neighbours.ts';
import { doubtByCrosses } from './own-crosses.ts';
import { notedFigure, type LiveRule, rejectionOf } from './rules.ts';
import type { Observation } from '#lib/domain/rates/observation';
import { earliest, type PairState, without } from './pair-state.ts';
import { type HeldFigure, holdFigure } from './held-figure.ts';

/** Judges one live figure of a pair. The other sources' figures are of now, so that only the newest figure is compared with them. */
export function judgeRow(row: Observation, isNewest: boolean, state: PairState, newest: Observation): void {
  const { context } = state;
  if (isOfAnotherTime(row, state)) {
    state.rejected.push(rejectionOf(row, 'older_quote'));
    return;
  }
  const others = isNewest ? witnessesOf(row, context) : [];
  // Against what is stored, however many new days the document has: each of them could go a little further than the last.
  if (isNewest) state.newestMove = newestMoveOf(row, others, { context, last: state.startLevel });
  const isMended = mendsLast(row, others, state);
  state.isMended ||= isMended;
  if (isMended) state.last = context.beforeLast(row.base, row.quote);
  const reference = medianOf(others) ?? state.last?.rate ?? null;
  const doubt = doubtOf(row, state, { others, reference, newest, isMended });
  if (isNewest && doubt !== null) {
    const level = reference ?? state.held.at(-1)?.rate ?? row.rate;
    state.newestDoubt = { rule: doubt, rate: row.rate, reference: level };
  }
  if (doubt === 'inverted_quote') {
    state.isInverted = true;
    state.rejected.push({
      rule: doubt,
      detail: `${notedFigure(row)} against ${reference ?? 'the other figures of its poll'}`,
    });
  } else if (doubt !== null) {
    hold(row, doubt, state);
  } else {
    accept(row, state);
    const median = isNewest ? contradictingMedian(row, others, context) : null;
    if (median !== null) state.flagged.push({ observation: row, rule: 'disagrees', median });
  }
}

/** What the other sources say of a newest figure; of a pair's first one also what they say some days before or after. */
function witnessesOf({ base, quote, observedAt }: Observation, context: LiveContext): readonly number[] {
  const others = context.others(base, quote, observedAt);
  const isFirst = context.lastAccepted(base, quote) === null;
  return others.length === 0 && isFirst ? context.othersNear(base, quote, observedAt) : others;
}

/** The median of the other sources where they contradict a figure that is served, else null. */
function contradictingMedian(
  { base, quote, rate, observedAt }: Observation,
  others: readonly number[],
  context: LiveContext,
): number | null {
  if (isDisagreeing(rate, others)) return medianOf(others);
  const beside = context.othersBeside(base, quote, observedAt);
  return isDrifting(rate, beside, context.kindOf(base, quote, isoDayOf(observedAt)))
    ? medianOf(beside)
    : null;
}

function hold(row: Observation, rule: LiveRule, state: PairState): void {
  const { cadence, now, isPoll } = state.context;
  state.held = holdFigure(state.held, state.before, { row, rule, cadence, now, isPoll });
}

/** Copies of a page differ by minutes; a live quote that is hours older than the one before it has a wrong time. */
function isOfAnotherTime({ observedAt }: Observation, { context, last }: PairState): boolean {
  if (context.cadence === 'fixing' || last === null) return false;
  return last.observedAt.getTime() - observedAt.getTime() > OLDER_QUOTE_MAX_MS;
}

const OLDER_QUOTE_MAX_MS = 3_600_000;

/** What a live figure is compared with. */
interface Compared {
  readonly others: readonly number[];
  /** The others' median, else the source's own last figure. */
  readonly reference: number | null;
  readonly newest: Observation;
  readonly isMended: boolean;
}

/** The rule that keeps a live figure from being served, or null. */
function doubtOf(
  row: Observation,
  state: PairState,
  { others, reference, newest, isMended }: Compared,
): LiveRule | null {
  if (reference !== null && isInverted(row.rate, reference)) return 'inverted_quote';
  if (reference !== null && isOtherUnit(row.rate, reference)) return 'unit_scale';
  if (isMended) return null;
  const { base, quote, rate, observedAt } = row;
  const crosses = others.length === 0 && state.last === null ? state.context.ownCrosses(base, quote) : [];
  if (crosses.length > 0)
    return doubtByCrosses(rate, crosses, state.context.kindOf(base, quote, isoDayOf(observedAt)));
  if (others.length > 0 && !isFollowing(row, state.context))
    return isApart(row, others, state.context) || leavesLevel(row, others, state) ? 'jump' : null;
  const level = state.held.at(-1);
  const isTooFar = level === undefined ? isJump(row, state, newest) : !isBackToNormal(row, level, state);
  if (isTooFar) return level?.rule ?? 'jump';
  return row === newest && isContradicted(row, state) ? 'jump' : null;
}

/**
 * Whether two witnesses say that a fixing did not move as far as it does: the source's own last figure, and what other sources had
 * within hours of it. Those of the day before know nothing of a day's own move, and are not asked.
 */
function isContradicted(row: Observation, { last, context }: PairState): boolean {
  if (last === null || context.cadence === 'tick') return false;
  const move = logDistance(row.rate, last.rate);
  if (move <= CONTRADICTED_MOVE_MIN) return false;
  const median = medianOf(context.othersBeside(row.base, row.quote, row.observedAt));
  if (median === null) return false;
  const off = logDistance(row.rate, median);
  return off > CONTRADICTED_MOVE_MIN && logDistance(last.rate, median) < off / 2;
}

/** Banks fix within hours of each other; a rate of theirs seldom moves by this within a day, and by 1 % within those hours. */
const CONTRADICTED_MOVE_MIN = 0.03;

/** Whether something is stored of the pair and near enough to tell what comes next; a document's own history tells nothing. */
export function isFollowing({ base, quote, observedAt }: Observation, context: LiveContext): boolean {
  const stored = context.lastAccepted(base, quote);
  if (stored === null) return false;
  const days = context.publicationDaysBetween(isoDayOf(stored.observedAt), isoDayOf(observedAt));
  return days <= JUMP_GAP_DAYS_MAX;
}

/** A move beyond the limit from the source's own last figure; days that newer ones of the document have long confirmed are history. */
function isJump(row: Observation, { last, context }: PairState, newest: Observation): boolean {
  if (last === null) return false;
  const distance = logDistance(row.rate, last.rate);
  if (context.cadence === 'tick' && isWalk(row, context)) return true;
  if (isRestatedTooFar(row, last, context)) return true;
  if (distance <= SMALLEST_JUMP) return false;
  const day = isoDayOf(row.observedAt);
  if (isAfterGap(row, last, context)) return isOffAfterGap(row, last, context);
  if (context.publicationDaysBetween(day, isoDayOf(newest.observedAt)) >= JUMP_GAP_DAYS_MAX) return false;
  return distance > liveLimit(row, last.observedAt, row.observedAt, context);
}

function isAfterGap(row: Observation, last: AcceptedFigure, context: LiveContext): boolean {
  return (
    context.publicationDaysBetween(isoDayOf(last.observedAt), isoDayOf(row.observedAt)) > JUMP_GAP_DAYS_MAX
  );
}

/** Whether a figure is further from the last one of long ago than such a rate moves in the time between, or that one turned round. */
function isOffAfterGap(row: Observation, last: AcceptedFigure, context: LiveContext): boolean {
  const days = (row.observedAt.getTime() - last.observedAt.getTime()) / DAY_MS;
  if (isLeftAlone(row, last, context)) return true;
  return logDistance(row.rate, last.rate) > gapLimit(row, days, context) || isTurned(row.rate, last.rate);
}

/** A fixing that is stated again and again may not go further from the one before it than a new one may. */
function isRestatedTooFar(row: Observation, last: AcceptedFigure, context: LiveContext): boolean {
  const { base, quote, rate, observedAt } = row;
  const isRestated = rate !== last.rate && observedAt.getTime() === last.observedAt.getTime();
  if (!isRestated || context.wasReleased(base, quote, observedAt)) return false;
  const before = context.beforeLast(base, quote);
  return (
    before !== null && logDistance(rate, before.rate) > pastLimit(row, before.observedAt, observedAt, context)
  );
}

/**
 * Whether a figure of a held pair is at the former level. The limit is the one at the time when the pair was first held:
 * if it grew with waiting, time would release what nobody confirmed. A drift beyond it counts while the figure is nearer
 * to the last accepted one than to the held one.
 */
function isBackToNormal(row: Observation, level: HeldFigure, { last, held, context }: PairState): boolean {
  if (context.cadence === 'tick' && isWalk(row, context)) return false;
  const toHeld = logDistance(row.rate, level.rate);
  if (last === null) return toHeld > liveLimit(row, level.observedAt, row.observedAt, context);
  if (isRestatedTooFar(row, last, context)) return false;
  if (isAfterGap(row, last, context) && isOffAfterGap(row, last, context)) return false;
  const toLast = logDistance(row.rate, last.rate);
  const [first = level] = held;
  // A live quote takes the place of the one before, and with it its time.
  const heldSince =
    context.cadence === 'tick' ? earliest(first.observedAt, first.firstSeenAt) : first.observedAt;
  if (toLast <= liveLimit(row, last.observedAt, heldSince, context)) return true;
  return toLast < toHeld && toLast <= liveLimit(row, last.observedAt, row.observedAt, context);
}

/**
 * Serves a figure, and settles what was held before it: dropped when the source went back on it. A fixing from which the
 * series drifted into the limit, as EUR/CHF took seven months to do in 2015, was no mistake and waits for the operator.
 */
function accept(row: Observation, state: PairState): void {
  const { last, held, context } = state;
  const instantMs = row.observedAt.getTime();
  state.accepted.push(row);
  if (last === null || instantMs >= last.observedAt.getTime()) state.last = row;
  // An older copy of the document says nothing about what was held since.
  state.held = held.filter(({ observedAt }) => observedAt.getTime() > instantMs);
  const passed = without(held, state.held);
  const isBack =
    context.cadence === 'tick' || last === null || isNearer(row.rate, last.rate, passed.at(-1)?.rate);
  const dropped = isBack ? passed : passed.filter(({ observedAt }) => observedAt.getTime() === instantMs);
  state.dropped.push(...dropped);
  state.waiting = [...state.waiting, ...without(passed, dropped)];
}

/** Whether a rate is at least as near to one as to the other, if there is another. */
function isNearer(rate: number, one: number, other: number | undefined): boolean {
  return other === undefined || logDistance(rate, one) <= logDistance(rate, other);
}
