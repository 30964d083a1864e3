import { routesOf } from './historical-series.ts';
import { dayNumber, dayNumberOf, type IsoDay } from '#lib/domain/iso-day';
import { isInForce } from '#lib/domain/currencies/peg';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import { type RateLeg, rateOfLegs, roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SourceId } from '#lib/domain/source-id';
import type { FoundRate } from '#lib/domain/rates/strict-rate';

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

/** A figure on the route from base to quote, and whether the route divides by it. */
export interface SourceLeg extends SeriesName {
  readonly inverted: boolean;
}

/** Figures that multiply to a rate. */
export type SourceRoute = readonly SourceLeg[];

/** The last observation of a UTC day (days since 1970): one unit of base costs `rate` units of quote. */
export interface SeriesDay {
  readonly day: number;
  readonly rate: number;
}

/** Something for each change of a rate: against its newest observation on or before so many days earlier. */
export interface ByChange<T> {
  readonly day1: T;
  readonly day7: T;
  readonly day30: T;
}

/** A pair's days: one rate a day, null where the source published nothing, and the changes of the newest one. */
export interface DaySeries {
  readonly points: readonly (number | null)[];
  /** In percent; null where there is nothing to measure from. */
  readonly change: ByChange<number | null>;
  /** What each change is measured from. */
  readonly since: ByChange<SeriesDay | null>;
  /** What was observed before `monthStart`, from where the longest change is measured, ascending. */
  readonly earlier: readonly SeriesDay[];
}

/** The days of a series: those that are asked for (day numbers, ascending), and the first of the month that lines show. */
export interface SeriesDays {
  readonly days: readonly number[];
  readonly monthStart: number;
}

/** Days that a change looks back beyond its own day: the longest closure of a publisher is shorter. */
export const LOOK_BACK_DAYS = 10;

/** The longest change. */
export const LONGEST_CHANGE_DAYS = 30;

/** Four decimals: a hundredth of a basis point. */
const CHANGE_DECIMALS = 4;

/**
 * The routes by which earlier days of a rate are computed, best first: those of the sources that make the rate now. One source
 * alone has the routes of its own history; of a market, and of a cross between sources, it is the route of the rate itself.
 */
export function sourceRoutesOf(
  snapshot: RateSnapshot,
  pair: Pair,
  { legs, source: id }: FoundRate,
): readonly SourceRoute[] {
  const [first] = legs;
  if (!first) return routesToItself(snapshot, pair.base, id);
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

/** There and back by each pair of a code: 1 on a day on which its source has a figure of it, and on no other. */
function routesToItself(snapshot: RateSnapshot, code: string, id: SourceId): readonly SourceRoute[] {
  const pairs = snapshot.sources.find((source) => source.id === id)?.pairs ?? new Set<string>();
  return [...pairs]
    .filter((series) => series.split('/').includes(code))
    .map((series) => [
      { source: id, series, inverted: false },
      { source: id, series, inverted: true },
    ]);
}

/** The column of a peg: the figure in force on each day. */
export function pegColumn(
  { pegs }: SourceSnapshot,
  series: string,
  days: readonly IsoDay[],
): DayColumn | null {
  const [first] = days;
  const acts = pegs.filter(({ base, quote }) => pairKey(base, quote) === series);
  if (first === undefined || acts.length === 0) return null;
  const figures = days.map((day) => Number(acts.find((act) => isInForce(act, day))?.rate ?? Number.NaN));
  return { firstDay: dayNumberOf(first), figures: Float64Array.from(figures) };
}

/** Gives the reader of a series: its figure of a day as published, null where there is none. */
export type ExactSeriesOf = (name: SeriesName) => (day: number) => number | null;

/** Readers of columns, each column looked for once, however many rates it is part of. */
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
  return (day) => {
    const figure = column.figures[day - column.firstDay];
    return figure === undefined || Number.isNaN(figure) ? null : figure;
  };
}

