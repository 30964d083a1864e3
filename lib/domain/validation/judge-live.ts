import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { Observation } from '#lib/domain/rates/observation';
import { type HeldFigure, heldObservation, holdSpike } from './held-figure.ts';
import { isSpike, judgePast, type PastContext, type Revision } from './judge-past.ts';
import { isFollowing, judgeRow } from './judge-row.ts';
import type { LiveContext, LiveJudgement } from './live-judgement.ts';
import { isConfirmed, logDistance, REPETITIONS_MIN, SPIKE_MAX } from './live-rules.ts';
import { limitBetween, pastContextFor } from './move-limits.ts';
import { correctsStored, isLeftAlone } from './newest-neighbours.ts';
import { observationsByPair } from './observations-by-pair.ts';
import { isSame, type PairState, splitSeries, without } from './pair-state.ts';
import { rejectionOf } from './rules.ts';

/**
 * Judges figures that passed the rules for single ones, whatever brings them: a poll, a backfill or an import. Each pair is
 * judged by itself, so a document with one bad figure keeps the good ones; document-doubt.ts then looks at the whole.
 *
 * A figure that is not older than the source's last one is live: inverted is refused; another unit or a jump is held; away from the
 * others it is served and flagged. Older figures are past, see `judgePast`.
 *
 * A held pair is released when two further polls repeat it and two other sources agree within 5 %, whether their figures
 * are served or held too, and a bank's when two later publications follow it and no source denies it; when the source goes
 * back on it, what was held is dropped. A publisher that answers "not modified" states its held fixings again: hand them
 * in. The operator's release is the caller's: it stores the figure, and takes it out of what `held` answers.
 */
export function judgeLive(figures: readonly Observation[], context: LiveContext): LiveJudgement {
  return joined(observationsByPair(figures).map((series) => judgePair(series, context)));
}

/** The judgements of several pairs as one. */
export function joined(parts: readonly LiveJudgement[]): LiveJudgement {
  return {
    accepted: parts.flatMap(({ accepted }) => accepted),
    flagged: parts.flatMap(({ flagged }) => flagged),
    rejected: parts.flatMap(({ rejected }) => rejected),
    held: parts.flatMap(({ held }) => held),
    released: parts.flatMap(({ released }) => released),
    dropped: parts.flatMap(({ dropped }) => dropped),
    isInverted: parts.some(({ isInverted }) => isInverted),
    revisions: parts.flatMap(({ revisions }) => revisions),
    overlapping: parts.reduce((sum, { overlapping }) => sum + overlapping, 0),
    doubtedNewest: parts.reduce((sum, { doubtedNewest }) => sum + doubtedNewest, 0),
    newestMoves: parts.flatMap(({ newestMoves }) => newestMoves),
  };
}

/** Judges one pair's figures of a document, ascending by time and at least one; see `judgeLive`. */
export function judgePair(series: readonly Observation[], context: LiveContext): LiveJudgement {
  const { history, live, state } = splitSeries(series, context);
  const newest = live.at(-1);
  for (const row of live) judgeRow(row, row === newest, state, newest ?? row);
  refuseDoubtedLevel(state);
  const pastContext = pastContextOf(series, state);
  const past = judgePast(history, pastContext);
  settleWaiting(past.accepted, state);
  const spikes = [...past.spikes.toReversed(), ...spikesOf(state, pastContext)];
  state.waiting = [...state.waiting, ...spikes.map((row) => holdSpike(row, context.now))];
  const confirmed = state.held.length > 0 ? releasedFigures(state) : [];
  const isReleased = confirmed.length > 0;
  const outlived = state.waiting.filter((figure) => isOutlived(figure, state, pastContext));
  state.waiting = without(state.waiting, outlived);
  const released = [...outlived, ...confirmed];
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
    dropped: isReleased ? [...state.dropped, ...without(state.held, confirmed)] : state.dropped,
    isInverted: state.isInverted,
    revisions: [...past.revisions, ...restatements(state, pastContext)],
    overlapping: past.overlapping + live.filter(isStoredIn(pastContext)).length,
    doubtedNewest: state.newestDoubt !== null && !isReleased ? 1 : 0,
    newestMoves: state.newestMove === null ? [] : [state.newestMove],
  };
}

/**
 * Fixings before a newest one that is not believed, of which no stored figure is near enough to tell, are not believed either where
 * they stand nearer to it than to what it was compared with: else the one before a held figure would be served in its place.
 */
