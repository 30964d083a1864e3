import { isForexOpen } from '#lib/domain/calendars/forex-market';
import { publicationDaysBetween } from '#lib/domain/calendars/publication-calendar';
import type { KindOf } from '#lib/domain/currencies/rate-kind';
import { DAY_MS } from '#lib/domain/durations';
import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { roundExact } from '#lib/domain/rates/exact-number';
import { pairKey } from '#lib/domain/rates/pair';
import type { Publication } from '#lib/domain/rates/publication';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import { type FoundRate, strictRate } from '#lib/domain/rates/strict-rate';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import type { SourceId } from '#lib/domain/source-id';
import type { HeldFigure } from '#lib/domain/validation/held-figure';
import type { AcceptedFigure, LiveContext } from '#lib/domain/validation/live-judgement';
import type { Source, TickSource } from '#lib/sources/source';
import { type HeldBefore, instantKey } from './held-figures.ts';

/** What the figures of a source are judged by, whatever brings them. */
export interface Judges {
  readonly isPoll: boolean;
  readonly now: Date;
  /** What is stored: the source's own newest figures, and the other sources'. */
  readonly snapshot: RateSnapshot;
  readonly kindOf: KindOf;
  readonly before: HeldBefore;
  /** A market's own figures of the last days; none of a fixing. */
  readonly earlier: (base: string, quote: string, last: AcceptedFigure | null) => readonly AcceptedFigure[];
  /** What the store holds of a fixing around the days of the document. */
  readonly stored: LiveContext['stored'];
}

/** Nothing stored. */
export const NOTHING_STORED: SeriesFigures = { instantsMs: [], rates: [] };

/** The neighbours of a source's figures as the rules ask for them. */
export function liveContextOf(source: Source, judges: Judges): LiveContext {
  const { isPoll, snapshot, kindOf, before, now, stored, earlier } = judges;
  const comparison = comparisonOf(snapshot, source.id, before.othersHeld);
  const documentOf = storedDocuments(snapshot, source.id);
  const heldByPair = Map.groupBy(before.held, ({ base, quote }) => pairKey(base, quote));
  return {
    cadence: source.cadence,
    isPoll,
    now,
    kindOf,
    lastAccepted: (base, quote) => comparison.last(base, quote) ?? newestOf(stored(base, quote)),
    beforeLast: source.cadence === 'tick' ? () => null : comparison.beforeLast,
    earlier: (base, quote) => earlier(base, quote, comparison.last(base, quote)),
    wasReleased: (base, quote, observedAt) =>
      before.released.has(instantKey(base, quote, observedAt.getTime())) ||
      before.releasedDocuments.has(documentOf(base, quote, observedAt) ?? ''),
    isDenied: false,
    stored,
    others: comparison.others,
    othersBeside: comparison.othersBeside,
    othersUntil: comparison.othersUntil,
    othersNear: comparison.othersNear,
    othersHeld: comparison.othersHeld,
    ownCrosses: () => [],
    held: (base, quote) => heldByPair.get(pairKey(base, quote)) ?? [],
    publicationDaysBetween: (from, to) => publicationDaysBetween(publicationDaysOf(source), from, to),
  };
}

/** The newest stored figure of a pair, also of one that is missing from the newest publications. */
function newestOf({ instantsMs, rates }: SeriesFigures): AcceptedFigure | null {
  const instantMs = instantsMs.at(-1);
  const rate = rates.at(-1);
  return instantMs === undefined || rate === undefined ? null : { rate, observedAt: new Date(instantMs) };
}

const NOON_MS = 12 * 3_600_000;

/** Whether a market quotes on a day: at noon UTC every forex day is open, Monday to Friday without the two holidays. */
function isMarketDay(market: TickSource['market'], day: IsoDay): boolean {
  return market === 'always' || isForexOpen(new Date(startOfDay(day).getTime() + NOON_MS));
}

/** On which days a source publishes, or its market is open. */
function publicationDaysOf(source: Source): (day: IsoDay) => boolean {
  if (source.cadence === 'fixing') return source.schedule.isPublicationDay;
  return (day) => isMarketDay(source.market, day);
}

