import { addDays, DAY_MS, type IsoDay, isoDayOf, startOfDay, weekdayOf } from './iso-day.ts';

/** When a source publishes its fixings: on which days, at what local time, and how long lateness is ordinary. */
export interface FixingSchedule {
  /** Days with a publication. */
  readonly isPublicationDay: (day: IsoDay) => boolean;
  /** The instant at which the fixing of `day` is due to be public. */
  readonly dueAt: (day: IsoDay) => Date;
  /** How long after `dueAt` a missing publication counts as missed. */
  readonly graceMs: number;
  /** Age since the fixing instant at which a figure is no longer served. */
  readonly hardLimitMs: number;
}

const MINUTE_MS = 60_000;
const FRANKFURT = 'Europe/Berlin';

/** From this day the fixing is the 14:10 concertation; before, it was 14:15 (ECB press release of 7 December 2015). */
const ECB_FIXING_AT_1410_FROM = '2016-07-01';

/** The European Central Bank's reference rates: one fixing a TARGET day, public around 16:00 Frankfurt time. */
export const ECB_SCHEDULE: FixingSchedule = {
  isPublicationDay: isTargetDay,
  dueAt: (day) => zonedInstant(day, '16:00', FRANKFURT),
  graceMs: 90 * MINUTE_MS,
  hardLimitMs: 10 * DAY_MS,
};

/** The instant of the ECB's fixing of a day: 14:10 Frankfurt time, 14:15 before July 2016. */
export function ecbFixingInstant(day: IsoDay): Date {
  return zonedInstant(day, day < ECB_FIXING_AT_1410_FROM ? '14:15' : '14:10', FRANKFURT);
}

/** TARGET's two single closings: the change to the year 2000 and the change to euro cash. */
const TARGET_SINGLE_CLOSINGS: ReadonlySet<string> = new Set(['1999-12-31', '2001-12-31']);
const TARGET_YEARLY_CLOSINGS: ReadonlySet<string> = new Set(['01-01', '12-25']);
/** Closed from 2000 on, with Good Friday and Easter Monday; in 1999 the ECB quoted on them. */
const TARGET_YEARLY_CLOSINGS_SINCE_2000: ReadonlySet<string> = new Set(['05-01', '12-26']);

/**
 * Whether TARGET, the euro's payment system, is open on a day, and so whether the ECB fixes rates on it.
 * Right for every day from 1999-01-04, the first fixing, as long as the ECB keeps its calendar of 2002.
 */
export function isTargetDay(day: IsoDay): boolean {
  const weekday = weekdayOf(day);
  if (weekday === 0 || weekday === 6) return false;
  const monthDay = day.slice(5);
  if (TARGET_YEARLY_CLOSINGS.has(monthDay) || TARGET_SINGLE_CLOSINGS.has(day)) return false;
  const year = Number(day.slice(0, 4));
  if (year < 2000) return true;
  if (TARGET_YEARLY_CLOSINGS_SINCE_2000.has(monthDay)) return false;
  // Easter Sunday is between 22 March and 25 April, so its neighbours are in March or April too.
  if (monthDay < '03-20' || monthDay > '04-26') return true;
  const easter = easterSunday(year);
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** Longer than any closing of a publisher's calendar; a search beyond it means the calendar is wrong. */
const LONGEST_CLOSING_DAYS = 31;

/** The first day after `day` on which the schedule has a publication. */
export function nextPublicationDay(schedule: FixingSchedule, day: IsoDay): IsoDay {
  for (let offset = 1; offset <= LONGEST_CLOSING_DAYS; offset += 1) {
    const candidate = addDays(day, offset);
    if (schedule.isPublicationDay(candidate)) return candidate;
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

/** A zone's formatter and what it has answered: offsets in ms by month, counted from year 0, at the month's start. */
interface ZoneMemo {
  readonly format: Intl.DateTimeFormat;
  readonly offsetMsByMonth: Map<number, number>;
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
  return atStart === monthStartOffsetMs(memo, month + 1) ? atStart : readOffsetMs(memo.format, instant);
}

function zoneMemo(timeZone: string): ZoneMemo {
  const known = zoneMemos.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const memo = { format, offsetMsByMonth: new Map<number, number>() };
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

const OFFSET_FORM = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Reads the end of `11/20/2026, GMT+01:00`; plain `GMT` is no offset. */
function readOffsetMs(format: Intl.DateTimeFormat, instant: Date): number {
  const parts = OFFSET_FORM.exec(format.format(instant));
  if (parts === null) throw new Error(`Intl gave no offset: "${format.format(instant)}".`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = parts;
  const sizeMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -sizeMs : sizeMs;
}

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm of Nature, 1876; Meeus, Astronomical Algorithms, ch. 8). */
function easterSunday(year: number): IsoDay {
  const goldenNumber = year % 19;
  const century = Math.floor(year / 100);
  const yearOfCentury = year % 100;
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * goldenNumber + century - Math.floor(century / 4) - moonCorrection + 15) % 30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7;
  const lateMoon = Math.floor((goldenNumber + 11 * epact + 22 * toSunday) / 451);
  const dayOfMarch = epact + toSunday - 7 * lateMoon + 22;
  return isoDayOf(new Date(Date.UTC(year, 2, dayOfMarch)));
}
