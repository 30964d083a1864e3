const instantFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** An instant for people, always UTC: `13 Apr 2026, 12:10 UTC`. */
export function instantText(instant: Date): string {
  return `${instantFormat.format(instant)} UTC`;
}
