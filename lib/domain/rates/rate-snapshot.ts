import {
  closingOf,
  forexStretchAt,
  type MarketClosing,
  type MarketStretch,
} from '#lib/domain/calendars/forex-market';
import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { isInForce, type Peg, peggedCode } from '#lib/domain/currencies/peg';
import { pairKey } from './pair.ts';
import type { SourceId } from '#lib/domain/source-id';
import type { AgeLimits } from '#lib/domain/calendars/staleness';
import { agedPublication, pollsOf, type Publication } from './publication.ts';
import {
  type HeldPairs,
  isPegSource,
  type PegSource,
  type StoredFixings,
  type StoredPublication,
  type StoredSource,
} from './stored-source.ts';

/** A source in a snapshot: its last three publications, or the polls its newest quotes came with; newest first. */
export interface SourceSnapshot {
  readonly id: SourceId;
  /** How many commits of rates the source had seen when its figures were read; 0 for law. */
  readonly revision: number;
  /** Whether it publishes once a period, quotes all the time, or is law. */
  readonly cadence: 'fixing' | 'tick' | 'law';
  /** For how long its market is closed at the snapshot's instant; null while it is open, and where none ever closes. */
  readonly closing: MarketClosing | null;
  readonly pivots: readonly string[];
  readonly publications: readonly Publication[];
  readonly pairs: ReadonlySet<string>;
  readonly heldPairs: HeldPairs;
  /** The pegs in force and those that have ended, with their dates; empty for a source that publishes. */
  readonly pegs: readonly Peg[];
  /** Anchor by pegged code, of the pegs in force to another currency than USD and EUR. */
  readonly anchors: ReadonlyMap<string, string>;
}

/**
 * What the service knows at one instant, immutable. `version` changes with a data commit and at `validUntil`, when a
 * publication begins to count, a market opens or closes, an age state or the UTC day turns; two processes with the same data and clock have the same
 * version.
 */
export interface RateSnapshot {
  readonly version: string;
  /** The number of the data commit whose figures these are. */
  readonly revision: number;
  readonly asOf: Date;
  readonly validUntil: Date;
  readonly today: IsoDay;
  /** In priority order. */
  readonly sources: readonly SourceSnapshot[];
  /** Every enabled source in that order, those too that a caller may not read. */
  readonly priority: readonly SourceId[];
}

/**
 * The instant of the newest fixing that counts in a snapshot, in epoch milliseconds: history ends there, so that the last
 * strict point is the strict pair. Before all instants where none counts; the snapshot's own for quotes and for law.
 */
export function knownUntilMs({ asOf }: Pick<RateSnapshot, 'asOf'>, source: SourceSnapshot): number {
  if (source.cadence !== 'fixing') return asOf.getTime();
  return source.publications[0]?.observedAt.getTime() ?? Number.MIN_SAFE_INTEGER;
}

/** Publications of a source that a snapshot has, so that the newest day which both legs of a cross share is found. */
export const PUBLICATIONS_KEPT = 3;

/**
 * Builds the snapshot of `stored` (in priority order) as seen at `clockNow`; `revision` counts the data commits so far. Where
 * the store may hold figures that count by then and are not among these, it is the snapshot of the last millisecond before:
 * a version never names figures that are not there.
 */
export function buildSnapshot(
  stored: readonly (StoredSource | PegSource)[],
  revision: number,
  clockNow: Date,
): RateSnapshot {
  const completeUntilMs = Math.min(...stored.map(completeUntilOf));
  const now = clockNow.getTime() < completeUntilMs ? clockNow : new Date(completeUntilMs - 1);
  const today = isoDayOf(now);
  const { sources, stretch } = sourceSnapshots(stored, today, now);
  const midnightMs = startOfDay(today).getTime();
  let lastTurnMs = midnightMs;
  let nextTurnMs = Math.min(midnightMs + DAY_MS, completeUntilMs);
  for (const turnMs of turnsOf(sources, stored, { now, stretch })) {
    if (turnMs > now.getTime()) nextTurnMs = Math.min(nextTurnMs, turnMs);
    else lastTurnMs = Math.max(lastTurnMs, turnMs);
  }
  return {
    version: `${revision}.${lastTurnMs / 1000}`,
    revision,
    asOf: now,
    validUntil: new Date(nextTurnMs),
    today,
    sources,
    priority: sources.map(({ id }) => id),
  };
}

