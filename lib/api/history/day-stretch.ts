import type { FigureColumns, FigureOrigin, PointLeg } from '#lib/domain/series/historical-series';
import { buildDaySnapshot, endOfDay, withoutFormerFigures } from '#lib/domain/rates/day-snapshot';
import { DAY_MS } from '#lib/domain/durations';
import { dayNumber, dayNumberOf, type IsoDay, startOfDay } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import {
  knownUntilMs,
  PUBLICATIONS_KEPT,
  type RateSnapshot,
  type SourceSnapshot,
} from '#lib/domain/rates/rate-snapshot';
import {
  type FixingDescription,
  type HeldPairs,
  isPegSource,
  type PegSource,
  type SourceDescription,
  type SourceFigure,
  type StoredPublication,
  type StoredQuote,
  type StoredSource,
  type TickDescription,
} from '#lib/domain/rates/stored-source';
import type { HistoryStore } from './history-span.ts';

/** How far a figure may lie before the day that it is a rate of: longer than any hard limit. */
const LOOK_BACK_MS = 31 * DAY_MS;

/** Days that may be read together; a column of figures of so many is small beside the whole. */
export const STRETCH_DAYS = 366;

/** Figures of a series that are read at most: one a day of a stretch and of what lies before it. */
const FIGURES_MAX = STRETCH_DAYS + LOOK_BACK_MS / DAY_MS + 1;

/** Days in a row, read together. */
export interface DayStretch {
  /** The snapshot of one of them, as far as the codes go. */
  readonly snapshotOf: (day: IsoDay) => RateSnapshot;
  /** Whether a source observed something on a day. */
  readonly isObserved: (day: IsoDay) => boolean;
  /** The pairs of which a source has figures in them. */
  readonly pairs: readonly Pair[];
  /** Where a figure of a snapshot came from; of law, and where nobody asks, nothing. */
  readonly originOf: (leg: PointLeg) => Partial<Pick<PointLeg, 'document' | 'revision'>>;
}

/** Which days, both inclusive, and of which currencies. */
export interface StretchSpan {
  readonly firstDay: IsoDay;
  readonly lastDay: IsoDay;
  readonly codes: ReadonlySet<string>;
}

/**
 * Reads the snapshots of days that are over, as `DayRates` gives them one at a time: of each source the figures between the given
 * currencies, its own and the pivots. It is at most `STRETCH_DAYS` long.
 */
export async function readStretch(
  store: HistoryStore,
  seen: RateSnapshot,
  descriptions: readonly (SourceDescription | PegSource)[],
  span: StretchSpan,
): Promise<DayStretch> {
  const read: ((day: IsoDay) => StoredSource | PegSource)[] = [];
  const gathered: Gathered = { origins: new Map(), pairs: [], observed: new Set() };
  for (const source of seen.sources) {
    const description = descriptions.find(({ id }) => id === source.id);
    if (!description) continue;
    if (isPegSource(description)) {
      const pegs = description.pegs.filter(
        ({ base, quote }) => span.codes.has(base) && span.codes.has(quote),
      );
      read.push(() => ({ ...description, pegs }));
      continue;
    }
    const bounds = {
      fromMs: startOfDay(span.firstDay).getTime() - LOOK_BACK_MS,
      toMs: Math.min(endOfDay(span.lastDay).getTime(), knownUntilMs(seen, source)),
      codes: span.codes,
    };
    const reader =
      description.cadence === 'fixing'
        ? await readFixings(store, source, { description, bounds, gathered })
        : await readQuotes(store, source, { description, bounds, gathered });
    if (reader) read.push((day) => ({ ...reader(day), heldPairs: heldBy(day, source) }));
  }
  return {
    isObserved: (day) => gathered.observed.has(dayNumberOf(day)),
    pairs: gathered.pairs,
    originOf: (leg) => {
      const origin = gathered.origins.get(originName(leg));
      return origin ? { document: origin.bodyId, revision: origin.revision } : {};
    },
    snapshotOf: (day) => {
      const ofDay = read.map((sourceOn) => sourceOn(day));
      const snapshot = { ...buildDaySnapshot(ofDay, seen.revision, day), priority: seen.priority };
      return withoutFormerFigures(snapshot);
    },
  };
}

/** What a source had observed by the end of a day. */
type DayReader = (day: IsoDay) => StoredSource;

/** What is held of a source of a day or of one before; of several figures of a pair the newest alone is known. */
function heldBy(day: IsoDay, { heldPairs }: SourceSnapshot): HeldPairs {
  if (heldPairs.size === 0) return heldPairs;
  const end = endOfDay(day);
  return new Map([...heldPairs].filter(([, heldAt]) => heldAt <= end));
}

interface FigureSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly codes: ReadonlySet<string>;
}

/** What is noted of the figures of all sources. */
interface Gathered {
  /** Where the store tells them. */
  readonly origins: Origins;
  /** Those that have figures. */
  readonly pairs: Pair[];
  /** The numbers of the days that have. */
  readonly observed: Set<number>;
}