/** What the validation compares a poll with. */
export interface Comparison {
  /** The source's own newest figure of a pair. */
  readonly last: (base: string, quote: string) => AcceptedFigure | null;
  /** The one of an earlier publication. */
  readonly beforeLast: (base: string, quote: string) => AcceptedFigure | null;
  /** What the other sources say of a pair within a day of an instant: one unit of base in quote. */
  readonly others: (base: string, quote: string, observedAt: Date) => readonly number[];
  /** The same of those that were observed within four hours of it: London fixes 2:45 hours after Frankfurt. */
  readonly othersBeside: (base: string, quote: string, observedAt: Date) => readonly number[];
  /** The same of what they had observed by an instant. */
  readonly othersUntil: (base: string, quote: string, until: Date) => readonly number[];
  /** The same of those that were observed within ten days of it. */
  readonly othersNear: (base: string, quote: string, observedAt: Date) => readonly number[];
  /** The same of what the validation holds of them. */
  readonly othersHeld: (base: string, quote: string, observedAt: Date) => readonly number[];
}

/**
 * Compares a source with itself and with the others as a snapshot has them; each pair is looked up once. `held` is the
 * quarantine of the other sources.
 */
export function comparisonOf(
  snapshot: RateSnapshot,
  id: SourceId,
  held: ReadonlyMap<string, readonly HeldFigure[]>,
): Comparison {
  const own = snapshot.sources.find((source) => source.id === id);
  const others = snapshot.sources.filter((source) => source.id !== id);
  const doubted = others.flatMap((source) => withHeld(source, held.get(source.id) ?? []));
  const lookUp = createLookUp(others.map((source) => ({ source, isMeant: () => true })));
  return {
    last: (base, quote) => lastFigures(own, base, quote, 1)[0] ?? null,
    beforeLast: (base, quote) => lastFigures(own, base, quote, 2)[1] ?? null,
    others: lookUp.within,
    othersBeside: lookUp.beside,
    othersUntil: lookUp.until,
    othersNear: lookUp.near,
    othersHeld: doubted.length === 0 ? () => [] : createLookUp(doubted).within,
  };
}

/** A source to look pairs up in, and which of its answers count. */
interface AskedSource {
  readonly source: SourceSnapshot;
  readonly isMeant: (found: FoundRate) => boolean;
}

const NONE: readonly FoundRate[] = [];
const NO_RATES: readonly number[] = [];

function createLookUp(asked: readonly AskedSource[]) {
  const codes = asked.map(({ source }) => codesOf(source));
  const known = new Map<string, readonly FoundRate[]>();
  const findAll = (base: string, quote: string) => {
    // Most pairs of an exchange are of coins that nobody else quotes.
    if (!codes.some((own) => own.has(base) && own.has(quote))) return NONE;
    const key = pairKey(base, quote);
    const found =
      known.get(key) ??
      asked.flatMap(({ source, isMeant }, index) => {
        if (!codes[index]?.has(base) || !codes[index].has(quote)) return [];
        const answer = strictRate(source, { base, quote });
        return answer.kind === 'found' && isMeant(answer.found) ? [answer.found] : [];
      });
    known.set(key, found);
    return found;
  };
  const ratesOf = (base: string, quote: string, isMeant: (found: FoundRate) => boolean) => {
    const answers = findAll(base, quote);
    return answers.length === 0 ? NO_RATES : answers.filter(isMeant).map(({ rate }) => roundExact(rate));
  };
  const within: Comparison['others'] = (base, quote, observedAt) =>
    ratesOf(base, quote, (found) => found.isPegged || isWithin(DAY_MS, found.observedAt, observedAt));
  const beside: Comparison['othersBeside'] = (base, quote, observedAt) =>
    ratesOf(base, quote, (found) => found.isPegged || isWithin(BESIDE_MS, found.observedAt, observedAt));
  const until: Comparison['othersUntil'] = (base, quote, instant) =>
    ratesOf(
      base,
      quote,
      ({ isPegged, observedAt }) =>
        isPegged || (observedAt <= instant && isWithin(DAY_MS, observedAt, instant)),
    );
  const near: Comparison['othersNear'] = (base, quote, observedAt) =>
    ratesOf(base, quote, (found) => found.isPegged || isWithin(NEAR_MS, found.observedAt, observedAt));
  return { within, beside, until, near };
}