/** The instants at which something in a snapshot changes by time alone. */
function* turnsOf(
  sources: readonly SourceSnapshot[],
  stored: readonly (StoredSource | PegSource)[],
  { now, stretch }: { readonly now: Date; readonly stretch: MarketStretch | null },
): Generator<number> {
  if (stretch) yield* [stretch.from.getTime(), stretch.until.getTime()];
  const seen = new Set<AgeLimits>();
  for (const { publications } of sources) {
    for (const { limits, quotes } of publications) {
      if (!limits) continue;
      for (const one of quotes ? quotes.values() : [{ limits }]) {
        if (seen.has(one.limits)) continue;
        seen.add(one.limits);
        yield one.limits.lateAt.getTime();
        yield one.limits.staleAt.getTime();
        yield one.limits.expiresAt.getTime();
      }
    }
  }
  for (const source of stored) {
    if ('publications' in source) {
      for (const { countsFrom } of countedPublications(source, now)) yield countsFrom.getTime();
      for (const { countsFrom } of source.publications) if (countsFrom > now) yield countsFrom.getTime();
    }
    if ('quotes' in source) yield* new Set(source.quotes.map(({ polledAt }) => polledAt.getTime()));
  }
}

const NOTHING_HELD: HeldPairs = new Map();

/** The newest publications that count at an instant, newest first. */
function countedPublications({ publications }: StoredFixings, now: Date): readonly StoredPublication[] {
  return publications.filter(({ countsFrom }) => countsFrom <= now).slice(0, PUBLICATIONS_KEPT);
}

/** Whether a source quotes the foreign exchange market, which closes. */
function isOfForex(stored: StoredSource | PegSource): boolean {
  return 'quotes' in stored && stored.description.market === 'forex';
}

function completeUntilOf(stored: StoredSource | PegSource): number {
  const until = 'publications' in stored ? stored.completeUntil : undefined;
  return until?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** What is stored of sources, as it counts at an instant of a UTC day; and the stretch of the market that it lies in, where one is asked. */
export function sourceSnapshots(
  stored: readonly (StoredSource | PegSource)[],
  today: IsoDay,
  now: Date,
): { readonly sources: readonly SourceSnapshot[]; readonly stretch: MarketStretch | null } {
  const stretch = stored.some(isOfForex) ? forexStretchAt(now) : null;
  const sources = stored.map((source) => {
    const closing = stretch && isOfForex(source) ? closingOf(stretch) : null;
    return snapshotOf(source, { today, now, closing });
  });
  return { sources, stretch };
}

/** When a source is looked at, and for how long its market is closed then. */
interface Moment {
  readonly today: IsoDay;
  readonly now: Date;
  readonly closing: MarketClosing | null;
}

function snapshotOf(stored: StoredSource | PegSource, { today, now, closing }: Moment): SourceSnapshot {
  if (isPegSource(stored)) return snapshotOfPegs(stored, today);
  const { id, base, cadence } = stored.description;
  return {
    id,
    revision: stored.revision ?? 0,
    cadence,
    closing,
    pivots: [...new Set(['USD', 'EUR', base])],
    publications:
      'quotes' in stored
        ? pollsOf(stored, today, now)
        : countedPublications(stored, now).map((publication) =>
            agedPublication(stored.description, publication, today, now),
          ),
    pairs: stored.pairs,
    heldPairs: stored.heldPairs ?? NOTHING_HELD,
    pegs: [],
    anchors: new Map(),
  };
}

/** The law of a day as one publication of 00:00 UTC, in the direction of each act; crosses go through any anchor. */
export function snapshotOfPegs({ id, pegs }: PegSource, today: IsoDay): SourceSnapshot {
  const inForce = pegs.filter((rate) => isInForce(rate, today));
  return {
    id,
    revision: 0,
    cadence: 'law',
    closing: null,
    pivots: [...new Set(['USD', 'EUR', ...pegs.map(({ anchor }) => anchor)])],
    publications: [
      {
        observedAt: startOfDay(today),
        observedOn: today,
        limits: null,
        age: 'fresh',
        figures: new Map(inForce.map(({ base, quote, rate }) => [pairKey(base, quote), Number(rate)])),
        documents: new Map(),
        earlier: new Map(),
        codes: new Set(inForce.flatMap(({ base, quote }) => [base, quote])),
        quotes: null,
      },
    ],
    pairs: new Set(pegs.map(({ base, quote }) => pairKey(base, quote))),
    heldPairs: NOTHING_HELD,
    pegs,
    anchors: new Map(
      inForce
        .filter(({ anchor }) => anchor !== 'USD' && anchor !== 'EUR')
        .map((rate) => [peggedCode(rate), rate.anchor]),
    ),
  };
}
