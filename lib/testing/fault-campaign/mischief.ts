import { addDays, type IsoDay, weekdayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { type Fault, FAULTS } from '#lib/testing/simulated-upstreams/faults/faults';

/** The truth of one instant: one unit of base costs so many of quote; null for a code without a value. */
export type TrueRate = (base: string, quote: string) => number | null;

/** One figure that a hostile publisher is about to print. */
export interface AskedFigure {
  readonly base: string;
  readonly quote: string;
  readonly at: Date;
  readonly truth: TrueRate;
  /** Whether it is of the newest publication, or of the newest price of a market. */
  readonly isNewest: boolean;
  /** Whether it is older than the newest five publications, or than a week at a market. */
  readonly isLongPast: boolean;
  /** Whether it is of the third publication, or day, before the newest one. */
  readonly isThirdDayBack: boolean;
  /** Polls since the publisher turned hostile. */
  readonly polls: number;
  readonly targets: Targets;
}

/** The pairs of a publisher that a lie about single pairs is about, as it prints them. */
export interface Targets {
  readonly main: PrintedPair;
  /** Two pairs whose figures are far from each other, and two that are 10 to 30 % apart where there are such. */
  readonly far: readonly [PrintedPair, PrintedPair];
  readonly near: readonly [PrintedPair, PrintedPair];
}

/** One unit of base in quote, as a publisher prints it. */
export interface PrintedPair {
  readonly base: string;
  readonly quote: string;
}

/** How a hostile publisher bends what it prints; what is absent stays true. */
export interface Bend {
  readonly rate?: (asked: AskedFigure) => number | null;
  /** The day that it states for a row. */
  readonly day?: (day: IsoDay, newest: IsoDay) => IsoDay;
  /** The instant that it states for a price. */
  readonly ms?: (instantMs: number) => number;
  /** Whether it leaves out three of five rows. */
  readonly dropsRows?: true;
}

/** What a publisher does wrong in a scenario. */
export interface Mischief {
  readonly name: string;
  /** A fault of the simulator. */
  readonly fault: Fault | null;
  /** A lie of the hostile publisher. */
  readonly bend: Bend | null;
  /**
   * The absolute log return up to which its figures are no failure: what a kind of rate may do in its time by itself, with no
   * other source to say otherwise, cannot be told from a market.
   */
  readonly tolerance?: number;
  /** The same for coins, which may do within a day what a currency of a state does not. */
  readonly coinTolerance?: number;
  /** Whether a page's quotes may be filed under the wrong time that it states: it is the only witness of its own clock. */
  readonly isOfOwnClock?: true;
  /** Whether the truth must be served again afterwards though the lie was believed. */
  readonly mustRecover?: true;
}

/** Nothing at all, for the scenario that others are compared with. */
export const NO_MISCHIEF: Mischief = { name: 'none', fault: null, bend: null };

/** Every fault of the simulator. */
export const SIMULATED_FAULTS: readonly Mischief[] = FAULTS.map((fault) => ({
  name: fault,
  fault,
  bend: null,
}));

/** What the hostile publisher can do. */
export const HOSTILE_ACTS: readonly Mischief[] = [
  lie('all_times_10', (asked) => scaled(asked, 10)),
  lie('all_plus_12_percent', (asked) => scaled(asked, 1.12)),
  // Too little for anyone to tell, twice that in a cross; but the truth must have its way as soon as it comes.
  {
    ...lie('all_plus_4_percent', (asked) => scaled(asked, 1.04), 2 * Math.log(1.041)),
    mustRecover: true,
  },
  lie('one_times_10', (asked) => (isOf(asked, asked.targets.main) ? scaled(asked, 10) : honest(asked))),
  lie(
    'one_plus_12_percent',
    (asked) => (isOf(asked, asked.targets.main) ? scaled(asked, 1.12) : honest(asked)),
    Math.log(1.13),
  ),
  lie('far_columns_swapped', (asked) => swapped(asked, asked.targets.far)),
  lie('near_columns_swapped', (asked) => swapped(asked, asked.targets.near), Math.log(1.35)),
  lie('newest_inverted', (asked) => (asked.isNewest ? inverse(honest(asked)) : honest(asked))),
  lie('newest_times_10', (asked) => (asked.isNewest ? scaled(asked, 10) : honest(asked))),
  lie('older_days_doubled', (asked) => (asked.isLongPast ? scaled(asked, 2) : honest(asked))),
  // A coin does so within a day; of a bank it would be held.
  lie(
    'flipped_digit_in_an_older_day',
    (asked) =>
      asked.isThirdDayBack && isOf(asked, asked.targets.main) ? flipDigit(honest(asked)) : honest(asked),
    0,
    Math.log(1.31),
  ),
  // Over six days the limits of a coin allow all of it; that one minute stays below 20 % has a test of its own.
  lie(
    'walk_of_9_percent_per_poll',
    (asked) =>
      asked.isNewest && isOf(asked, asked.targets.main) ? scaled(asked, 1.09 ** asked.polls) : honest(asked),
    Math.log(2.6),
  ),
  // Of a market a day may do so; of a bank the second time and the third go too far.
  lie(
    'past_walk_of_9_percent_per_poll',
    (asked) =>
      asked.isThirdDayBack && isOf(asked, asked.targets.main)
        ? scaled(asked, 1.09 ** asked.polls)
        : honest(asked),
    Math.log(1.1),
    Math.log(1.31),
  ),
  // The cell of one series is no number: that series is left out, and the others count.
  lie('one_series_is_no_number', (asked) => (isOf(asked, asked.targets.main) ? Number.NaN : honest(asked))),
  // Gone from the publications of Friday and Monday, back ten times too large on Tuesday.
  lie('one_pair_away_then_times_10', (asked) => {
    if (!asked.isNewest || !isOf(asked, asked.targets.main)) return honest(asked);
    return asked.polls <= POLLS_AWAY ? null : scaled(asked, 10);
  }),
  lie('another_base_currency', ({ base, quote, truth }) => {
    const other = base === 'USD' ? 'EUR' : 'USD';
    return quote === other ? truth(base, quote) : truth(other, quote);
  }),
  act('rows_missing_60_percent', { dropsRows: true }),
  act('dates_a_day_ahead', { day: (day) => addDays(day, 1), ms: (instantMs) => instantMs + DAY_MS }),
  {
    ...act('dates_a_day_back', { day: (day) => addDays(day, -1), ms: (instantMs) => instantMs - DAY_MS }),
    isOfOwnClock: true,
  },
  act('a_sunday_row', { day: (day) => (weekdayOf(day) === MONDAY ? addDays(day, -1) : day) }),
];

const MONDAY = 1;
const POLLS_AWAY = 7;

/** The same mischief in rows older than the newest one alone; what acts on the whole answer acts on it as before. */
export function inOlderRows({ name, fault, bend }: Mischief): Mischief {
  const older = fault === null ? bend?.rate : OLDER_FAULTS[fault];
  if (fault === 'wrong_date') {
    return { name, fault: null, bend: { day: (day, newest) => (day < newest ? addDays(day, 14) : day) } };
  }
  if (older === undefined) return { name, fault, bend };
  const rate: Bend['rate'] = (asked) => (asked.isNewest ? honest(asked) : older(asked));
  return { name, fault: null, bend: { ...bend, rate } };
}

/** Faults in the figures that can be told to leave the newest row alone. */
const OLDER_FAULTS: Readonly<Partial<Record<Fault, NonNullable<Bend['rate']>>>> = {
  inverted: (asked) => inverse(honest(asked)),
  times_100: (asked) => scaled(asked, 100),
  digit_shifted: (asked) =>
    asked.isThirdDayBack && isOf(asked, asked.targets.main) ? scaled(asked, 10) : honest(asked),
  nan: () => Number.NaN,
};

function act(name: string, bend: Bend): Mischief {
  return { name, fault: null, bend };
}

function lie(
  name: string,
  rate: NonNullable<Bend['rate']>,
  tolerance = 0,
  coinTolerance = tolerance,
): Mischief {
  return { ...act(name, { rate }), tolerance, coinTolerance };
}

/** The same in documents that have their newest day alone. */
export function ofNewestDay(mischief: Mischief): Mischief {
  const { bend } = mischief;
  if (bend === null) return mischief;
  const { rate = honest } = bend;
  return { ...mischief, bend: { ...bend, rate: (asked) => (asked.isNewest ? rate(asked) : null) } };
}

/** How far the figures of a publisher may be off without being a failure. */
export function toleranceOf({ tolerance = 0, coinTolerance = tolerance }: Mischief, source: string): number {
  return source === 'crypto-exchange' ? coinTolerance : tolerance;
}

function honest({ truth, base, quote }: AskedFigure): number | null {
  return truth(base, quote);
}

function scaled(asked: AskedFigure, factor: number): number | null {
  const rate = honest(asked);
  return rate === null ? null : rate * factor;
}

function inverse(rate: number | null): number | null {
  return rate === null ? null : 1 / rate;
}

function isOf({ base, quote }: AskedFigure, pair: PrintedPair): boolean {
  return base === pair.base && quote === pair.quote;
}

function swapped(asked: AskedFigure, [one, other]: readonly [PrintedPair, PrintedPair]): number | null {
  if (isOf(asked, one)) return asked.truth(other.base, other.quote);
  return isOf(asked, other) ? asked.truth(one.base, one.quote) : honest(asked);
}

/** 1.1711 becomes 1.4711: the second significant digit is three more, or three less from 7 on. */
function flipDigit(rate: number | null): number | null {
  if (rate === null) return null;
  const unit = 10 ** (Math.floor(Math.log10(rate)) - 1);
  const digit = Math.floor(rate / unit) % 10;
  return rate + (digit < 7 ? 3 : -3) * unit;
}
