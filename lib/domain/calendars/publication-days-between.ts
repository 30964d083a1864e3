import { addDays, type IsoDay } from '#lib/domain/iso-day';

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
