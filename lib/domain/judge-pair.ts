import { isoDayOf } from './iso-day.ts';
import {
  isSpike,
  judgePast,
  levelOf,
  type NewestDoubt,
  type PastContext,
  type Revision,
} from './judge-past.ts';
import type {
  AcceptedFigure,
  FlaggedFigure,
  LiveContext,
  LiveJudgement,
  NewestMove,
} from './live-judgement.ts';
import {
  isConfirmed,
  isDisagreeing,
  isInverted,
  isOtherUnit,
  JUMP_GAP_DAYS_MAX,
  type LiveRule,
  logDistance,
  medianOf,
  REPETITIONS_MIN,
  SMALLEST_JUMP,
} from './live-rules.ts';
import { isWalk, limitBetween, liveLimit, pastContextFor } from './move-limits.ts';
import { correctsStored, mendsLast, newestMoveOf } from './newest-neighbours.ts';
import type { Observation, Rejection } from './observation.ts';
import { heldObservation, type HeldFigure, holdFigure } from './quarantine.ts';

/** Judges one pair's figures of a document, ascending by time and at least one; see `judgeLive`. */
export function judgePair(series: readonly Observation[], context: LiveContext): LiveJudgement {
  const { history, live, state } = splitSeries(series, context);
  const newest = live.at(-1);
  for (const row of live) judgeRow(row, row === newest, state, newest ?? row);
  const pastContext = pastContextOf(series, state);
  const past = judgePast(history, pastContext);
  settleWaiting(past.accepted, state);
  const spikes = [...past.spikes, ...spikesOf(state, pastContext)];
  holdSpikes(spikes, state);
  const released = state.held.length > 0 ? releasedFigures(state) : [];
  const isReleased = released.length > 0;
  return {
    accepted: [
      ...past.accepted,
      ...state.accepted.filter((row) => !spikes.includes(row)),
      ...released.map((figure) => statedIn(series, figure) ?? heldObservation(figure)),
    ],
    flagged: state.flagged,
    rejected: [...past.rejected, ...state.rejected],
    held: [...state.waiting, ...(isReleased ? [] : state.held)],
    released,
    dropped: isReleased ? [...state.dropped, ...without(state.held, released)] : state.dropped,
    isInverted: state.isInverted,
    revisions: [...past.revisions, ...restatements(state, pastContext)],
    overlapping: past.overlapping + live.filter(isStoredIn(pastContext)).length,
    doubtedNewest: state.newestDoubt !== null && !isReleased ? 1 : 0,
    newestMoves: state.newestMove === null ? [] : [state.newestMove],
  };
}

/** Days between the newest stored figure and the document's newest that stand out alone: later days confirmed their neighbours. */
function spikesOf(
  { accepted, startLevel, context }: PairState,
  pastContext: PastContext,
): readonly Observation[] {
  if (context.cadence === 'tick') return [];
  return accepted.filter((row, index) => {
    const above = accepted[index + 1];
    return above !== undefined && isSpike(row, above, accepted[index - 1] ?? startLevel, pastContext);
  });
}

function isStoredIn({ stored }: PastContext): (row: Observation) => boolean {
  return ({ observedAt }) => stored.instantsMs.at(-1) === observedAt.getTime();
}

/** The newest stored figure that the document states otherwise, unless the stored one is the mistake. */
function restatements(
  { accepted, isMended, context }: PairState,
  { stored, correctionMax }: PastContext,
): readonly Revision[] {
  if (isMended) return [];
  return accepted.flatMap((observation) => {
    const storedRate = stored.rates[stored.instantsMs.indexOf(observation.observedAt.getTime())];
    if (storedRate === undefined || storedRate === observation.rate) return [];
    if (correctsStored(observation, storedRate, context)) return [];
    return [{ observation, storedRate, isLarge: logDistance(observation.rate, storedRate) > correctionMax }];
  });
}

/** What the past figures of a pair are compared with once its live ones are judged. */
function pastContextOf(
  series: readonly Observation[],
  { context, accepted, startLevel, newestDoubt }: PairState,
): PastContext {
  const { base = '', quote = '', observedAt = context.now } = series.at(-1) ?? {};
  return {
    ...pastContextFor({ base, quote, observedAt }, context),
    level: accepted[0] ?? startLevel,
    newestDoubt,
    stored: context.stored(base, quote),
  };
}

/** A past figure that stands out waits for the operator, or until its publisher states another one for its day. */
function holdSpikes(spikes: readonly Observation[], state: PairState): void {
  const fresh = spikes.map((row): HeldFigure => ({
    ...row,
    rule: 'jump',
    firstSeenAt: state.context.now,
    polls: 1,
    repetitions: 0,
  }));
  state.waiting = [...state.waiting, ...fresh];
}

