import { isForexOpen } from '#lib/domain/calendars/forex-market';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import type { Source, TickSource } from '#lib/sources/source';

const NOON_MS = 12 * 3_600_000;

/** Whether a market quotes on a day: at noon UTC every forex day is open, Monday to Friday without the two holidays. */
export function isMarketDay(market: TickSource['market'], day: IsoDay): boolean {
  return market === 'always' || isForexOpen(new Date(startOfDay(day).getTime() + NOON_MS));
}

/** On which days a source publishes, or its market is open. */
export function publicationDaysOf(source: Source): (day: IsoDay) => boolean {
  if (source.cadence === 'fixing') return source.schedule.isPublicationDay;
  return (day) => isMarketDay(source.market, day);
}
