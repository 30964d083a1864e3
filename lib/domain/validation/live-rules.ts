import { medianOf } from '#lib/domain/median';
import type { RateKind } from '#lib/domain/currencies/rate-kind';

/** Every rule of the validation that looks at a figure's neighbours: the source's own last one and the other sources'. */

const DAY_MINUTES = 24 * 60;

/** The largest absolute log return in one period, and how many periods a day has; null: waiting allows no more. */
const JUMP_LIMITS: Readonly<
  Record<RateKind, { readonly onePeriod: number; readonly periodsADay: number | null }>
> = {
  peg: { onePeriod: 0.01, periodsADay: null },
  major: { onePeriod: 0.1, periodsADay: 1 },
  other: { onePeriod: 0.25, periodsADay: 1 },
  crypto: { onePeriod: 0.2, periodsADay: DAY_MINUTES },
};

/** No kind doubts a smaller move, so most figures need no further look. */
export const SMALLEST_JUMP = 0.01;

/** After a longer gap a source's own last figure says nothing about the next one. */
export const JUMP_GAP_DAYS_MAX = 10;

/**
 * The most by which one day may stand out from both its neighbours, whatever its kind: the day limit of coins is so wide
 * that a shifted digit would pass. Fivefold and back within two days is no market.
 */
export const SPIKE_MAX = Math.log(5);

/** Rates as near as this to each other's inverse are inverted ... */
const INVERTED_CLOSENESS = 0.02;
/** ... unless they are as near as this to each other anyway: 1.02 and 0.98 cannot be told apart. */
const INVERTED_DISTANCE_MIN = Math.log(1.5);

/** Units in which publishers quote by mistake: per 100, per 1000, in hundredths, in millions. */
const UNIT_SCALES: readonly number[] = [2, 3, 4, 6].flatMap((power) => [10 ** power, 10 ** -power]);
const UNIT_SCALE_CLOSENESS = 0.01;

const DISAGREEING_SOURCES_MIN = 4;
const DISAGREEING_MADS = 10;
const DISAGREEING_SHARE = 0.05;

/**
 * How far a figure may be from other sources of the same hours; on wild days fixings of different hours differ by up to 2 %, and
 * markets quote a peg as far beside it. Null where it tells nothing: a currency may have an official rate and others beside it.
 */
const DRIFT_LIMITS: Readonly<Record<RateKind, number | null>> = {
  peg: 0.03,
  major: 0.03,
  other: null,
  crypto: null,
};
const DRIFT_WITNESSES_MIN = 2;

/** A poll repeats a held figure when it states one as near as this to it. */
const REPETITION_CLOSENESS = 0.01;
/** So many polls must repeat a held figure after the first that stated it. */
export const REPETITIONS_MIN = 2;
/** So many other sources must be near it. */
const AGREEING_SOURCES_MIN = 2;
const AGREEING_CLOSENESS = 0.05;

/** The absolute log return between two rates: 0.0953 for 10 % up, and the same back down. */
export function logDistance(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}

/**
 * The absolute log return beyond which a move is a `jump`: it grows with the square root of the periods between, and a
 * period is the least. EUR/USD over four days: 0.1 x 2 = 0.2; BTC/USD over nine minutes: 0.2 x 3 = 0.6. A peg's never grows.
 */
export function jumpLimit(kind: RateKind, elapsedDays: number): number {
  const { onePeriod, periodsADay } = JUMP_LIMITS[kind];
  return periodsADay === null ? onePeriod : onePeriod * Math.sqrt(Math.max(1, elapsedDays * periodsADay));
}

/** `inverted_quote`: the figure is the reference turned round. False near 1, where the two look alike. */
export function isInverted(rate: number, reference: number): boolean {
  return (
    Math.abs(Math.log(rate * reference)) < INVERTED_CLOSENESS &&
    logDistance(rate, reference) > INVERTED_DISTANCE_MIN
  );
}

/** Whether a figure is its neighbour of long ago turned round: 15 % from it and within 5 % of its inverse, for near 1 both are alike. */
export function isTurned(rate: number, stored: number): boolean {
  return Math.abs(Math.log(rate * stored)) < TURNED_CLOSENESS && logDistance(rate, stored) > TURNED_MIN;
}

const TURNED_CLOSENESS = 0.05;
const TURNED_MIN = 0.15;

/** `unit_scale`: the figure is the reference in another unit, within 1 % of 100, 1000, 10,000 or 1,000,000 times, or one over it. */
export function isOtherUnit(rate: number, reference: number): boolean {
  const ratio = rate / reference;
  return UNIT_SCALES.some((scale) => Math.abs(ratio / scale - 1) <= UNIT_SCALE_CLOSENESS);
}

/** `disagrees`: further from the other sources' median than 10 x their median deviation and than 5 %; false with fewer than four others. */
export function isDisagreeing(rate: number, others: readonly number[]): boolean {
  const median = medianOf(others);
  if (median === null || others.length < DISAGREEING_SOURCES_MIN) return false;
  const deviation = medianOf(others.map((other) => Math.abs(other - median))) ?? 0;
  return Math.abs(rate - median) > Math.max(DISAGREEING_MADS * deviation, DISAGREEING_SHARE * median);
}

/**
 * `disagrees` as well: further from the median of sources of the same hours than its kind allows, while at least two of them
 * agree with each other, and are more than all that do not, itself among these. On the day of a crash those that were observed
 * before it contradict those after it.
 */
export function isDrifting(rate: number, beside: readonly number[], kind: RateKind): boolean {
  const limit = DRIFT_LIMITS[kind];
  const median = medianOf(beside);
  if (limit === null || median === null || logDistance(rate, median) <= limit) return false;
  const agreeing = beside.filter((other) => logDistance(other, median) <= limit / 2).length;
  return agreeing >= DRIFT_WITNESSES_MIN && agreeing > beside.length - agreeing + 1;
}

/** Whether a figure repeats one that is held. */
export function isRepetition(rate: number, held: number): boolean {
  return logDistance(rate, held) <= REPETITION_CLOSENESS;
}

/**
 * Whether enough other sources are near a held figure for it to be released: within 5 %, of a peg within the 1 % by which it was
 * held, or a lie of a few percent would be confirmed by those who tell the truth.
 */
export function isConfirmed(rate: number, others: readonly number[], kind: RateKind): boolean {
  const closeness = Math.min(AGREEING_CLOSENESS, JUMP_LIMITS[kind].onePeriod);
  return others.filter((other) => logDistance(rate, other) <= closeness).length >= AGREEING_SOURCES_MIN;
}

/** Whether a rate is near another source's, or the median of several. */
export function isAgreeing(rate: number, other: number): boolean {
  return logDistance(rate, other) <= AGREEING_CLOSENESS;
}