/** A pair while its figures are judged one after the other. */
interface PairState {
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
function splitSeries(series: readonly Observation[], context: LiveContext) {
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

/** The other sources' figures are of now, so that only the newest figure is compared with them. */
function judgeRow(row: Observation, isNewest: boolean, state: PairState, newest: Observation): void {
  const { context } = state;
  if (isOfAnotherTime(row, state)) {
    state.rejected.push({ rule: 'older_quote', detail: describe(row) });
    return;
  }
  const others = isNewest ? context.others(row.base, row.quote, row.observedAt) : [];
  // Against what is stored, however many new days the document has: each of them could go a little further than the last.
  if (isNewest) state.newestMove = newestMoveOf(row, others, { context, last: state.startLevel });
  const isMended = mendsLast(row, others, state);
  state.isMended ||= isMended;
  if (isMended) state.last = context.beforeLast(row.base, row.quote);
  const reference = medianOf(others) ?? state.last?.rate ?? null;
  const doubt = doubtOf(row, reference, state, { newest, isMended });
  if (isNewest && doubt !== null) {
    const level = reference ?? state.held.at(-1)?.rate ?? row.rate;
    state.newestDoubt = { rule: doubt, rate: row.rate, reference: level };
  }
  if (doubt === 'inverted_quote') {
    state.isInverted = true;
    state.rejected.push({ rule: doubt, detail: `${describe(row)} against ${reference}` });
  } else if (doubt !== null) {
    const { cadence, now, isPoll } = context;
    state.held = holdFigure(state.held, state.before, { row, rule: doubt, cadence, now, isPoll });
  } else {
    accept(row, state);
    if (isNewest && isDisagreeing(row.rate, others))
      state.flagged.push({ observation: row, rule: 'disagrees' });
  }
}

/** Copies of a page differ by minutes; a live quote that is hours older than the one before it has a wrong time. */
function isOfAnotherTime({ observedAt }: Observation, { context, last }: PairState): boolean {
  if (context.cadence === 'fixing' || last === null) return false;
  return last.observedAt.getTime() - observedAt.getTime() > OLDER_QUOTE_MAX_MS;
}

const OLDER_QUOTE_MAX_MS = 3_600_000;

/** The rule that keeps a live figure from being served, or null. */
function doubtOf(
  row: Observation,
  reference: number | null,
  state: PairState,
  { newest, isMended }: { readonly newest: Observation; readonly isMended: boolean },
): LiveRule | null {
  if (reference !== null && isInverted(row.rate, reference)) return 'inverted_quote';
  if (reference !== null && isOtherUnit(row.rate, reference)) return 'unit_scale';
  if (isMended) return null;
  const level = state.held.at(-1);
  if (level !== undefined) return isBackToNormal(row, level, state) ? null : level.rule;
  return isJump(row, state, newest) ? 'jump' : null;
}

/** A move beyond the limit from the source's own last figure; days that newer ones of the document have long confirmed are history. */
function isJump(row: Observation, { last, context }: PairState, newest: Observation): boolean {
  if (last === null) return false;
  const distance = logDistance(row.rate, last.rate);
  if (context.cadence === 'tick' && isWalk(row, context)) return true;
  if (distance <= SMALLEST_JUMP) return false;
  const day = isoDayOf(row.observedAt);
  if (context.publicationDaysBetween(isoDayOf(last.observedAt), day) > JUMP_GAP_DAYS_MAX) return false;
  if (context.publicationDaysBetween(day, isoDayOf(newest.observedAt)) >= JUMP_GAP_DAYS_MAX) return false;
  return distance > liveLimit(row, last.observedAt, row.observedAt, context);
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

/** A figure that waits for the operator is settled when its publisher states another one for its day. */
function settleWaiting(history: readonly Observation[], state: PairState): void {
  if (state.waiting.length === 0) return;
  const correctedMs = new Set(history.map(({ observedAt }) => observedAt.getTime()));
  const corrected = state.waiting.filter(({ observedAt }) => correctedMs.has(observedAt.getTime()));
  state.dropped.push(...corrected);
  state.waiting = without(state.waiting, corrected);
}

/** The poll's own row that states a figure, so that a caller can tell which document brought it. */
function statedIn(series: readonly Observation[], figure: HeldFigure): Observation | undefined {
  return series.find((row) => isSame(row, figure));
}

function isSame(row: Observation, { rate, observedAt }: Observation): boolean {
  return row.rate === rate && row.observedAt.getTime() === observedAt.getTime();
}

/** All held figures of the level that polls and other sources confirm by now; none as long as they do not. */
function releasedFigures({ held, context }: PairState): readonly HeldFigure[] {
  const newest = held.at(-1);
  if (!context.isPoll || newest === undefined || newest.repetitions < REPETITIONS_MIN) return [];
  const { base, quote, rate, observedAt } = newest;
  const others = [...context.others(base, quote, observedAt), ...context.othersHeld(base, quote, observedAt)];
  if (!isConfirmed(rate, others, context.kindOf(base, quote, isoDayOf(observedAt)))) return [];
  return held.filter(
    (figure) =>
      logDistance(figure.rate, rate) <= limitBetween(newest, figure.observedAt, observedAt, context),
  );
}

/** Whether a rate is at least as near to one as to the other, if there is another. */
function isNearer(rate: number, one: number, other: number | undefined): boolean {
  return other === undefined || logDistance(rate, one) <= logDistance(rate, other);
}

function earliest(one: Date, other: Date | undefined): Date {
  return other !== undefined && other < one ? other : one;
}

function without(figures: readonly HeldFigure[], removed: readonly HeldFigure[]): readonly HeldFigure[] {
  return figures.filter((figure) => !removed.includes(figure));
}

function describe({ base, quote, rate, observedAt }: Observation): string {
  return `${observedAt.toISOString()} ${base}/${quote} "${rate}"`;
}
