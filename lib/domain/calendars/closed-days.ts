import { addDays, dayNumberOf, type IsoDay } from '#lib/domain/iso-day';
import { isWeekend } from './holiday-rules.ts';

/** A calendar as a value: weekdays without a publication, from a day on; before it every weekday is open. */
export interface ClosedDays {
  readonly from: IsoDay;
  /** The days from each closed weekday to the next, base 36, the first one from `from`. */
  readonly steps: string;
}

/** What a calendar says of the weekdays from one day to another. */
export function closedDays(isOpenDay: (day: IsoDay) => boolean, from: IsoDay, to: IsoDay): ClosedDays {
  const steps: string[] = [];
  let since = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (!isWeekend(day) && !isOpenDay(day)) {
      steps.push(since.toString(36));
      since = 0;
    }
    since += 1;
  }
  return { from, steps: steps.join(' ') };
}

/** The calendar again: weekends are closed, and the weekdays that were. */
export function openDays({ from, steps }: ClosedDays): (day: IsoDay) => boolean {
  const closed = new Set<number>();
  let dayNumber = dayNumberOf(from);
  for (const step of steps.split(' ').filter((one) => one !== '')) {
    dayNumber += Number.parseInt(step, 36);
    closed.add(dayNumber);
  }
  return (day) => !isWeekend(day) && !closed.has(dayNumberOf(day));
}
