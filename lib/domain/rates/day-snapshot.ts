import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { type RateSnapshot, type SourceSnapshot, sourceSnapshots } from './rate-snapshot.ts';
import { newerHeldAt } from './strict-rate.ts';
import {
  isPegSource,
  type PegSource,
  type StoredFixings,
  type StoredQuotes,
  type StoredSource,
} from './stored-source.ts';

/** The last millisecond of a UTC day. */
export function endOfDay(day: IsoDay): Date {
  return new Date(startOfDay(addDays(day, 1)).getTime() - 1);
}

/**
 * The snapshot of a UTC day that is over: of each source what it observed on that day or before, its ages as of the end of the
 * day, law as it was in force then. `stored` (in priority order) holds what is known now of that day: a fixing belongs to the
 * day it was observed on, though it was published later, and `revision` counts the data commits so far.
 */
export function buildDaySnapshot(
  stored: readonly (StoredSource | PegSource)[],
  revision: number,
  day: IsoDay,
): RateSnapshot {
  const ofDay = stored.map((source) => {
    if (isPegSource(source)) return source;
    return 'quotes' in source ? closingQuotes(source) : observedFixings(source);
  });
  const end = endOfDay(day);
  const { sources } = sourceSnapshots(ofDay, day, end);
  return {
    version: `${revision}.${end.getTime() / 1000}`,
    revision,
    asOf: end,
    validUntil: end,
    today: day,
    sources,
    priority: sources.map(({ id }) => id),
  };
}

/**
 * A snapshot for those who ask for the rate of a day, which may be one figure only: where the newest one of a pair is held for review,
 * the former is left out instead of standing in for it.
 */
export function withoutFormerFigures(snapshot: RateSnapshot): RateSnapshot {
  return { ...snapshot, sources: snapshot.sources.map(withoutFormer) };
}

function withoutFormer(source: SourceSnapshot): SourceSnapshot {
  if (source.heldPairs.size === 0) return source;
  const publications = source.publications.map((publication) => {
    const current = [...publication.figures].filter(([pair]) => !newerHeldAt(publication, source, pair));
    const codes = new Set(current.flatMap(([pair]) => pair.split('/')));
    return { ...publication, figures: new Map(current), codes };
  });
  return { ...source, publications };
}

function observedFixings(source: StoredFixings): StoredFixings {
  const publications = source.publications.map((publication) => ({
    ...publication,
    countsFrom: publication.observedAt,
  }));
  return { ...source, publications };
}

/**
 * The last quotes of a day stand together, as if one poll at its end had brought them: they are what the market closed that day
 * with, may be crossed with each other, and age from its end.
 */
function closingQuotes(source: StoredQuotes): StoredQuotes {
  const quotes = source.quotes.map((quote) => ({
    ...quote,
    polledAt: endOfDay(isoDayOf(quote.observedAt)),
  }));
  return { ...source, quotes, agesFromPolls: true };
}
