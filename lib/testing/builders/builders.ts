import { type IsoDay, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import type { Observation } from '#lib/domain/rates/observation';
import { pairKey } from '#lib/domain/rates/pair';
import { calendarDay, type FixingSchedule } from '#lib/domain/calendars/publication-calendar';
import { buildSnapshot, type RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type {
  FixingDescription,
  SourceFigure,
  StoredPublication,
  StoredFixings,
  StoredSource,
} from '#lib/domain/rates/stored-source';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** The instant at which snapshots of tests are seen unless they say otherwise: a Tuesday morning. */
export const TEST_NOW = new Date('2026-04-14T08:00:00Z');

/** A day from its text; throws when there is no such day. */
export function aDay(text: string): IsoDay {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}

/** A figure that passed the validation: 1 EUR = 1.1684 USD of 2026-04-13 unless told otherwise. */
export function anObservation(part: Partial<Observation> = {}): Observation {
  return {
    base: 'EUR',
    quote: 'USD',
    rate: 1.1684,
    observedAt: noonOf(aDay('2026-04-13')),
    ...part,
  };
}

/** Figures by `BASE/QUOTE`, as published. */
export type FiguresByPair = Readonly<Record<string, number>>;

/**
 * All figures of one day, observed at noon UTC and public at once: `aPublication('2026-04-13', { 'EUR/USD': 1.1684 })`.
 */
export function aPublication(day: string, figures: FiguresByPair): StoredPublication {
  const observedAt = noonOf(aDay(day));
  return { observedAt, countsFrom: observedAt, figures: Object.entries(figures).map(figureOf) };
}

/**
 * A publisher that fixes at noon UTC every day, weekends included, and publishes at 16:00 with an hour's grace: a figure of
 * day D is late from D+1 17:00 UTC, stale from D+2 17:00, expired from D+10 12:00.
 */
export const DAILY_SCHEDULE: FixingSchedule = {
  isPublicationDay: () => true,
  calendarHoldsFrom: calendarDay('1999-01-01'),
  dueAt: (day) => new Date(startOfDay(day).getTime() + 16 * HOUR_MS),
  graceMs: HOUR_MS,
  hardLimitMs: 10 * DAY_MS,
};

/** A source's facts: `ecb` against EUR on the daily schedule unless told otherwise. */
export function aSourceDescription(part: Partial<FixingDescription> = {}): FixingDescription {
  return {
    cadence: 'fixing',
    id: 'ecb',
    name: 'A synthetic source',
    base: 'EUR',
    schedule: DAILY_SCHEDULE,
    fixingInstant: noonOf,
    ...part,
  };
}

/** What a stored source is made of. */
export interface StoredSourceParts extends Partial<FixingDescription> {
  /** Newest first. */
  readonly publications: readonly StoredPublication[];
}

/** A source as the store holds it; its pairs are those of its publications. */
export function aStoredSource({ publications, ...description }: StoredSourceParts): StoredFixings {
  const figures = publications.flatMap((publication) => publication.figures);
  return {
    description: aSourceDescription(description),
    publications,
    pairs: new Set(figures.map(({ base, quote }) => pairKey(base, quote))),
  };
}

/** The snapshot of sources in priority order, seen at {@link TEST_NOW} unless told otherwise. */
export function aSnapshot(sources: readonly StoredSource[], now: Date = TEST_NOW): RateSnapshot {
  return buildSnapshot(sources, 1, now);
}

function noonOf(day: IsoDay): Date {
  return new Date(startOfDay(day).getTime() + 12 * HOUR_MS);
}

function figureOf([pair, rate]: readonly [string, number]): SourceFigure {
  const [base = '', quote = ''] = pair.split('/');
  return { base, quote, rate };
}