function refuseDoubtedLevel(state: PairState): void {
  const { newestDoubt, accepted, context } = state;
  if (newestDoubt === null || context.cadence === 'tick') return;
  const { rule, rate, reference } = newestDoubt;
  const isDoubted = (row: Observation) =>
    logDistance(row.rate, rate) < logDistance(row.rate, reference) && !isFollowing(row, context);
  const doubted = accepted.filter(isDoubted);
  if (doubted.length === 0) return;
  state.accepted.splice(0, accepted.length, ...accepted.filter((row) => !isDoubted(row)));
  state.rejected.push(...doubted.map((row) => rejectionOf(row, rule)));
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

/** All held figures of the level that is confirmed by now; none as long as it is not. */
function releasedFigures({ held, last, context }: PairState): readonly HeldFigure[] {
  const newest = held.at(-1);
  if (!context.isPoll || newest === undefined) return [];
  const level = held.filter(
    (figure) =>
      logDistance(figure.rate, newest.rate) <=
      limitBetween(newest, figure.observedAt, newest.observedAt, context),
  );
  return isConfirmedByOthers(newest, context) || isFollowed(newest, level, { last, context }) ? level : [];
}

/** Polls repeat the figure, and other sources are near it. */
function isConfirmedByOthers(
  { base, quote, rate, observedAt, repetitions }: HeldFigure,
  context: LiveContext,
): boolean {
  if (repetitions < REPETITIONS_MIN) return false;
  const others = [...context.others(base, quote, observedAt), ...context.othersHeld(base, quote, observedAt)];
  return isConfirmed(rate, others, context.kindOf(base, quote, isoDayOf(observedAt)));
}

/**
 * Whether a bank's publications of other days follow a jump and agree, and no other source denies what it publishes: then the
 * rate has jumped. A figure in another unit, upside down or fivefold is for the operator, however often it is repeated.
 */
function isFollowed(
  figure: HeldFigure,
  level: readonly HeldFigure[],
  { last, context }: Pick<PairState, 'last' | 'context'>,
): boolean {
  const { rate, rule } = figure;
  if (context.cadence === 'tick' || rule !== 'jump' || context.isDenied) return false;
  if (last !== null && (logDistance(rate, last.rate) > SPIKE_MAX || isLeftAlone(figure, last, context)))
    return false;
  return publicationsIn(level) >= FOLLOWING_PUBLICATIONS;
}

/**
 * Whether a jump that waits was no mistake: the series came within the limit of its former level without going back on the jump, and
 * the two publications after it agree with it, the first of them in an earlier poll.
 */
function isOutlived(
  { base, quote, rate, rule, observedAt }: HeldFigure,
  { accepted, context }: PairState,
  { stored }: PastContext,
): boolean {
  if (context.cadence !== 'fixing' || !context.isPoll || rule !== 'jump' || context.isDenied) return false;
  const later = new Map(
    stored.instantsMs.map((instantMs, index) => [instantMs, stored.rates[index] ?? Number.NaN]),
  );
  for (const row of accepted) later.set(row.observedAt.getTime(), row.rate);
  const following = [...later]
    .filter(([instantMs]) => instantMs > observedAt.getTime())
    .toSorted(([one], [other]) => one - other);
  const [next] = following;
  const isStored = stored.instantsMs.some((instantMs) => instantMs > observedAt.getTime());
  if (next === undefined || !isStored || following.length < FOLLOWING_PUBLICATIONS - 1) return false;
  const [nextMs, nextRate] = next;
  const row = { base, quote, rate: nextRate, observedAt: new Date(nextMs) };
  return logDistance(rate, nextRate) <= limitBetween(row, observedAt, row.observedAt, context);
}

/** The publication that jumps, and two that follow it. */
const FOLLOWING_PUBLICATIONS = 3;

/** Days on which figures came that are newer than those of the days before: saying the same again counts for nothing. */
function publicationsIn(figures: readonly HeldFigure[]): number {
  const newestByDay = new Map<IsoDay, number>();
  for (const { observedAt, firstSeenAt } of figures) {
    const day = isoDayOf(firstSeenAt);
    newestByDay.set(day, Math.max(newestByDay.get(day) ?? 0, observedAt.getTime()));
  }
  let count = 0;
  let newestMs = 0;
  for (const [, ofDayMs] of [...newestByDay].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (ofDayMs > newestMs) count += 1;
    newestMs = Math.max(newestMs, ofDayMs);
  }
  return count;
}