/** How the figures of a source are read. */
interface SourceReading<Description> {
  readonly description: Description;
  readonly bounds: FigureSpan;
  readonly gathered: Gathered;
}

type Origins = Map<string, FigureOrigin>;

function originName({
  source,
  base,
  quote,
  instantMs,
}: Pick<PointLeg, 'source' | 'base' | 'quote' | 'instantMs'>): string {
  return `${source} ${base}/${quote} ${instantMs}`;
}

function noteOrigins(
  origins: Origins,
  series: Pick<PointLeg, 'source' | 'base' | 'quote'>,
  figures: FigureColumns,
): void {
  for (let row = 0; row < (figures.origins?.length ?? 0); row += 1) {
    const [instantMs, origin] = [figures.instantsMs[row], figures.origins?.[row]];
    if (instantMs !== undefined && origin) origins.set(originName({ ...series, instantMs }), origin);
  }
}

/** Null where it has no figures of the span. */
async function readFixings(
  store: HistoryStore,
  source: SourceSnapshot,
  { description, bounds, gathered }: SourceReading<FixingDescription>,
): Promise<DayReader | null> {
  const { codes, fromMs, toMs } = bounds;
  const byInstant = new Map<number, SourceFigure[]>();
  for (const pair of publishedPairs(source)) {
    const series = { source: source.id, ...pair };
    const figures = await store.readSeries({ ...series, fromMs, toMs, limit: FIGURES_MAX });
    const isWanted = isBetween(source, codes, pair);
    if (isWanted) noteOrigins(gathered.origins, series, figures);
    if (isWanted && figures.rates.length > 0) gathered.pairs.push(pair);
    const { instantsMs, rates } = figures;
    for (let row = 0; row < instantsMs.length; row += 1) {
      const instantMs = instantsMs[row] ?? Number.NaN;
      const published = byInstant.get(instantMs) ?? [];
      // A publication without any of the pairs is one of the last three all the same.
      byInstant.set(instantMs, published);
      if (isWanted) published.push({ ...pair, rate: rates[row] ?? Number.NaN });
    }
  }
  if (byInstant.size === 0) return null;
  for (const instantMs of byInstant.keys()) gathered.observed.add(dayNumber(instantMs));
  const publications = [...byInstant]
    .toSorted(([one], [other]) => other - one)
    .map(([instantMs, figures]): StoredPublication => {
      const observedAt = new Date(instantMs);
      return { observedAt, countsFrom: observedAt, figures };
    });
  return (day) => {
    const endMs = endOfDay(day).getTime();
    const newest = publications.findIndex(({ observedAt }) => observedAt.getTime() <= endMs);
    const counted = newest < 0 ? [] : publications.slice(newest, newest + PUBLICATIONS_KEPT);
    return { description, pairs: source.pairs, publications: counted };
  };
}

/** Null where it has no figures of the span. */
async function readQuotes(
  store: HistoryStore,
  source: SourceSnapshot,
  { description, bounds, gathered }: SourceReading<TickDescription>,
): Promise<DayReader | null> {
  const { codes, fromMs, toMs } = bounds;
  const wanted = publishedPairs(source).filter((pair) => isBetween(source, codes, pair));
  const series = await Promise.all(
    wanted.map(async ({ base, quote }) => {
      const series = { source: source.id, base, quote };
      const span = { ...series, fromMs, toMs, limit: FIGURES_MAX };
      const figures = await store.readTickSeries({ ...span, tier: 'day' });
      noteOrigins(gathered.origins, series, figures);
      return { base, quote, figures };
    }),
  );
  const found = series.filter(({ figures }) => figures.rates.length > 0);
  if (found.length === 0) return null;
  gathered.pairs.push(...found);
  for (const { figures } of found)
    for (const atMs of Array.from(figures.instantsMs)) gathered.observed.add(dayNumber(atMs));
  return (day) => {
    const endMs = endOfDay(day).getTime();
    const quotes = found.flatMap(
      ({ base, quote, figures: { instantsMs, rates } }): readonly StoredQuote[] => {
        const row = rowBy(instantsMs, endMs);
        const [rate, atMs] = [rates[row], instantsMs[row]];
        if (rate === undefined || atMs === undefined) return [];
        const observedAt = new Date(atMs);
        return [{ base, quote, rate, observedAt, polledAt: observedAt }];
      },
    );
    return { description, pairs: source.pairs, quotes };
  };
}

function publishedPairs({ pairs }: SourceSnapshot): readonly Pair[] {
  return [...pairs].map((pair) => {
    const [base = '', quote = ''] = pair.split('/');
    return { base, quote };
  });
}

/** Whether a pair may be part of a rate between the codes. */
function isBetween({ pivots }: SourceSnapshot, codes: ReadonlySet<string>, { base, quote }: Pair): boolean {
  return [base, quote].every((code) => codes.has(code) || pivots.includes(code));
}

/** The last row that is not after an instant; -1 where all are. */
function rowBy(instantsMs: ArrayLike<number>, atMs: number): number {
  let row = instantsMs.length - 1;
  while (row >= 0 && (instantsMs[row] ?? Infinity) > atMs) row -= 1;
  return row;
}
