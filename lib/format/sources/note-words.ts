import type { BoardNote } from '#lib/contract/status-page';
import { MINUTE_MS } from '#lib/domain/durations';
import { utcClock } from '#lib/format/day-text';
import { dayText } from '#lib/format/instants';
import { ageText } from './ages.ts';
import { capital, listText, sourceInText } from './source-names.ts';
import { publicationText } from './status-words.ts';
import { partInText } from './verdict-words.ts';

/** When a note was written, and of maintenance when it is: `28 Nov, 22:00 to 23:00 UTC`. */
export function noteTime({ writtenAt, planned }: BoardNote): string {
  if (planned === null) return `${publicationText(new Date(writtenAt))} UTC`;
  return `${spanText(new Date(planned.from), new Date(planned.until))} UTC`;
}

/** The time of maintenance by the clock of a reader who is so many minutes behind UTC; null where that is UTC, and of a note. */
export function ownTime({ planned }: BoardNote, behindMinutes: (instant: Date) => number): string | null {
  if (planned === null) return null;
  const [from, until] = [new Date(planned.from), new Date(planned.until)];
  const own = (instant: Date) => new Date(instant.getTime() - behindMinutes(instant) * MINUTE_MS);
  if (own(from).getTime() === from.getTime() && own(until).getTime() === until.getTime()) return null;
  return `${spanText(own(from), own(until))} your time`;
}

/** How far it is: `begins in 2 h 10 min`, `ends in 40 min`, `3 min ago`, `ended 28 Nov, 22:30 UTC`. `now` is the service's. */
export function noteWhen({ state, writtenAt, planned, endedAt }: BoardNote, now: Date): string | null {
  const until = (instant: string) => ageText(Date.parse(instant) - now.getTime());
  switch (state) {
    case 'planned':
      return planned && `begins in ${until(planned.from)}`;
    case 'now':
      return planned
        ? `ends in ${until(planned.until)}`
        : `${ageText(now.getTime() - Date.parse(writtenAt))} ago`;
    case 'over':
      return endedAt === null || (planned !== null && endedAt >= planned.until)
        ? null
        : `ended ${publicationText(new Date(endedAt))} UTC`;
    default:
      return state satisfies never;
  }
}

/** What a note is about: `The European Central Bank and page rendering`. */
export function noteSubject({ affects }: BoardNote): string {
  return affects.length === 0
    ? 'The whole service'
    : capital(listText(affects.map((one) => partInText(one) ?? sourceInText(one))));
}

/** `28 Nov, 22:00 to 23:00`, or with both days. */
function spanText(from: Date, until: Date): string {
  const end = dayText(from) === dayText(until) ? utcClock(until, false) : publicationText(until);
  return `${publicationText(from)} to ${end}`;
}
