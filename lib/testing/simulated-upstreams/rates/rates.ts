import { findCurrency } from '#lib/domain/currencies/currency';
import { forexCloseBefore } from '#lib/domain/calendars/forex-market';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { isInForce, type Peg, peggedCode } from '#lib/domain/currencies/peg';
import type { SourceId } from '#lib/domain/source-id';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { CURRENCY_LEVELS, type Movement, OTHER_CRYPTO } from './currency-levels.ts';
import { createSeededNoise, type SeededNoise } from './seeded-noise.ts';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** The simulated truth: what every currency is worth at every instant, a function of the seed alone. Pure. */
export interface SimulatedRates {
  /** All rates of one instant: the truth itself, or as a source sees it, at most 0.05 % away from it. */
  readonly at: (instant: Date, seenBy?: SourceId) => RatesMoment;
  /** Multiplies what a code is worth from an instant on: a devaluation. Tests of the validation alone do. */
  readonly shock: (code: string, factor: number, since: Date) => void;
  /** For whatever else a publisher makes up: volumes, order of keys. */
  readonly noise: SeededNoise;
}

/** The rates of one instant, consistent among each other: every triangle closes. */
export interface RatesMoment {
  /** One unit of `base` costs so many units of `quote`; null for a code without a value. */
  readonly rate: (base: string, quote: string) => number | null;
}

/** What is needed to value currencies at one instant. */
interface Moment {
  readonly instant: Date;
  readonly day: IsoDay;
  readonly seenBy: SourceId | null;
  /** Days on the clock that never stops and on the one that counts open hours of the foreign exchange market. */
  readonly calendarDays: number;
  readonly forexDays: number;
  readonly dollarsOf: Map<string, number | null>;
}

/** When the levels of the table hold exactly. */
const LEVELS_AT = new Date('2026-11-01T00:00:00Z');

const TRADING_DAYS_PER_YEAR = 260;

/** How far a source's own view of one currency may be from the truth, as a logarithm: half of what a pair may be. */
const VIEW_DEVIATION_MAX = 0.0002;

/** Makes the rates of a seed. */
export function createSimulatedRates(seed: number): SimulatedRates {
  const noise = createSeededNoise(seed);
  const pegsByCode = groupByPegged(LAW.pegs);
  const atLevels = momentOf(LEVELS_AT, null);
  const starts = new Map<string, number>();
  const shocks = new Map<string, { readonly factor: number; readonly since: Date }>();
  const pathSince = (code: string, movement: Movement, moment: Moment): number => {
    if (movement.dailyDeviation === 0) return 0;
    const start = starts.get(code) ?? noise.path(code, daysOf(movement, atLevels));
    starts.set(code, start);
    const days = daysOf(movement, moment);
    const trend = (movement.yearlyTrend / TRADING_DAYS_PER_YEAR) * (days - daysOf(movement, atLevels));
    return movement.dailyDeviation * (noise.path(code, days) - start) + trend;
  };
  const dollarsOf = (code: string, moment: Moment): number | null => {
    const known = moment.dollarsOf.get(code);
    if (known !== undefined) return known;
    const dollars = valueOf(code, moment);
    moment.dollarsOf.set(code, dollars);
    return dollars;
  };
  const valueOf = (code: string, moment: Moment): number | null => {
    if (code === 'USD') return 1;
    const peg = pegsByCode.get(code)?.find((rate) => isInForce(rate, moment.day));
    if (peg !== undefined) return valueByPeg(peg, code, (anchor) => dollarsOf(anchor, moment));
    const level = CURRENCY_LEVELS.get(code) ?? otherCrypto(code, noise);
    if (level === null) return null;
    const against = dollarsOf(level.against, moment);
    if (against === null) return null;
    // What follows another currency is seen through that one's view, so that views never add up along a chain.
    const view = level.against === 'USD' ? viewOf(noise, code, daysOf(level, moment), moment.seenBy) : 0;
    const shock = shocks.get(code);
    const factor = shock && moment.instant >= shock.since ? shock.factor : 1;
    return factor * against * level.level * Math.exp(pathSince(code, level, moment) + view);
  };
  return {
    noise,
    shock: (code, factor, since) => shocks.set(code, { factor, since }),
    at: (instant, seenBy) => {
      const moment = momentOf(instant, seenBy ?? null);
      return {
        rate: (base, quote) => {
          const [one, other] = [dollarsOf(base, moment), dollarsOf(quote, moment)];
          return one === null || other === null ? null : one / other;
        },
      };
    },
  };
}

function momentOf(instant: Date, seenBy: SourceId | null): Moment {
  return {
    instant,
    day: isoDayOf(instant),
    seenBy,
    calendarDays: instant.getTime() / DAY_MS,
    forexDays: forexDays(forexCloseBefore(instant)),
    dollarsOf: new Map(),
  };
}

const WEEK_MS = 7 * DAY_MS;
/** Sunday 21:00 UTC, the market's opening in summer; the week ends with Friday 22:00 UTC, its closing in winter. */
const A_WEEK_START_MS = Date.parse('1970-01-04T21:00:00Z');
const OPEN_HOURS_PER_WEEK = 121;
const OPEN_DAYS_PER_WEEK = 5;

/** Days of open market since 1970, five a week, so that a weekend moves prices no more than an hour does. */
function forexDays(instant: Date): number {
  const sinceMs = instant.getTime() - A_WEEK_START_MS;
  const week = Math.floor(sinceMs / WEEK_MS);
  const openHours = Math.min((sinceMs - week * WEEK_MS) / HOUR_MS, OPEN_HOURS_PER_WEEK);
  return (week + openHours / OPEN_HOURS_PER_WEEK) * OPEN_DAYS_PER_WEEK;
}

function daysOf({ isAlwaysOpen }: Movement, moment: Moment): number {
  return isAlwaysOpen ? moment.calendarDays : moment.forexDays;
}

/** A source's own view of a currency wanders slowly within its bound. */
function viewOf(noise: SeededNoise, code: string, days: number, seenBy: SourceId | null): number {
  if (seenBy === null) return 0;
  const day = Math.floor(days);
  const [today, tomorrow] = [day, day + 1].map((index) => noise.unit(`${seenBy} ${code}`, index) * 2 - 1);
  const part = days - day;
  return VIEW_DEVIATION_MAX * ((today ?? 0) * (1 - part) + (tomorrow ?? 0) * part);
}

/** Between a cent and a hundred dollars, by the name alone; null for what is no crypto asset. */
function otherCrypto(code: string, noise: SeededNoise) {
  if (findCurrency(code)?.kind !== 'crypto') return null;
  return { ...OTHER_CRYPTO, against: 'USD', level: 10 ** (noise.unit(`level ${code}`, 0) * 4 - 2) };
}

function valueByPeg(
  { base, quote, rate }: Peg,
  code: string,
  dollarsOf: (anchor: string) => number | null,
): number | null {
  const anchorDollars = dollarsOf(base === code ? quote : base);
  if (anchorDollars === null) return null;
  return base === code ? anchorDollars * Number(rate) : anchorDollars / Number(rate);
}

function groupByPegged(rates: readonly Peg[]): ReadonlyMap<string, readonly Peg[]> {
  return Map.groupBy(rates, peggedCode);
}