/** A source as it would be if the newest figures that are held of it were served; only answers made of those count. */
function withHeld(source: SourceSnapshot, held: readonly HeldFigure[]): readonly AskedSource[] {
  const [newest, ...older] = source.publications;
  if (!newest?.limits || held.length === 0) return [];
  const { limits, age } = newest;
  const heldAtMs = Math.max(...held.map(({ observedAt }) => observedAt.getTime()));
  const isTick = source.cadence === 'tick';
  const doubted = held.filter(({ observedAt }) => isTick || observedAt.getTime() === heldAtMs);
  const keys = new Set(doubted.map(({ base, quote }) => pairKey(base, quote)));
  const figures = doubted.map((figure) => [pairKey(figure.base, figure.quote), figure.rate] as const);
  const codes = doubted.flatMap(({ base, quote }) => [base, quote]);
  const isOfNewest = isTick || heldAtMs === newest.observedAt.getTime();
  const observedAt = new Date(heldAtMs);
  const publication: Publication = isOfNewest
    ? {
        ...newest,
        figures: new Map([...newest.figures, ...figures]),
        codes: new Set([...newest.codes, ...codes]),
        quotes:
          newest.quotes &&
          new Map([
            ...newest.quotes,
            ...doubted.map((quote) => [pairKey(quote.base, quote.quote), { ...quote, limits, age }] as const),
          ]),
      }
    : {
        ...newest,
        observedAt,
        observedOn: isoDayOf(observedAt),
        figures: new Map(figures),
        codes: new Set(codes),
        documents: new Map(),
      };
  const publications = isOfNewest ? [publication, ...older] : [publication, newest, ...older];
  const isMeant = ({ legs }: FoundRate) => legs.some(({ base, quote }) => keys.has(pairKey(base, quote)));
  return [{ source: { ...source, publications }, isMeant }];
}

/** The source's own figures of its newest publications, by pair and instant; null where the snapshot has none. */
export function storedFigures(
  snapshot: RateSnapshot,
  id: SourceId,
): (base: string, quote: string, observedAt: Date) => number | null {
  const own = snapshot.sources.find((source) => source.id === id)?.publications ?? [];
  const byInstant = new Map(own.map(({ observedAt, figures }) => [observedAt.getTime(), figures]));
  return (base, quote, observedAt) => byInstant.get(observedAt.getTime())?.get(pairKey(base, quote)) ?? null;
}

/** The documents that brought the source's own newest figures, by the SHA-256 of their bytes; null where none is known. */
export function storedDocuments(
  snapshot: RateSnapshot,
  id: SourceId,
): (base: string, quote: string, observedAt: Date) => string | null {
  const own = snapshot.sources.find((source) => source.id === id)?.publications ?? [];
  const byInstant = new Map(own.map(({ observedAt, documents }) => [observedAt.getTime(), documents]));
  return (base, quote, observedAt) =>
    byInstant.get(observedAt.getTime())?.get(pairKey(base, quote))?.sha256 ?? null;
}

function isWithin(ms: number, one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= ms;
}

const BESIDE_MS = 4 * 3_600_000;
const NEAR_MS = 10 * DAY_MS;

function codesOf(source: SourceSnapshot): ReadonlySet<string> {
  return new Set(source.publications.flatMap(({ codes }) => [...codes]));
}

/** The newest figures of a pair, at most so many. */
function lastFigures(
  own: SourceSnapshot | undefined,
  base: string,
  quote: string,
  count: number,
): readonly AcceptedFigure[] {
  const key = pairKey(base, quote);
  const figures: AcceptedFigure[] = [];
  for (const publication of own?.publications ?? []) {
    const rate = publication.figures.get(key);
    if (rate === undefined) continue;
    figures.push({ rate, observedAt: publication.quotes?.get(key)?.observedAt ?? publication.observedAt });
    if (figures.length === count) break;
  }
  return figures;
}
