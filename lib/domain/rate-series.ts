import { routesOf } from './historical-series.ts';
import { DAY_MS, type IsoDay, startOfDay } from './iso-day.ts';
import { isInForce } from './legal-rate.ts';
import { type Pair, pairKey } from './pair.ts';
import { type ExactRate, IDENTITY_RATE, publishedRate, roundRate } from './rate-precision.ts';
import type { RateSnapshot, SourceSnapshot } from './rate-snapshot.ts';
import type { SourceId } from './source-id.ts';
import type { FoundRate } from './strict-rate.ts';

/** The series of one published pair of one source, `BASE/QUOTE` in the published direction. */
export interface SeriesName {
  readonly source: SourceId;
  readonly series: string;
}

/** The last published figure of each UTC day of a series, from `firstDay` (days since 1970) on; NaN where there is none. */
export interface DayColumn {
  readonly firstDay: number;
  readonly figures: Float64Array;
}

/** Gives the column of a series; null for one that has no figures. */
export type ColumnOf = (name: SeriesName) => DayColumn | null;

/** A figure on the way from base to quote, and whether the way divides by it. */
export interface WayLeg extends SeriesName {
  readonly inverted: boolean;
}

/** Figures that multiply to a rate. */
export type Way = readonly WayLeg[];

/** Changes of a rate in percent against its newest observation on or before so many days earlier; null where there is none. */
export interface RateChanges {
  readonly day1: number | null;
  readonly day7: number | null;
  readonly day30: number | null;
}

/** A pair's days: one rate a day, null where the source published nothing, and the changes of the newest one. */
export interface DaySeries {
  readonly points: readonly (number | null)[];
  readonly change: RateChanges;
}

/** Days that a change looks back beyond its own day: the longest closure of a publisher is shorter. */
export const LOOK_BACK_DAYS = 10;

/** The longest change. */
export const LONGEST_CHANGE_DAYS = 30;

/** Four decimals: a hundredth of a basis point. */
const CHANGE_DECIMALS = 4;

/** The number of the UTC day that holds an instant, counted from 1970. */
export function dayNumber(instantMs: number): number {
  return Math.floor(instantMs / DAY_MS);
}

/** The number of a day, counted from 1970. */
export function dayNumberOf(day: IsoDay): number {
  return dayNumber(startOfDay(day).getTime());
}

/**
 * The ways by which earlier days of a rate are computed, best first: those of the sources that make the rate now. One source
 * alone has the ways of its own history; of a market, and of a cross between sources, it is the way of the rate itself.
 */
export function waysOf(snapshot: RateSnapshot, pair: Pair, { legs }: FoundRate): readonly Way[] {
  const [first] = legs;
  if (!first) return [];
  const source = snapshot.sources.find(({ id }) => id === first.source);
  const isAlone = legs.every((leg) => leg.source === first.source);
  if (source && isAlone && source.cadence !== 'tick') {
    return routesOf(source.pairs, source.pivots, pair).map((route) =>
      route.map((leg) => ({ source: source.id, ...leg })),
    );
  }
  return [
    legs.map((leg) => ({
      source: leg.source,
      series: pairKey(leg.base, leg.quote),
      inverted: leg.inverted,
    })),
  ];
}

/** The column of a rate that law fixes: the figure in force on each day. */
export function legalColumn(
  { legalRates }: SourceSnapshot,
  series: string,
  days: readonly IsoDay[],
): DayColumn | null {
  const [first] = days;
  const acts = legalRates.filter(({ base, quote }) => pairKey(base, quote) === series);
  if (first === undefined || acts.length === 0) return null;
  const figures = days.map((day) => Number(acts.find((act) => isInForce(act, day))?.rate ?? Number.NaN));
  return { firstDay: dayNumberOf(first), figures: Float64Array.from(figures) };
}

/** Gives the reader of a series: its exact figure of a day, null where there is none. */
export type ExactSeriesOf = (name: SeriesName) => (day: number) => ExactFigure | null;

/** A published figure and what exact sums take for it. */
interface ExactFigure {
  readonly figure: number;
  readonly exact: ExactRate['numerator'];
}

