import {
  addDays,
  dayNumber,
  type IsoDay,
  isoDayOf,
  parseIsoDay,
  startOfDay,
  weekdayOf,
} from '#lib/domain/iso-day';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** When a source publishes its fixings: on which days, at what local time, and how long lateness is ordinary. */
export interface FixingSchedule {
  /** Days with a publication. */
  readonly isPublicationDay: (day: IsoDay) => boolean;
  /**
   * The first day from which figures of other days than those are refused; before it, those of weekends alone. Calendars of
   * long ago are not known for sure: the Federal Reserve gave out single currencies on its own holidays until 2005.
   */
  readonly calendarHoldsFrom: IsoDay;
  /** The instant at which the fixing of `day` is due to be public. */
  readonly dueAt: (day: IsoDay) => Date;
  /** How long after `dueAt` a missing publication counts as missed. */
  readonly graceMs: number;
  /** Age since the fixing instant at which a figure is no longer served. */
  readonly hardLimitMs: number;
}

/** A day that is written here, in the form of one. */
export function calendarDay(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`"${text}" is not a day.`);
  return day;
}

/** Whether a publisher may have a figure of a day. */
export function mayHaveFigures(
  day: IsoDay,
  { isPublicationDay, calendarHoldsFrom }: Pick<FixingSchedule, 'isPublicationDay' | 'calendarHoldsFrom'>,
): boolean {
  if (day >= calendarHoldsFrom) return isPublicationDay(day);
  const weekday = weekdayOf(day);
  return weekday !== SATURDAY && weekday !== SUNDAY;
}

const SATURDAY = 6;
const SUNDAY = 0;

/** Longer than any closing of a publisher's calendar; a search beyond it means the calendar is wrong. */
const LONGEST_CLOSING_DAYS = 31;

/** The first day after `day` on which the schedule has a publication. */
export function nextPublicationDay(schedule: FixingSchedule, day: IsoDay): IsoDay {
  return nextOpenDay(schedule.isPublicationDay, day);
}

/**
 * The first publication day after `day` whose figures come with a later release than those of `day` do. Equal to
 * `nextPublicationDay` where every day is released by itself; of the H.10's weeks it is the next week's first day.
 */
export function nextReleaseDay(schedule: FixingSchedule, day: IsoDay): IsoDay {
  const dueAt = schedule.dueAt(day);
  return nextOpenDay((later) => schedule.isPublicationDay(later) && schedule.dueAt(later) > dueAt, day);
}

/** The `count` newest days up to `day` whose fixings were due to be public by an instant, newest first; fewer where those of a month are. */
export function newestDueDays(
  { isPublicationDay, dueAt }: Pick<FixingSchedule, 'isPublicationDay' | 'dueAt'>,
  { day, dueBy, count }: { readonly day: IsoDay; readonly dueBy: Date; readonly count: number },
): readonly IsoDay[] {
  const due: IsoDay[] = [];
  for (let back = 0; due.length < count && back <= LONGEST_CLOSING_DAYS; back += 1) {
    const earlier = addDays(day, -back);
    if (isPublicationDay(earlier) && dueAt(earlier) <= dueBy) due.push(earlier);
  }
  return due;
}

/** The first day after `day` for which a calendar answers yes. A calendar that is closed for a month is a bug and throws. */
export function nextOpenDay(isOpenDay: (day: IsoDay) => boolean, day: IsoDay): IsoDay {
  for (let offset = 1; offset <= LONGEST_CLOSING_DAYS; offset += 1) {
    const candidate = addDays(day, offset);
    if (isOpenDay(candidate)) return candidate;
  }
  throw new Error(`The schedule has no publication within ${LONGEST_CLOSING_DAYS} days after ${day}.`);
}

