import type { MissingFigures, Seam, Witness } from '#lib/domain/validation/document-doubt';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { DAY_MS } from '#lib/domain/durations';
import { isoDayOf } from '#lib/domain/iso-day';
import { type LargeMove, largeMovesOfSeries } from '#lib/domain/validation/large-moves';
import type { LiveContext } from '#lib/domain/validation/live-judgement';
import { medianOf } from '#lib/domain/median';
import { SPIKE_MAX } from '#lib/domain/validation/live-rules';
import { gapLimit, pastContextFor } from '#lib/domain/validation/move-limits';
import type { Observation } from '#lib/domain/rates/observation';

/** One series of a history, and what is stored of it. */
export interface JudgedSeries {
  readonly observations: readonly Observation[];
  /** Those that may be stored, in the order of time. */
  readonly kept: readonly Observation[];
  /** What is stored around its days, and the nearest figures beyond them. */
  readonly stored: SeriesFigures;
  readonly beyond: SeriesFigures;
  readonly context: LiveContext;
  /** What the other sources had on the document's newest day. */
  readonly othersThen: LiveContext['others'];
}

/** Collects what the series of a history say of its document, beside what each says of its figures. */
export function createFindings() {
  const moves: LargeMove[] = [];
  const seams: Seam[] = [];
  const witnesses: Witness[] = [];
  let missing: MissingFigures = { storedCount: 0, missingCount: 0, example: null };
  return {
    add: ({ observations, kept, stored, beyond, context, othersThen }: JudgedSeries) => {
      moves.push(...largeMovesOfSeries([withNeighbours(kept, stored)], context));
      seams.push(...seamsOf(kept, beyond, context));
      const newest = kept.at(-1);
      const median = newest && medianOf(othersThen(newest.base, newest.quote, newest.observedAt));
      if (newest && median) witnesses.push({ observation: newest, median });
      missing = withMissing(missing, observations, stored);
    },
    /** All of it; what is missing only of a document that its publisher gave just now, so that what is stored of its days must be there. */
    found: (isFetched: boolean) => ({ moves, seams, witnesses, missing: isFetched ? missing : null }),
  };
}

/** A series between the stored figures on both of its sides, so that the seams are looked at too. */
function withNeighbours(
  kept: readonly Observation[],
  { instantsMs, rates }: SeriesFigures,
): readonly Observation[] {
  const [first] = kept;
  const last = kept.at(-1);
  if (!first || !last) return [];
  if (instantsMs.length === 0) return kept;
  const before = instantsMs.findLastIndex((atMs) => atMs < first.observedAt.getTime());
  const after = instantsMs.findIndex((atMs) => atMs > last.observedAt.getTime());
  const at = (index: number): readonly Observation[] => {
    const rate = rates[index];
    const atMs = instantsMs[index];
    return rate === undefined || atMs === undefined ? [] : [{ ...first, rate, observedAt: new Date(atMs) }];
  };
  return [...at(before), ...kept, ...at(after)];
}

/** Adds what is stored between a series' first and last day that it does not state; a day is a day, whatever its instant. */
function withMissing(
  known: MissingFigures,
  observations: readonly Observation[],
  { instantsMs }: SeriesFigures,
): MissingFigures {
  const [first] = observations;
  const last = observations.at(-1);
  if (!first || !last || instantsMs.length === 0) return known;
  const stated = new Set(observations.map(({ observedAt }) => isoDayOf(observedAt)));
  const within = instantsMs.filter(
    (atMs) => atMs >= first.observedAt.getTime() && atMs <= last.observedAt.getTime(),
  );
  const missing = within.map((atMs) => isoDayOf(new Date(atMs))).filter((day) => !stated.has(day));
  const [day] = missing;
  return {
    storedCount: known.storedCount + within.length,
    missingCount: known.missingCount + missing.length,
    example: known.example ?? (day === undefined ? null : `${first.base}/${first.quote} of ${day}`),
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
