import { addDays, type IsoDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { Fault } from './faults.ts';
import { plainDigits } from '#lib/testing/simulated-upstreams/rates/print-figure';
import type { SeededNoise } from '#lib/testing/simulated-upstreams/rates/seeded-noise';

/** How a figure becomes the text that the publisher prints. */
export type Print = (rate: number) => string;

/**
 * What a publisher sees of the world while it writes one document: the world as it is, or bent by a fault in the
 * figures. Publishers write every instant, day, pair and figure through it, so that a fault reaches every format.
 */
export interface FigureLens {
  /** The instant up to which there are figures. */
  readonly now: Date;
  /** Whether a pair is there at all; the name is the publisher's own. */
  readonly shows: (pair: string) => boolean;
  /** The same where a caller names the pairs: tells for each of them. */
  readonly among: (pairs: readonly string[]) => (pair: string) => boolean;
  /** A day or an instant as the document states it. */
  readonly day: (day: IsoDay) => IsoDay;
  readonly ms: (instantMs: number) => number;
  /** A figure as the document states it; `isHeadline` marks those that a digit may be shifted in: the newest of a pair. */
  readonly figure: (rate: number, print: Print, isHeadline?: boolean) => string;
}

/** A fault and since when, by the simulator's clock. */
export interface FaultState {
  readonly fault: Fault;
  readonly since: Date;
}

const DAYS_AHEAD = 14;
const DROPPED_SHARE = 0.6;

/** Makes the lens for one document; `universes` are the lists of pairs that the publisher has, where it has any. */
export function createFigureLens(
  state: FaultState | null,
  now: Date,
  universes: readonly (readonly string[])[],
  noise: SeededNoise,
): FigureLens {
  const fault = state?.fault;
  const daysAhead = fault === 'wrong_date' ? DAYS_AHEAD : 0;
  const bend = bendOf(fault);
  const showsOf = (lists: readonly (readonly string[])[]): ((pair: string) => boolean) => {
    const isDropped = fault === 'dropped_60' ? droppedOf(lists, noise) : () => false;
    return (pair) => fault !== 'empty' && !isDropped(pair);
  };
  return {
    now: fault === 'stale' && state !== null && state.since < now ? state.since : now,
    shows: showsOf(universes),
    among: (pairs) => showsOf([pairs]),
    day: (day) => (daysAhead === 0 ? day : addDays(day, daysAhead)),
    ms: (instantMs) => instantMs + daysAhead * DAY_MS,
    figure: (rate, print, isHeadline) => bend(rate, print, isHeadline === true),
  };
}

function bendOf(fault: Fault | undefined): (rate: number, print: Print, isHeadline: boolean) => string {
  switch (fault) {
    case 'inverted':
      return (rate, print) => invert(print(rate));
    case 'times_100':
      return (rate, print) => print(rate * 100);
    case 'nan':
      return () => 'NaN';
    case 'digit_shifted': {
      let isDone = false;
      return (rate, print, isHeadline) => {
        if (isDone || !isHeadline) return print(rate);
        isDone = true;
        return movePoint(print(rate));
      };
    }
    default:
      return (rate, print) => print(rate);
  }
}

/** As many significant digits as the figure has, and no fewer than five. */
function invert(figure: string): string {
  const digits = figure.replace('.', '').replace(/^0+/, '').length;
  const number = Number(figure);
  return number === 0 ? figure : plainDigits(1 / number, Math.max(digits, 5));
}

/** 1.1900 becomes 11.900, 0.8699 becomes 8.699, 36030 becomes 360300. */
function movePoint(figure: string): string {
  const [whole = '', part = ''] = figure.split('.');
  const moved = `${whole}${part.slice(0, 1) || '0'}`.replace(/^0+(?=\d)/, '');
  return part.length > 1 ? `${moved}.${part.slice(1)}` : moved;
}

/** Exactly 60 % of each list, rounded down, chosen by the seed; of pairs that are on no list 60 % on average. */
function droppedOf(lists: readonly (readonly string[])[], noise: SeededNoise): (pair: string) => boolean {
  const chanceOf = (pair: string): number => noise.unit(`dropped ${pair}`, 0);
  const listed = new Set(lists.flat());
  const gone = new Set(
    lists.flatMap((list) =>
      list
        .toSorted((one, other) => chanceOf(one) - chanceOf(other))
        .slice(0, Math.floor(list.length * DROPPED_SHARE)),
    ),
  );
  return (pair) => (listed.has(pair) ? gone.has(pair) : chanceOf(pair) < DROPPED_SHARE);
}
