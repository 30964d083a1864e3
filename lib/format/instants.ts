import { utcClock, utcDayText } from './day-text.ts';

/** An instant for people, always UTC: `13 Apr 2026, 12:10 UTC`. */
export function instantText(instant: Date): string {
  return `${dayText(instant)}, ${utcClock(instant, false)} UTC`;
}

/** The UTC day of an instant: `13 Apr 2026`. */
export function dayText(instant: Date): string {
  return utcDayText(instant, { month: 'short', hasYear: true });
}

/** The UTC day of an instant within the last weeks: `Mon 13 Apr`. */
export function weekdayText(instant: Date): string {
  return utcDayText(instant, { weekday: 'short', month: 'short', hasYear: false });
}

/** The UTC time of an instant: `16:24:10 UTC`. */
export function timeText(instant: Date): string {
  return `${utcClock(instant, true)} UTC`;
}
