import type { SeriesFigures } from '#lib/domain/series/historical-series';
import type { AcceptedFigure, LiveContext } from '#lib/domain/validation/live-judgement';
import { pairKey } from '#lib/domain/rates/pair';
import { publicationDaysBetween } from '#lib/domain/calendars/publication-calendar';
import type { KindOf } from '#lib/domain/currencies/rate-kind';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Source, TickSource } from '#lib/sources/source';

import { type HeldBefore, instantKey } from './held-figures.ts';
import { comparisonOf, storedDocuments } from './other-figures.ts';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { isForexOpen } from '#lib/domain/calendars/forex-market';

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
