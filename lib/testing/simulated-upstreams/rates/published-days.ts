import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { FixingSchedule } from '#lib/domain/calendars/publication-calendar';

/** Longer than any publisher is behind. */
const SEARCHED_DAYS = 60;

/** The newest day whose fixing is public at `now`: its due instant has passed. */
export function newestPublished(schedule: FixingSchedule, now: Date): IsoDay {
  const today = isoDayOf(now);
  // Tokyo's morning is still yesterday in UTC, so one day ahead is looked at too.
  for (let back = -1; back <= SEARCHED_DAYS; back += 1) {
    const day = addDays(today, -back);
    if (schedule.isPublicationDay(day) && schedule.dueAt(day) <= now) return day;
  }
  throw new Error(`The schedule has nothing within ${SEARCHED_DAYS} days before ${today}.`);
}

/** Every calendar day of a span, bounds included, ascending. */
export function daysOf(from: IsoDay, to: IsoDay): readonly IsoDay[] {
  const days: IsoDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The days of a span that have a public fixing at `now`, ascending. */
export function publishedDays(
  schedule: FixingSchedule,
  span: { readonly from: IsoDay; readonly to: IsoDay },
  now: Date,
): readonly IsoDay[] {
  const newest = newestPublished(schedule, now);
  return daysOf(span.from, span.to < newest ? span.to : newest).filter(schedule.isPublicationDay);
}

/** A day that is written in the program. */
export function knownDay(text: string): IsoDay {
  return isoDayOf(new Date(`${text}T00:00:00Z`));
}
