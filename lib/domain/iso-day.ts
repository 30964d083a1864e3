import { DAY_MS } from './durations.ts';

/** A calendar day as `YYYY-MM-DD`, always of the UTC calendar; sorts as text. Made by the functions of this file only. */
export type IsoDay = string & { readonly isoDay: unique symbol };

const DAY_FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Reads `YYYY-MM-DD`; null for another form and for days that do not exist (2025-02-29). */
export function parseIsoDay(text: string): IsoDay | null {
  if (!DAY_FORM.test(text)) return null;
  const startMs = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== text) return null;
  return asIsoDay(text);
}

/** The UTC day that holds an instant. */
export function isoDayOf(instant: Date): IsoDay {
  return asIsoDay(instant.toISOString().slice(0, 10));
}

/** 00:00 UTC of a day. */
export function startOfDay(day: IsoDay): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** The day `days` later, or earlier when negative. */
export function addDays(day: IsoDay, days: number): IsoDay {
  return isoDayOf(new Date(startOfDay(day).getTime() + days * DAY_MS));
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: IsoDay): number {
  return startOfDay(day).getUTCDay();
}

/** The number of the UTC day that holds an instant, counted from 1970. */
export function dayNumber(instantMs: number): number {
  return Math.floor(instantMs / DAY_MS);
}

/** The day of a number, counted from 1970. */
export function numberedDay(day: number): IsoDay {
  return isoDayOf(new Date(day * DAY_MS));
}

/** The number of a day, counted from 1970. */
export function dayNumberOf(day: IsoDay): number {
  return dayNumber(startOfDay(day).getTime());
}

/** Every caller has checked the form or took it from `toISOString`, so the brand holds. */
function asIsoDay(text: string): IsoDay {
  return text as IsoDay;
}
