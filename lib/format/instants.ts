const instantFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** An instant for people, always UTC: `13 Apr 2026, 12:10 UTC`. */
export function instantText(instant: Date): string {
  return `${instantFormat.format(instant)} UTC`;
}

/** The UTC day of an instant: `13 Apr 2026`. */
export function dayText(instant: Date): string {
  return dayFormat.format(instant);
}

/** The UTC day of an instant within the last weeks: `Mon 13 Apr`. */
export function weekdayText(instant: Date): string {
  return weekdayFormat.format(instant).replace(',', '');
}

/** The UTC time of an instant: `16:24:10 UTC`. */
export function timeText(instant: Date): string {
  return `${timeFormat.format(instant)} UTC`;
}