/**
 * The rates of `days` and the changes. The day of `found` has the rate itself, later days nothing, earlier ones the first way
 * whose figures are all of that day: real observations only, nothing carried forward. One unit of base costs `points[i]`
 * units of quote, rounded once to 15 significant digits.
 */
export function daySeries(
  found: FoundRate,
  routes: readonly SourceRoute[],
  { days, monthStart }: SeriesDays,
  seriesOf: ExactSeriesOf,
): DaySeries {
  const observedOn = dayNumber(found.observedAt.getTime());
  const rate = roundExact(found.rate);
  const rateOn = rateReader(found, routes, seriesOf);
  const since = {
    day1: newestBy(rateOn, observedOn - 1),
    day7: newestBy(rateOn, observedOn - 7),
    day30: newestBy(rateOn, observedOn - LONGEST_CHANGE_DAYS),
  };
  return {
    points: days.map(rateOn),
    change: {
      day1: changeFrom(since.day1, rate),
      day7: changeFrom(since.day7, rate),
      day30: changeFrom(since.day30, rate),
    },
    since,
    earlier: since.day30 === null ? [] : observedIn(rateOn, since.day30.day, monthStart),
  };
}

/** Gives the rate of a day (days since 1970); null where there is none. */
type RateOfDay = (day: number) => number | null;

function rateReader(found: FoundRate, routes: readonly SourceRoute[], seriesOf: ExactSeriesOf): RateOfDay {
  const observedOn = dayNumber(found.observedAt.getTime());
  const readRoutes = routes.map((route) =>
    route.map((leg): ReadLeg => ({ inverted: leg.inverted, figureOn: seriesOf(leg) })),
  );
  const ratesByDay = new Map<number, number | null>([[observedOn, roundExact(found.rate)]]);
  return (day) => {
    if (day > observedOn) return null;
    const known = ratesByDay.get(day);
    if (known !== undefined) return known;
    const then = rateOfDay(readRoutes, day);
    ratesByDay.set(day, then);
    return then;
  };
}

/** A leg and its figures. */
interface ReadLeg {
  readonly inverted: boolean;
  readonly figureOn: ReturnType<ExactSeriesOf>;
}

function rateOfDay(routes: readonly (readonly ReadLeg[])[], day: number): number | null {
  for (const route of routes) {
    const rate = rateOfRoute(route, day);
    if (rate !== null) return rate;
  }
  return null;
}

/** What multiplies over what divides; a single figure in its own direction is the rate as it was published. */
function rateOfRoute(route: readonly ReadLeg[], day: number): number | null {
  const legs: RateLeg[] = [];
  for (const { inverted, figureOn } of route) {
    const figure = figureOn(day);
    if (figure === null) return null;
    if (route.length === 1 && !inverted) return figure;
    legs.push({ figure, inverted });
  }
  return roundExact(rateOfLegs(legs));
}

/** The newest observation on or before a day, within the days that a change looks back. */
function newestBy(rateOn: RateOfDay, day: number): SeriesDay | null {
  for (let before = day; before > day - LOOK_BACK_DAYS; before -= 1) {
    const rate = rateOn(before);
    if (rate !== null) return { day: before, rate };
  }
  return null;
}

/** The observations from a day on and before another, ascending. */
function observedIn(rateOn: RateOfDay, from: number, before: number): readonly SeriesDay[] {
  const observed: SeriesDay[] = [];
  for (let day = from; day < before; day += 1) {
    const rate = rateOn(day);
    if (rate !== null) observed.push({ day, rate });
  }
  return observed;
}

function changeFrom(since: SeriesDay | null, now: number): number | null {
  return since === null ? null : percentChange(since.rate, now);
}

function percentChange(then: number, now: number): number {
  const rounded = Number((100 * (now / then - 1)).toFixed(CHANGE_DECIMALS));
  return rounded === 0 ? 0 : rounded;
}
