import { type Currency, findCurrency, isRetiredOn } from './currency.ts';
import { addDays, type IsoDay, isoDayOf, parseIsoDay } from './iso-day.ts';
import type { FixingInstant, Observation, PublishedFixing, Rejection } from './observation.ts';

/** A reason to refuse a figure, by what it looks at: the figure itself, the pair, the day, or the pair on the day. */
type FixingRule =
  | {
      readonly name: string;
      readonly of: 'figure';
      readonly refuses: (rate: number, figure: string) => boolean;
    }
  | { readonly name: string; readonly of: 'pair'; readonly refuses: (pair: PublishedPair) => boolean }
  | { readonly name: string; readonly of: 'day'; readonly refuses: (day: PublishedDay) => boolean }
  | {
      readonly name: string;
      readonly of: 'pair and day';
      readonly refuses: (pair: PublishedPair, day: PublishedDay) => boolean;
    };

/** Null for a code that is not in the currency table. */
interface PublishedPair {
  readonly base: Currency | null;
  readonly quote: Currency | null;
}

interface PublishedDay {
  /** Null for a day that does not exist. */
  readonly day: IsoDay | null;
  /** The newest day that is believed, given the service's clock. */
  readonly latestDay: IsoDay;
  /** The first day that the publisher has figures for, where it is known. */
  readonly earliestDay: IsoDay | null;
}

const FIGURE_FORM = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** Beyond these no currency has ever been quoted; a figure there is a unit mistake or noise. */
const SMALLEST_RATE = 1e-12;
const LARGEST_RATE = 1e12;
/** The most decimal digits that a double, and so a JSON number, carries without loss. */
const SIGNIFICANT_DIGITS_MAX = 15;
/** A publisher east of us may already be a day ahead; one more day is for its holidays. */
const DAYS_AHEAD_MAX = 2;

/** The rules at the door. A figure is refused under the first that it breaks. */
const FIXING_RULES: readonly FixingRule[] = [
  { name: 'not_a_number', of: 'figure', refuses: (rate) => Number.isNaN(rate) },
  { name: 'not_positive', of: 'figure', refuses: (rate) => rate <= 0 },
  { name: 'out_of_range', of: 'figure', refuses: (rate) => rate < SMALLEST_RATE || rate > LARGEST_RATE },
  { name: 'too_many_digits', of: 'figure', refuses: (_rate, figure) => hasTooManyDigits(figure) },
  { name: 'unknown_currency', of: 'pair', refuses: ({ base, quote }) => base === null || quote === null },
  { name: 'impossible_date', of: 'day', refuses: ({ day }) => day === null },
  {
    name: 'before_first_day',
    of: 'day',
    refuses: ({ day, earliestDay }) => day !== null && earliestDay !== null && day < earliestDay,
  },
  { name: 'future_date', of: 'day', refuses: ({ day, latestDay }) => day !== null && day > latestDay },
  {
    name: 'after_last_day',
    of: 'pair and day',
    refuses: ({ base, quote }, { day }) => isAfterLast(day, base) || isAfterLast(day, quote),
  },
];

const FIGURE_RULES = FIXING_RULES.filter((rule) => rule.of === 'figure');
const PAIR_RULES = FIXING_RULES.filter((rule) => rule.of === 'pair');
const DAY_RULES = FIXING_RULES.filter((rule) => rule.of === 'day');
const PAIR_AND_DAY_RULES = FIXING_RULES.filter((rule) => rule.of === 'pair and day');

/** The rule for one document that states two figures for one pair and day: which of them is meant is unknown, so neither counts. */
const DUPLICATE_RULE = 'duplicate';

/** What the door knows beside the document. */
export interface DoorContext {
  /** The service's clock, for dates ahead of it. */
  readonly now: Date;
  /** The instant of a day's fixing. */
  readonly fixingInstant: FixingInstant;
  /** The first day that the publisher has figures for. */
  readonly firstDay?: IsoDay;
}

/** What was accepted and what was refused; a refused row never costs the others. */
export interface CheckedFixings {
  readonly accepted: readonly Observation[];
  readonly rejected: readonly Rejection[];
}

/**
 * The door: checks the figures of **one document** before anything is stored. Never throws.
 * `now` is the service's clock, for dates ahead of it; `fixingInstant` gives the instant of a day's fixing.
 * An exact repetition of a row counts once; two different figures for one pair and day are both refused.
 */
