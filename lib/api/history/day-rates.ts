import { LRUCache } from 'lru-cache';
import { buildDaySnapshot, endOfDay, withoutFormerFigures } from '#lib/domain/rates/day-snapshot';
import { addDays, type IsoDay } from '#lib/domain/iso-day';
import { DEFAULT_CHOICE, type SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import {
  isPegSource,
  type PegSource,
  type SourceDescription,
  type StoredSource,
} from '#lib/domain/rates/stored-source';
import { type DayReads, readObservedUntil } from '#lib/store/stored-sources';
import { type DayStretch, readStretch, type StretchSpan } from './day-stretch.ts';
import type { HistoryStore } from './history-span.ts';

/** Figures kept at most, some 10 MB: a hundred days of the four banks, or fewer where a market of a thousand pairs is among them. */
const KEPT_FIGURES = 60_000;

/**
 * How long what was read is used: a publication of that day may begin to count without a commit, and polls of a market, each of
 * them a commit, change no day that is over; a roll-up or a late history does.
 */
const KEPT_MS = 5 * 60_000;

/** By then the last quotes of a market's day were rolled up into it; until then each poll may change what is read of it. */
const SETTLED_MS = 3 * 3_600_000;

/** The rates of days that are over. */
export interface DayRates {
  /** What the sources that `choice` asks had observed by the end of a UTC day, as far as the caller's snapshot has them. */
  readonly snapshotOf: (seen: RateSnapshot, day: IsoDay, choice: SourceChoice) => Promise<RateSnapshot>;
  /** The same of many days in a row and of all sources, as far as some currencies go; figures are read from `history`. */
  readonly stretchOf: (history: HistoryStore, seen: RateSnapshot, span: StretchSpan) => Promise<DayStretch>;
}

/** What was read of a source for a day, and of which of the source's own commits. */
interface Held {
  readonly stored: StoredSource;
  readonly revision: number;
  readonly readAtMs: number;
}

/** Reads days out of a store, and keeps the last ones that were asked for. `descriptions` are those of every source there is. */
export function createDayRates(
  store: DayReads,
  descriptions: readonly (SourceDescription | PegSource)[],
): DayRates {
  const kept = new LRUCache<string, Held>({
    maxSize: KEPT_FIGURES,
    sizeCalculation: ({ stored }) => 1 + figuresOf(stored),
  });
  const readSource = async (
    { id, cadence, revision }: SourceSnapshot,
    day: IsoDay,
    now: Date,
  ): Promise<StoredSource | PegSource | null> => {
    const description = descriptions.find((candidate) => candidate.id === id);
    if (!description || isPegSource(description)) return description ?? null;
    const key = `${id} ${day}`;
    const held = kept.get(key);
    const ageMs = now.getTime() - (held?.readAtMs ?? 0);
    const isSettled = now.getTime() - endOfDay(day).getTime() > SETTLED_MS;
    const isOfCommit = held?.revision === revision || (cadence === 'tick' && isSettled);
    if (held && isOfCommit && ageMs >= 0 && ageMs < KEPT_MS) return held.stored;
    const stored = await readObservedUntil(store, description, { end: endOfDay(day), now });
    kept.set(key, { stored, revision, readAtMs: now.getTime() });
    return stored;
  };
  const snapshotOf: DayRates['snapshotOf'] = async (seen, day, choice) => {
    const asked = seen.sources.filter(({ id }) => choice.kind === 'default' || choice.source === id);
    const stored: (StoredSource | PegSource)[] = [];
    for (const source of asked) {
      const read = await readSource(source, day, seen.asOf);
      if (read) stored.push(read);
    }
    return { ...buildDaySnapshot(stored, seen.revision, day), priority: seen.priority };
  };
  return {
    snapshotOf,
    stretchOf: async (history, seen, span) => {
      const stretch = await readStretch(history, seen, descriptions, span);
      const yesterday = addDays(seen.today, -1);
      if (yesterday < span.firstDay || span.lastDay < yesterday) return stretch;
      // The last quotes of a day may not be rolled up into it yet.
      const unsettled = withoutFormerFigures(await snapshotOf(seen, yesterday, DEFAULT_CHOICE));
      return {
        ...stretch,
        snapshotOf: (day) => (day === yesterday ? unsettled : stretch.snapshotOf(day)),
        isObserved: (day) => day === yesterday || stretch.isObserved(day),
      };
    },
  };
}

function figuresOf(stored: StoredSource): number {
  if ('quotes' in stored) return stored.quotes.length;
  return stored.publications.reduce((sum, { figures }) => sum + figures.length, 0);
}
