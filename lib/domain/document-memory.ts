import {
  brokenDayRule,
  checkPair,
  DAYS_AHEAD_MAX,
  type PublishedDay,
  type PublishedPair,
} from './door-rules.ts';
import { addDays, type IsoDay, isoDayOf, parseIsoDay } from './iso-day.ts';

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
}

/** Reads each day and looks up each pair of a document once: a history has 7,000 and 41 of them in 200,000 rows. */
export function createDocumentMemory<Kept>({ now, firstDay, instantOf }: DayBounds) {
  const latestDay = addDays(isoDayOf(now), DAYS_AHEAD_MAX);
  const days = new Map<string, KnownDay<Kept>>();
  const pairsByBase = new Map<string, Map<string, KnownPair>>();
  let pairCount = 0;

  function day(text: string): KnownDay<Kept> {
    const known = days.get(text);
    if (known !== undefined) return known;
    const read = { day: parseIsoDay(text), latestDay, earliestDay: firstDay ?? null };
    const instant = read.day === null ? new Date(Number.NaN) : instantOf(read.day);
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

  return { day, pair };
}
