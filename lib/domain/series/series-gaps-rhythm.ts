import { type ClosedDays, closedDays, openDays } from '#lib/domain/calendars/closed-days';
import { forexInstantAfter, isForexOpen } from '#lib/domain/calendars/forex-market';
import { addDays, type IsoDay, isoDayOf, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import type { FixingSchedule } from '#lib/domain/calendars/publication-calendar';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** On which days a source has a figure, and when that of a day is due. */
export interface SeriesRhythm {
  readonly kind: 'fixing' | 'forex' | 'always' | 'law';
  readonly isOpenDay: (day: IsoDay) => boolean;
  /** The instant at which the figure of a day is due to be public. */
  readonly dueAt: (day: IsoDay) => Date;
  /** How long after `dueAt` a missing figure counts as missing. */
  readonly graceMs: number;
}

/** A rhythm as a value, for pages: banks by their calendars, markets by their opening, law on every day. */
export type RhythmFacts = BankRhythm | { readonly kind: 'forex' | 'always' | 'law' };

interface BankRhythm {
  readonly kind: 'fixing';
  readonly closed: ClosedDays;
  /** The days whose figures are not missing yet and those ahead, with the epoch milliseconds at which each is due; ascending. */
  readonly due: readonly (readonly [day: IsoDay, dueAtMs: number])[];
  readonly graceMs: number;
}

/** What of a source tells its rhythm. */
export type RhythmicSource =
  | { readonly cadence: 'fixing'; readonly schedule: FixingSchedule; readonly firstDay: IsoDay }
  | { readonly cadence: 'tick'; readonly market: 'always' | 'forex' }
  | { readonly pegs: object };

/** Days back, within which every figure is missing at last, and ahead, as long as a page may stay open. */
const BACK_DAYS = 22;
const AHEAD_DAYS = 12;

/** The rhythm of a source as seen at `now`. For the server: pages get values, not the calendars of every bank as code. */
export function rhythmFacts(source: RhythmicSource, now: Date): RhythmFacts {
  if (!('cadence' in source)) return { kind: 'law' };
  if (source.cadence === 'tick') return { kind: source.market };
  const { schedule, firstDay } = source;
  const today = isoDayOf(now);
  const due: [IsoDay, number][] = [];
  for (let offset = -BACK_DAYS; offset <= AHEAD_DAYS; offset += 1) {
    const day = addDays(today, offset);
    const dueAtMs = schedule.isPublicationDay(day) ? schedule.dueAt(day).getTime() : 0;
    if (dueAtMs + schedule.graceMs > now.getTime()) due.push([day, dueAtMs]);
  }
  const until = addDays(today, AHEAD_DAYS);
  return { kind: 'fixing', closed: closedDaysOf(schedule, firstDay, until), due, graceMs: schedule.graceMs };
}

/** A memo of a pure function, so that its filling cannot be observed: a calendar of 50 years takes longer than the rest of a page. */
const known = new WeakMap<FixingSchedule, { readonly until: IsoDay; readonly closed: ClosedDays }>();

function closedDaysOf(schedule: FixingSchedule, firstDay: IsoDay, until: IsoDay): ClosedDays {
  const memo = known.get(schedule);
  if (memo?.until === until) return memo.closed;
  // Ranges begin before the first figure, and the days in between are told from closed ones.
  const from = parseIsoDay(`${Number(firstDay.slice(0, 4)) - 1}-01-01`) ?? firstDay;
  const closed = closedDays(schedule.isPublicationDay, from, until);
  known.set(schedule, { until, closed });
  return closed;
}

/** A day of a market is over with the UTC day; its quote is kept a moment later. */
const MARKET_GRACE_MS = HOUR_MS;

const FOREX: SeriesRhythm = {
  kind: 'forex',
  isOpenDay: (day) => isForexOpen(new Date(startOfDay(day).getTime() + DAY_MS / 2)),
  // Friday's figure is final when its UTC day ends, but nobody looks again before the market opens on Sunday.
  dueAt: (day) => forexInstantAfter(startOfDay(addDays(day, 1)), 1),
  graceMs: MARKET_GRACE_MS,
};

const ALWAYS: SeriesRhythm = {
  kind: 'always',
  isOpenDay: () => true,
  dueAt: (day) => startOfDay(addDays(day, 1)),
  graceMs: MARKET_GRACE_MS,
};

const PEG_SOURCE: SeriesRhythm = { ...ALWAYS, kind: 'law' };

/** The rhythm that some facts tell. */
export function rhythmOf(facts: RhythmFacts): SeriesRhythm {
  switch (facts.kind) {
    case 'fixing':
      return bankRhythm(facts);
    case 'forex':
      return FOREX;
    case 'always':
      return ALWAYS;
    case 'law':
      return PEG_SOURCE;
    default:
      return facts satisfies never;
  }
}

function bankRhythm({ closed, due, graceMs }: BankRhythm): SeriesRhythm {
  const dueMs = new Map(due);
  const [lastDay, lastDueMs] = due.at(-1) ?? [closed.from, 0];
  const lagMs = lastDueMs - startOfDay(lastDay).getTime();
  return {
    kind: 'fixing',
    isOpenDay: openDays(closed),
    // Days before the listed ones are long due; those after them lie beyond what the server looked ahead.
    dueAt: (day) =>
      new Date(dueMs.get(day) ?? startOfDay(day).getTime() + (day > lastDay ? Math.max(0, lagMs) : 0)),
    graceMs,
  };
}