export function checkFixings(rows: readonly PublishedFixing[], context: DoorContext): CheckedFixings {
  const accepted: Observation[] = [];
  const rejected: Rejection[] = [];
  const contradicted = new Set<Observation>();
  const memory = rememberDocument(context);

  for (const row of rows) {
    const day = memory.day(row.observedOn);
    const pair = memory.pair(row.base, row.quote);
    const rate = FIGURE_FORM.test(row.rate) ? Number(row.rate) : Number.NaN;
    const broken = brokenRule(row.rate, rate, pair, day);
    if (broken !== null) {
      rejected.push({ rule: broken, detail: describe(row, row.rate) });
      continue;
    }
    const earlier = day.observations[pair.ordinal];
    if (earlier === undefined) {
      const observation = { base: row.base, quote: row.quote, rate, observedAt: day.observedAt };
      day.observations[pair.ordinal] = observation;
      accepted.push(observation);
    } else if (earlier.rate !== rate) {
      if (!contradicted.has(earlier)) {
        rejected.push({ rule: DUPLICATE_RULE, detail: describe(row, String(earlier.rate)) });
      }
      rejected.push({ rule: DUPLICATE_RULE, detail: describe(row, row.rate) });
      contradicted.add(earlier);
    }
  }
  if (contradicted.size === 0) return { accepted, rejected };
  return { accepted: accepted.filter((observation) => !contradicted.has(observation)), rejected };
}

/** The name of the first rule that a figure breaks; what concerns only its pair or only its day is known already. */
function brokenRule(figure: string, rate: number, pair: KnownPair, day: KnownDay): string | null {
  for (const rule of FIGURE_RULES) {
    if (rule.refuses(rate, figure)) return rule.name;
  }
  if (pair.brokenRule !== null) return pair.brokenRule;
  if (day.brokenRule !== null) return day.brokenRule;
  for (const rule of PAIR_AND_DAY_RULES) {
    if (rule.refuses(pair, day)) return rule.name;
  }
  return null;
}

/** A day's text read once, and what this document has said for it so far, by the pair's ordinal. */
interface KnownDay extends PublishedDay {
  readonly brokenRule: string | null;
  /** Shared by every observation of the day. */
  readonly observedAt: Date;
  readonly observations: (Observation | undefined)[];
}

/** Two codes looked up once; the ordinal counts the document's pairs. */
interface KnownPair extends PublishedPair {
  readonly brokenRule: string | null;
  readonly ordinal: number;
}

/** Reads each day and looks up each pair of a document once: a history has 7,000 and 41 of them in 200,000 rows. */
function rememberDocument({ now, fixingInstant, firstDay }: DoorContext) {
  const latestDay = addDays(isoDayOf(now), DAYS_AHEAD_MAX);
  const days = new Map<string, KnownDay>();
  const pairsByBase = new Map<string, Map<string, KnownPair>>();
  let pairCount = 0;

  function day(text: string): KnownDay {
    const known = days.get(text);
    if (known !== undefined) return known;
    const read = { day: parseIsoDay(text), latestDay, earliestDay: firstDay ?? null };
    const brokenRule = DAY_RULES.find((rule) => rule.refuses(read))?.name ?? null;
    const observedAt = read.day === null ? new Date(Number.NaN) : fixingInstant(read.day);
    const fresh: KnownDay = { ...read, brokenRule, observedAt, observations: [] };
    days.set(text, fresh);
    return fresh;
  }

  function pair(base: string, quote: string): KnownPair {
    const known = pairsByBase.get(base)?.get(quote);
    if (known !== undefined) return known;
    const found = { base: findCurrency(base), quote: findCurrency(quote) };
    const brokenRule = PAIR_RULES.find((rule) => rule.refuses(found))?.name ?? null;
    const fresh: KnownPair = { ...found, brokenRule, ordinal: pairCount };
    pairCount += 1;
    const byQuote = pairsByBase.get(base) ?? new Map<string, KnownPair>();
    pairsByBase.set(base, byQuote.set(quote, fresh));
    return fresh;
  }

  return { day, pair };
}

/** Zeros in front of the first digit and at the end of a fraction carry nothing: 0.00012300 has three digits. */
function hasTooManyDigits(figure: string): boolean {
  if (figure.length <= SIGNIFICANT_DIGITS_MAX) return false;
  const mantissa = figure.split(/[eE]/, 1)[0] ?? '';
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction.replace(/0+$/, '')).replace(/^0+/, '');
  return digits.length > SIGNIFICANT_DIGITS_MAX;
}

function isAfterLast(day: IsoDay | null, currency: Currency | null): boolean {
  return day !== null && currency !== null && isRetiredOn(currency, day);
}

function describe(row: PublishedFixing, figure: string): string {
  return `${row.observedOn} ${row.base}/${row.quote} "${figure}"`;
}
