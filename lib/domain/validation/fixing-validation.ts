import { createDocumentMemory } from './document-memory.ts';
import {
  brokenFigureRule,
  brokenPairOnDayRule,
  DUPLICATE_RULE,
  figureRate,
  FUTURE_DAY_RULE,
  MISDATED_RULE,
  NOT_DUE_RULE,
} from './figure-rules.ts';
import { createFixingColumns, type FixingColumns, observationsOf } from './fixing-columns.ts';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { FixingSchedule } from '#lib/domain/calendars/publication-calendar';
import type { FixingInstant, PublishedFixing, Rejection } from '#lib/domain/rates/observation';

/** What the validation knows beside the document. */
export interface FixingValidationContext {
  /** The service's clock, for dates ahead of it. */
  readonly now: Date;
  /** The instant of a day's fixing. */
  readonly fixingInstant: FixingInstant;
  /** The first day that the publisher has figures for. */
  readonly firstDay?: IsoDay;
  /** On which days the publisher has figures, and when they are public; absent where that is not known. */
  readonly schedule?: Pick<FixingSchedule, 'isPublicationDay' | 'calendarHoldsFrom' | 'dueAt'>;
  /** What is known of a document that was fetched just now; absent for a file, which may be of any time. */
  readonly live?: LiveDating;
}

/** What tells whether the dates of a fetched document can be right. */
export interface LiveDating {
  /** The source's own stored figure of exactly this instant, or null. */
  readonly stored: (base: string, quote: string, observedAt: Date) => number | null;
}

/** What was accepted, as columns in the order of the document, and what was refused. */
export interface CheckedColumns {
  readonly accepted: FixingColumns;
  readonly rejected: readonly Rejection[];
  /** Whether the dates of the whole document cannot be right; then nothing of it is accepted. */
  readonly isMisdated: boolean;
}

/** The validation of a document while its rows are checked. */
export interface FixingValidation {
  /** Checks the next row. */
  readonly check: (row: PublishedFixing) => void;
  /** What became of the document, asked once after its last row. */
  readonly close: () => CheckedColumns;
}

/**
 * Opens the validation of **one document**, whose rows come one by one and are not kept: a history of 200,000 figures costs
 * the columns of those that pass. The rules are those of `checkFixings`.
 */
export function openFixingValidation(context: FixingValidationContext): FixingValidation {
  const { live } = context;
  const memory = createDocumentMemory<number>({ ...context, instantOf: context.fixingInstant });
  const columns = createFixingColumns();
  const seriesIndexes: (number | undefined)[] = [];
  const rejected: Rejection[] = [];
  const contradicted = new Set<number>();
  const ahead = { [FUTURE_DAY_RULE]: new Set<number>(), [NOT_DUE_RULE]: new Set<number>() };

  function refuse(rule: string, row: PublishedFixing, figure: string = row.rate): void {
    rejected.push({ rule, detail: describe(row, figure) });
  }

  function check(row: PublishedFixing): void {
    const day = memory.day(row.observedOn);
    const pair = memory.pair(row.base, row.quote);
    const rate = figureRate(row.rate);
    const broken =
      brokenFigureRule(rate, row.rate) ??
      pair.brokenRule ??
      day.brokenRule ??
      (day.day === null ? null : brokenPairOnDayRule(pair, day.day));
    if (broken !== null) {
      refuse(broken, row);
      if (broken === FUTURE_DAY_RULE || broken === NOT_DUE_RULE) ahead[broken].add(pair.ordinal);
      return;
    }
    const earlier = day.kept[pair.ordinal];
    if (earlier === undefined) {
      const index = (seriesIndexes[pair.ordinal] ??= columns.seriesOf(row.base, row.quote));
      day.kept[pair.ordinal] = columns.add(index, day.instant.getTime(), rate);
    } else if (columns.rateOf(earlier) !== rate) {
      if (!contradicted.has(earlier)) refuse(DUPLICATE_RULE, row, String(columns.rateOf(earlier)));
      refuse(DUPLICATE_RULE, row);
      contradicted.add(earlier);
    }
  }

  function close(): CheckedColumns {
    const accepted = columns.finish(contradicted);
    const isHalf = (pairs: ReadonlySet<number>) => pairs.size > 0 && 2 * pairs.size >= memory.pairCount();
    const isMisdated =
      live !== undefined &&
      (isHalf(ahead[FUTURE_DAY_RULE]) || (isHalf(ahead[NOT_DUE_RULE]) && !isDatedRight(accepted, live)));
    return isMisdated ? refusedWhole(accepted, rejected) : { accepted, rejected, isMisdated };
  }

  return { check, close };
}

/** Whether most of the figures that are stored of the same days are the same. */
function isDatedRight(accepted: FixingColumns, { stored }: LiveDating): boolean {
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

function refusedWhole(accepted: FixingColumns, rejected: readonly Rejection[]): CheckedColumns {
  const rest = observationsOf(accepted).map(({ base, quote, rate, observedAt }) => ({
    rule: MISDATED_RULE,
    detail: describe({ base, quote, observedOn: isoDayOf(observedAt) }, String(rate)),
  }));
  const nothing = createFixingColumns().finish(new Set());
  return { accepted: nothing, rejected: [...rejected, ...rest], isMisdated: true };
}

function describe({ observedOn, base, quote }: Omit<PublishedFixing, 'rate'>, figure: string): string {
  return `${observedOn} ${base}/${quote} "${figure}"`;
}

/** A figure whose own date is ahead, which says more than one that is refused with it. */
export function misdatedExample(rejected: readonly Rejection[]): string {
  const wrong = rejected.find(({ rule }) => rule === FUTURE_DAY_RULE || rule === NOT_DUE_RULE) ?? rejected[0];
  return wrong ? `${wrong.detail} (${wrong.rule})` : '';
}