/** Readers of columns that make each figure exact once, however many rates it is part of. */
export function exactSeries(columnOf: ColumnOf): ExactSeriesOf {
  const readers = new Map<string, ReturnType<ExactSeriesOf>>();
  return (name) => {
    const key = `${name.source} ${name.series}`;
    const reader = readers.get(key) ?? readerOf(columnOf(name));
    readers.set(key, reader);
    return reader;
  };
}

function readerOf(column: DayColumn | null): ReturnType<ExactSeriesOf> {
  if (column === null) return () => null;
  const made = new Map<number, ExactFigure>();
  return (day) => {
    const figure = column.figures[day - column.firstDay];
    if (figure === undefined || Number.isNaN(figure)) return null;
    const found = made.get(day) ?? { figure, exact: publishedRate(figure, false).numerator };
    made.set(day, found);
    return found;
  };
}

/**
 * The rates of `days` (day numbers, ascending) and the changes. The day of `found` has the rate itself, later days nothing,
 * earlier ones the first way whose figures are all of that day: real observations only, nothing carried forward. One unit of
 * base costs `points[i]` units of quote, rounded once to 15 significant digits.
 */
export function daySeries(
  found: FoundRate,
  ways: readonly Way[],
  days: readonly number[],
  seriesOf: ExactSeriesOf,
): DaySeries {
  const observedOn = dayNumber(found.observedAt.getTime());
  const rate = roundRate(found.rate);
  if (found.legs.length === 0) return identitySeries(days, observedOn);
  const readWays = ways.map((way) =>
    way.map((leg): ReadLeg => ({ inverted: leg.inverted, figureOn: seriesOf(leg) })),
  );
  const ratesByDay = new Map<number, number | null>([[observedOn, rate]]);
  const rateOn = (day: number): number | null => {
    if (day > observedOn) return null;
    const known = ratesByDay.get(day);
    if (known !== undefined) return known;
    const then = rateOfDay(readWays, day);
    ratesByDay.set(day, then);
    return then;
  };
  return {
    points: days.map(rateOn),
    change: {
      day1: changeSince(rate, rateOn, observedOn - 1),
      day7: changeSince(rate, rateOn, observedOn - 7),
      day30: changeSince(rate, rateOn, observedOn - LONGEST_CHANGE_DAYS),
    },
  };
}

/** One unit of a currency is one unit of itself. */
function identitySeries(days: readonly number[], observedOn: number): DaySeries {
  return {
    points: days.map((day) => (day > observedOn ? null : 1)),
    change: { day1: 0, day7: 0, day30: 0 },
  };
}

/** A leg and its figures. */
interface ReadLeg {
  readonly inverted: boolean;
  readonly figureOn: ReturnType<ExactSeriesOf>;
}

function rateOfDay(ways: readonly (readonly ReadLeg[])[], day: number): number | null {
  for (const way of ways) {
    const rate = rateOfWay(way, day);
    if (rate !== null) return rate;
  }
  return null;
}

/** What multiplies over what divides; a single figure in its own direction is the rate as it was published. */
function rateOfWay(way: readonly ReadLeg[], day: number): number | null {
  const one = IDENTITY_RATE.numerator;
  let numerator = one;
  let denominator = one;
  for (const { inverted, figureOn } of way) {
    const found = figureOn(day);
    if (found === null) return null;
    if (way.length === 1 && !inverted) return found.figure;
    if (inverted) denominator = denominator === one ? found.exact : denominator.mul(found.exact);
    else numerator = numerator === one ? found.exact : numerator.mul(found.exact);
  }
  return roundRate({ numerator, denominator });
}

function changeSince(rate: number, rateOn: (day: number) => number | null, day: number): number | null {
  for (let before = day; before > day - LOOK_BACK_DAYS; before -= 1) {
    const then = rateOn(before);
    if (then !== null) return percentChange(then, rate);
  }
  return null;
}

function percentChange(then: number, now: number): number {
  const rounded = Number((100 * (now / then - 1)).toFixed(CHANGE_DECIMALS));
  return rounded === 0 ? 0 : rounded;
}
