import { type FixingSchedule, mayHaveFigures } from '#lib/domain/calendars/publication-calendar';
import { addDays, type IsoDay, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import type { FixingInstant, Observation, PublishedFixing } from '#lib/domain/rates/observation';

import { type CheckedRows, openRowCheck, type RowPlace } from './check-rows.ts';
import { brokenPairOnDayRule } from './figure-rules.ts';
import { createFixingColumns, type FixingColumns, observationsOf } from './fixing-columns.ts';
import type { Rejection, RowRule } from './rules.ts';

/** What days are checked by. */
export interface DayBounds {
  /** The service's clock, for dates ahead of it. */
  readonly now: Date;
  /** The first day that the publisher has figures for. */
  readonly firstDay?: IsoDay;
  /** On which days the publisher has figures, and when they are public; absent where that is not known. */
  readonly schedule?: Pick<FixingSchedule, 'isPublicationDay' | 'calendarHoldsFrom' | 'dueAt'>;
}

/** What fixings are checked by, beside their document. */
export interface FixingBounds extends DayBounds {
  /** The instant of a day's fixing. */
  readonly fixingInstant: FixingInstant;
  /**
   * The source's own stored figure of exactly an instant, or null. It tells whether the dates of a document that was fetched just now
   * can be right; absent for a file, which may be of any time.
   */
  readonly stored?: (base: string, quote: string, observedAt: Date) => number | null;
}

/** The figures of a document that passed, and what was refused. */
export interface CheckedFixings<Figures> {
  readonly accepted: Figures;
  readonly rejected: readonly Rejection[];
  /** Whether the dates of the whole document cannot be right; then nothing of it is accepted. */
  readonly isMisdated: boolean;
}

/** A document of fixings while its rows are checked. */
export interface FixingCheck {
  readonly check: (row: PublishedFixing) => void;
  readonly close: () => CheckedFixings<FixingColumns>;
}

/**
 * Opens the check of a document of fixings; an identity is a pair and a day.
 *
 * A document that was fetched just now is misdated, and refused whole, when at least half of its pairs have a figure of a
 * day that has not come: where one date is wrong, so are those in the past that look right. The same when they have a
 * figure of a day whose publication is not due, unless most figures that the store knows of the same days say that the
 * dates are right; then the publisher is early, or its calendar has changed, and the early figures alone wait.
 */
export function openFixingCheck({ fixingInstant, stored, ...bounds }: FixingBounds): FixingCheck {
  const dayOf = createDays(bounds, fixingInstant);
  const rows = openRowCheck<PublishedFixing>({
    placeOf: ({ observedOn }, pair) => {
      const day = dayOf(observedOn);
      return typeof day === 'string' ? day : (brokenPairOnDayRule(pair, day.day) ?? day);
    },
    timeText: ({ observedOn }) => `${observedOn} `,
  });
  const isOfHalf = (rule: RowRule) => {
    const { size } = rows.refusedPairs(rule);
    return size > 0 && 2 * size >= rows.pairCount();
  };
  return {
    check: rows.check,
    close: () => {
      const { accepted, rejected } = rows.close();
      const isMisdated =
        stored !== undefined &&
        (isOfHalf(FUTURE_DAY_RULE) || (isOfHalf(NOT_DUE_RULE) && !isDatedRight(accepted, stored)));
      return isMisdated ? refusedWhole({ accepted, rejected }) : { accepted, rejected, isMisdated };
    },
  };
}

/** The same of rows that are all there, with the accepted ones as observations. */
export function checkFixings(
  rows: readonly PublishedFixing[],
  bounds: FixingBounds,
): CheckedFixings<readonly Observation[]> {
  const fixings = openFixingCheck(bounds);
  for (const row of rows) fixings.check(row);
  const { accepted, ...rest } = fixings.close();
  return { ...rest, accepted: observationsOf(accepted) };
}

/** The rule for a fixing of a day that has not come for any publisher on earth. */
const FUTURE_DAY_RULE = 'future_date';
/** The rule for a fixing of a day whose publication is not due yet, such as one of this week's at the weekly Federal Reserve. */
const NOT_DUE_RULE = 'not_due';

/** A publisher east of us may already be a day ahead; one more day is for its holidays. */
const DAYS_AHEAD_MAX = 2;
/**
 * A publisher may be this much early: the ECB's file is out at 15:57 for a publication of 16:00. More would take a file
 * that is dated one publication ahead for true for as long, every day.
 */
const EARLY_MAX_MS = 60 * 60_000;

/** A day's text read once, and what the document has said for it so far. */
interface KnownDay extends RowPlace {
  readonly day: IsoDay;
}

/** No publisher lets more days pass between a day and the release of its figures; the Federal Reserve takes up to nine. */
const UNDUE_DAYS_MAX = 31;

/** Reads each day of a document once, a history has 7,000 of them: the day, or the rule that it breaks. */
export function createDays(
  { now, firstDay, schedule }: DayBounds,
  instantOf: (day: IsoDay) => Date,
): (text: string) => KnownDay | RowRule {
  const latestDay = addDays(isoDayOf(now), DAYS_AHEAD_MAX);
  const oldestUndueDay = addDays(isoDayOf(now), -UNDUE_DAYS_MAX);
  const days = new Map<string, KnownDay | RowRule>();

  /** Calendars are asked about the newest days only: an older one's publication is long past. */
  function isDue(day: IsoDay): boolean {
    if (schedule === undefined || day < oldestUndueDay) return true;
    return schedule.dueAt(day).getTime() <= now.getTime() + EARLY_MAX_MS;
  }

  function read(text: string): KnownDay | RowRule {
    const day = parseIsoDay(text);
    if (day === null) return 'impossible_date';
    if (firstDay !== undefined && day < firstDay) return 'before_first_day';
    if (day > latestDay) return FUTURE_DAY_RULE;
    if (schedule !== undefined && !mayHaveFigures(day, schedule)) return 'no_publication';
    return isDue(day) ? { day, instantMs: instantOf(day).getTime(), kept: [] } : NOT_DUE_RULE;
  }

  return (text) => {
    const known = days.get(text) ?? read(text);
    days.set(text, known);
    return known;
  };
}

/** Whether most of the figures that are stored of the same days are the same. */
function isDatedRight(accepted: FixingColumns, stored: NonNullable<FixingBounds['stored']>): boolean {
  let same = 0;
  let other = 0;
  for (const { base, quote, observedAt, rate } of observationsOf(accepted)) {
    const known = stored(base, quote, observedAt);
    if (known === null) continue;
    if (known === rate) same += 1;
    else other += 1;
  }
  return same > other;
}

function refusedWhole({ accepted, rejected }: CheckedRows): CheckedFixings<FixingColumns> {
  const rest = observationsOf(accepted).map(({ base, quote, rate, observedAt }) => ({
    rule: 'misdated' as const,
    detail: `${isoDayOf(observedAt)} ${base}/${quote} "${rate}"`,
  }));
  const nothing = createFixingColumns().finish(new Set());
  return { accepted: nothing, rejected: [...rejected, ...rest], isMisdated: true };
}

/** A figure whose own date is ahead, which says more than one that is refused with it. */
export function misdatedExample(rejected: readonly Rejection[]): string {
  const wrong = rejected.find(({ rule }) => rule === FUTURE_DAY_RULE || rule === NOT_DUE_RULE) ?? rejected[0];
  return wrong ? `${wrong.detail} (${wrong.rule})` : '';
}
