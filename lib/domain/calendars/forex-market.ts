import { isWeekend } from './holiday-rules.ts';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { zonedInstant } from './publication-calendar.ts';

/**
 * The market's day ends at 17:00 New York time and bears the date of its end: Monday begins on Sunday at 17:00. It is
 * open on Monday to Friday but 25 December and 1 January, so on Christmas from 17:00 of the 24th to 17:00 of the 25th
 * it is closed. Other holidays close single cities, never the market.
 */
const DAY_ENDS_AT = '17:00';
const NEW_YORK = 'America/New_York';
const CLOSED_MONTH_DAYS: ReadonlySet<string> = new Set(['12-25', '01-01']);

/** Whether the foreign exchange market is open at an instant; at a closing instant it is closed, at an opening one open. */
export function isForexOpen(at: Date): boolean {
  return isOpenDay(marketDayOf(at));
}

/** A time for which the market is open, or closed, without a break: from its first instant until the first one after it. */
export interface MarketStretch {
  readonly isOpen: boolean;
  readonly from: Date;
  readonly until: Date;
}

/** The stretch that an instant is in. On Saturday 2026-11-21 it is closed, from Friday 22:00 until Sunday 22:00 UTC. */
export function forexStretchAt(at: Date): MarketStretch {
  const day = marketDayOf(at);
  const isOpen = isOpenDay(day);
  let [first, last] = [day, day];
  while (isOpenDay(addDays(first, -1)) === isOpen) first = addDays(first, -1);
  while (isOpenDay(addDays(last, 1)) === isOpen) last = addDays(last, 1);
  return { isOpen, from: startOf(first), until: endOf(last) };
}

/** For how long a market that is closed is so. */
export interface MarketClosing {
  readonly closedAt: Date;
  readonly opensAt: Date;
}

/** The closing of a stretch; null of one in which the market is open. */
export function closingOf({ isOpen, from, until }: MarketStretch): MarketClosing | null {
  return isOpen ? null : { closedAt: from, opensAt: until };
}

/** The newest closing instant at or before `at`; `at` itself while the market is open. */
export function forexCloseBefore(at: Date): Date {
  return isForexOpen(at) ? at : forexStretchAt(at).from;
}

/** Milliseconds between two instants for which the market is open; 0 when `to` is not after `from`. */
export function forexOpenMs(from: Date, to: Date): number {
  let openMs = 0;
  for (let day = marketDayOf(from); startOf(day) < to; day = addDays(day, 1)) {
    if (!isOpenDay(day)) continue;
    const startMs = Math.max(startOf(day).getTime(), from.getTime());
    openMs += Math.max(0, Math.min(endOf(day).getTime(), to.getTime()) - startMs);
  }
  return openMs;
}

/**
 * The first instant at which the market has been open for `openMs` since `from`. A minute after Friday 16:59:30 New
 * York time is Sunday 17:00:30; thirty seconds after it is the closing instant.
 */
export function forexInstantAfter(from: Date, openMs: number): Date {
  let leftMs = openMs;
  if (leftMs <= 0) return from;
  for (let day = marketDayOf(from); ; day = addDays(day, 1)) {
    if (!isOpenDay(day)) continue;
    const startMs = Math.max(startOf(day).getTime(), from.getTime());
    const openTodayMs = endOf(day).getTime() - startMs;
    if (leftMs <= openTodayMs) return new Date(startMs + leftMs);
    leftMs -= openTodayMs;
  }
}

/** 17:00 in New York is 21:00 or 22:00 UTC, so it is on the UTC day of the same date. */
function marketDayOf(at: Date): IsoDay {
  const day = isoDayOf(at);
  return at < endOf(day) ? day : addDays(day, 1);
}

function isOpenDay(day: IsoDay): boolean {
  return !isWeekend(day) && !CLOSED_MONTH_DAYS.has(day.slice(5));
}

function startOf(day: IsoDay): Date {
  return endOf(addDays(day, -1));
}

function endOf(day: IsoDay): Date {
  return zonedInstant(day, DAY_ENDS_AT, NEW_YORK);
}
