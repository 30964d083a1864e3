import {
  brokenDayRule,
  checkPair,
  DAYS_AHEAD_MAX,
  EARLY_MAX_MS,
  type PublishedDay,
  type PublishedPair,
} from './figure-rules.ts';
import { addDays, type IsoDay, isoDayOf, parseIsoDay } from '#lib/domain/iso-day';
import { type FixingSchedule, mayHaveFigures } from '#lib/domain/calendars/publication-calendar';

/** A day's text read once, and what the document has said for it so far, by the pair's ordinal. */
export interface KnownDay<Kept> extends PublishedDay {
  readonly brokenRule: string | null;
  /** The instant of the day's figures, shared by all of them; an invalid date for a day that does not exist. */
  readonly instant: Date;
  readonly kept: (Kept | undefined)[];
}

/** Two codes looked up once; the ordinal counts the document's pairs. */
export interface KnownPair extends PublishedPair {
  readonly brokenRule: string | null;
  readonly ordinal: number;
}

/** What days are judged by. */
interface DayBounds {
  readonly now: Date;
  readonly firstDay?: IsoDay;
  readonly instantOf: (day: IsoDay) => Date;
  /** On which days there are figures, and when they are due to be public; absent where nothing is known of it. */
  readonly schedule?: Pick<FixingSchedule, 'isPublicationDay' | 'calendarHoldsFrom' | 'dueAt'>;
}

/** No publisher lets more days pass between a day and the release of its figures; the Federal Reserve takes up to nine. */
const UNDUE_DAYS_MAX = 31;

/** Reads each day and looks up each pair of a document once: a history has 7,000 and 41 of them in 200,000 rows. */
export function createDocumentMemory<Kept>({ now, firstDay, instantOf, schedule }: DayBounds) {
  const latestDay = addDays(isoDayOf(now), DAYS_AHEAD_MAX);
  const oldestUndueDay = addDays(isoDayOf(now), -UNDUE_DAYS_MAX);
  const days = new Map<string, KnownDay<Kept>>();
  const pairsByBase = new Map<string, Map<string, KnownPair>>();
  let pairCount = 0;

  function day(text: string): KnownDay<Kept> {
    const known = days.get(text);
    if (known !== undefined) return known;
    const parsed = parseIsoDay(text);
    const read = {
      day: parsed,
      latestDay,
      earliestDay: firstDay ?? null,
      isDue: parsed === null || parsed > latestDay || isDue(parsed),
      isPublicationDay: parsed === null || schedule === undefined || mayHaveFigures(parsed, schedule),
    };
    const instant = parsed === null ? new Date(Number.NaN) : instantOf(parsed);
    const fresh: KnownDay<Kept> = { ...read, brokenRule: brokenDayRule(read), instant, kept: [] };
    days.set(text, fresh);
    return fresh;
  }

  function pair(base: string, quote: string): KnownPair {
    const known = pairsByBase.get(base)?.get(quote);
    if (known !== undefined) return known;
    const fresh: KnownPair = { ...checkPair(base, quote), ordinal: pairCount };
    pairCount += 1;
    const byQuote = pairsByBase.get(base) ?? new Map<string, KnownPair>();
    pairsByBase.set(base, byQuote.set(quote, fresh));
    return fresh;
  }

  /** Calendars are asked about the newest days only: an older one's publication is long past. */
  function isDue(asked: IsoDay): boolean {
    if (schedule === undefined || asked < oldestUndueDay) return true;
    return schedule.dueAt(asked).getTime() <= now.getTime() + EARLY_MAX_MS;
  }

  return { day, pair, pairCount: () => pairCount };
}