const LOCAL_TIME_FORM = /^([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * The instant at which clocks in `timeZone` (an IANA name) show `localTime` (`HH:MM`) on the calendar day `day`.
 * 2026-07-01 at 16:00 in Europe/Berlin is 14:00 UTC. A local time that a change of the clocks skips or repeats gives
 * an instant within that hour; no publisher's hour is one.
 */
export function zonedInstant(day: IsoDay, localTime: string, timeZone: string): Date {
  const parts = LOCAL_TIME_FORM.exec(localTime);
  if (parts === null) throw new Error(`"${localTime}" is not a local time of the form HH:MM.`);
  const wallMs = startOfDay(day).getTime() + (Number(parts[1]) * 60 + Number(parts[2])) * MINUTE_MS;
  const guessMs = wallMs - zoneOffsetMs(timeZone, wallMs);
  return new Date(wallMs - zoneOffsetMs(timeZone, guessMs));
}

/**
 * A zone's formatter and what it has answered: offsets in ms at the start of months, counted from year 0, and of days,
 * counted from 1970, of the months within which the offset changes.
 */
interface ZoneMemo {
  readonly format: Intl.DateTimeFormat;
  readonly offsetMsByMonth: Map<number, number>;
  readonly offsetMsByDay: Map<number, number>;
}

/**
 * A memo of a pure function, so that its filling cannot be observed. Making a formatter costs 17 ms once; asking it
 * costs 2 µs, four times what the memo needs for each of the 7,000 days of an import.
 */
const zoneMemos = new Map<string, ZoneMemo>();

/** Local time minus UTC. A month that begins and ends with one offset has it throughout: no zone used here moves twice in a month. */
function zoneOffsetMs(timeZone: string, instantMs: number): number {
  const memo = zoneMemo(timeZone);
  const instant = new Date(instantMs);
  const month = instant.getUTCFullYear() * 12 + instant.getUTCMonth();
  const atStart = monthStartOffsetMs(memo, month);
  if (atStart === monthStartOffsetMs(memo, month + 1)) return atStart;
  const day = dayNumber(instantMs);
  const atDayStart = dayStartOffsetMs(memo, day);
  return atDayStart === dayStartOffsetMs(memo, day + 1) ? atDayStart : readOffsetMs(memo.format, instant);
}

function zoneMemo(timeZone: string): ZoneMemo {
  const known = zoneMemos.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const memo = {
    format,
    offsetMsByMonth: new Map<number, number>(),
    offsetMsByDay: new Map<number, number>(),
  };
  zoneMemos.set(timeZone, memo);
  return memo;
}

function monthStartOffsetMs(memo: ZoneMemo, month: number): number {
  const known = memo.offsetMsByMonth.get(month);
  if (known !== undefined) return known;
  const offsetMs = readOffsetMs(memo.format, new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)));
  memo.offsetMsByMonth.set(month, offsetMs);
  return offsetMs;
}

function dayStartOffsetMs(memo: ZoneMemo, day: number): number {
  const known = memo.offsetMsByDay.get(day);
  if (known !== undefined) return known;
  const offsetMs = readOffsetMs(memo.format, new Date(day * DAY_MS));
  memo.offsetMsByDay.set(day, offsetMs);
  return offsetMs;
}

const OFFSET_FORM = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Reads the end of `11/20/2026, GMT+01:00`; plain `GMT` is no offset. */
function readOffsetMs(format: Intl.DateTimeFormat, instant: Date): number {
  const parts = OFFSET_FORM.exec(format.format(instant));
  if (parts === null) throw new Error(`Intl gave no offset: "${format.format(instant)}".`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = parts;
  const sizeMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -sizeMs : sizeMs;
}

/** How many publications a schedule has after `from` up to and including `to`; 1 from a Friday to the Monday after. */
export function publicationDaysBetween(
  isPublicationDay: (day: IsoDay) => boolean,
  from: IsoDay,
  to: IsoDay,
): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isPublicationDay(day)) count += 1;
  return count;
}

/** A publication, and when a poll or a fetch of history first brought some of it here; null where only files did. */
interface SeenPublication {
  readonly observedAt: Date;
  readonly firstSeenAt: Date | null;
}

/**
 * The instant from which a publication counts: when it was due to be public, or seen here before, but never before its
 * fixing. Nobody knew Friday's noon rate of the H.10 on Friday: it counts from Monday 16:15 New York time, in a history
 * that is imported years later too. The ECB's file that is out at 15:57 for 16:00 counts from 15:57.
 */
export function countsFrom(schedule: FixingSchedule, { observedAt, firstSeenAt }: SeenPublication): Date {
  const dueAt = schedule.dueAt(isoDayOf(observedAt));
  const publicAt = firstSeenAt !== null && firstSeenAt < dueAt ? firstSeenAt : dueAt;
  return publicAt < observedAt ? observedAt : publicAt;
}
