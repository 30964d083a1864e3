import { isRepetition } from './live-rules.ts';
import type { LiveRule } from './rules.ts';
import type { Observation } from '#lib/domain/rates/observation';

/** A figure that is held: published, doubted, and not served until polls and other sources confirm it or the operator does. */
export interface HeldFigure extends Observation {
  readonly rule: LiveRule;
  /** The poll that first brought it; of a live quote, the poll since which the pair is held. */
  readonly firstSeenAt: Date;
  /** Polls that left the pair held, this one included. */
  readonly polls: number;
  /** Polls without a break that stated this figure again, or one within 1 % of it. */
  readonly repetitions: number;
}

/** A doubted figure that a poll states. */
export interface DoubtedFigure {
  readonly row: Observation;
  readonly rule: LiveRule;
  readonly cadence: 'fixing' | 'tick' | 'bar';
  readonly now: Date;
  /** Whether a live poll states it; only polls are counted. */
  readonly isPoll: boolean;
}

/**
 * What is held of a pair after a poll states one more doubted figure, oldest first. A fixing stays beside those of earlier
 * days, because all are wanted once the pair is released; a live quote takes the place of the one before.
 * `before` is what was held when the poll began: however many days a document closes, the poll counts once.
 */
export function holdFigure(
  held: readonly HeldFigure[],
  before: readonly HeldFigure[],
  { row, rule, cadence, now, isPoll }: DoubtedFigure,
): readonly HeldFigure[] {
  const instantMs = row.observedAt.getTime();
  const restated = before.find(
    ({ observedAt, rate }) => observedAt.getTime() === instantMs && rate === row.rate,
  );
  if (!isPoll && restated !== undefined) return held;
  const earlier = isPoll ? (restated ?? before.at(-1)) : undefined;
  const repeats = earlier !== undefined && isRepetition(row.rate, earlier.rate);
  const keepsItsStart = restated !== undefined || cadence === 'tick';
  const fresh: HeldFigure = {
    ...row,
    rule: earlier?.rule ?? held.at(-1)?.rule ?? rule,
    firstSeenAt: keepsItsStart ? (earlier?.firstSeenAt ?? now) : now,
    polls: (earlier?.polls ?? 0) + 1,
    repetitions: repeats ? earlier.repetitions + 1 : 0,
  };
  if (cadence === 'tick') return [fresh];
  const ofOtherDays = held.filter(({ observedAt }) => observedAt.getTime() !== instantMs);
  return [...ofOtherDays, fresh].toSorted(
    (one, other) => one.observedAt.getTime() - other.observedAt.getTime(),
  );
}

/** A past figure that stands out alone and waits for the operator, or until its publisher states another one for its day. */
export function holdSpike({ base, quote, rate, observedAt }: Observation, now: Date): HeldFigure {
  return { base, quote, rate, observedAt, rule: 'jump', firstSeenAt: now, polls: 1, repetitions: 0 };
}

/** A held figure as what it was before. */
export function heldObservation({ base, quote, rate, observedAt }: HeldFigure): Observation {
  return { base, quote, rate, observedAt };
}
