import { MINUTE_MS } from '#lib/domain/durations';
import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import type { Observation, PublishedBar, PublishedTick } from '#lib/domain/rates/observation';

import { createDays } from './check-fixings.ts';
import { openRowCheck } from './check-rows.ts';
import { brokenFigureRule, brokenPairOnDayRule, figureRate } from './figure-rules.ts';
import { observationsOf } from './fixing-columns.ts';
import type { Rejection } from './rules.ts';

/** One day of a market that passed; `rate` is the day's last price, and `low` <= `rate` <= `high`. */
export interface BarObservation extends Observation {
  readonly low: number;
  readonly high: number;
  readonly day: IsoDay;
}

/** What was accepted and what was refused. */
export interface CheckedFigures<Figure extends Observation> {
  readonly accepted: readonly Figure[];
  readonly rejected: readonly Rejection[];
}

/** A publisher's clock may be ahead of ours by so much; such a quote counts as of the fetch. */
export const TICK_AHEAD_MAX_MS = 2 * MINUTE_MS;

/**
 * Checks the quotes of **one poll** of a market; an identity is a pair. A quote without a time bears the instant of the fetch. One
 * dated at most two minutes ahead bears it too, so that no instant that has not come is ever served; one further ahead is refused.
 */
export function checkTicks(
  ticks: readonly PublishedTick[],
  { now, fetchedAt }: { readonly now: Date; readonly fetchedAt: Date },
): CheckedFigures<Observation> {
  const newestMs = Math.min(fetchedAt.getTime(), now.getTime());
  const kept: (number | undefined)[] = [];
  const rows = openRowCheck<PublishedTick>({
    placeOf: ({ observedAt }, pair) => {
      const statedMs = observedAt === null ? newestMs : observedAt.getTime();
      if (Number.isNaN(statedMs)) return 'impossible_date';
      if (statedMs > newestMs + TICK_AHEAD_MAX_MS) return 'future_date';
      const broken = brokenPairOnDayRule(pair, isoDayOf(new Date(statedMs)));
      return broken ?? { instantMs: Math.min(statedMs, newestMs), kept };
    },
    timeText: ({ observedAt }) =>
      observedAt === null || Number.isNaN(observedAt.getTime()) ? '' : `${observedAt.toISOString()} `,
  });
  for (const tick of ticks) rows.check(tick);
  const { accepted, rejected } = rows.close();
  return { accepted: observationsOf(accepted), rejected };
}

/**
 * Checks the days of **one document** of a market's history; an identity is a pair and a day. The close is the figure that is served.
 * A low or high that is missing, malformed, on the wrong side of the close or more than twentyfold away from it (exchanges print
 * USDCUSDT at 10.11 and BUSDUSDT at 306.1) gives way to the close: one bad print never costs a day. A bar that has not ended is
 * refused, because its last price is not the day's.
 */
export function checkBars(
  bars: readonly PublishedBar[],
  bounds: { readonly now: Date; readonly firstDay?: IsoDay },
): CheckedFigures<BarObservation> {
  const dayOf = createDays(bounds, startOfDay);
  const rows = openRowCheck<PublishedBar>({
    placeOf: ({ day: text, observedAt, isOpen = false }, pair) => {
      const day = dayOf(text);
      if (typeof day === 'string') return day;
      const broken = brokenPairOnDayRule(pair, day.day);
      if (broken !== null) return broken;
      if (Number.isNaN(observedAt.getTime())) return 'impossible_date';
      if (isOpen || observedAt > bounds.now) return 'unfinished_bar';
      return { instantMs: observedAt.getTime(), kept: day.kept };
    },
    timeText: ({ day }) => `${day} `,
  });
  const kept = bars.filter((bar) => rows.check(bar) !== null);
  const { accepted, rejected, contradicted } = rows.close();
  const stated = kept.filter((_, row) => !contradicted.has(row));
  return {
    accepted: observationsOf(accepted).flatMap((figure, row): readonly BarObservation[] => {
      const bar = stated[row];
      return bar === undefined ? [] : [{ ...figure, ...rangeOf(bar, figure.rate) }];
    }),
    rejected,
  };
}

/** No market's price moves twentyfold within a day and back; a low or high beyond that is one bad print. */
const BAR_SPREAD_MAX = 20;

function rangeOf({ day, low, high }: PublishedBar, close: number) {
  return {
    // Only days that exist are kept.
    day: isoDayOf(new Date(day)),
    low: soundOr(close, low, (price) => price <= close && price >= close / BAR_SPREAD_MAX),
    high: soundOr(close, high, (price) => price >= close && price <= close * BAR_SPREAD_MAX),
  };
}

/** A low or high as a number, or the close where it is missing or unsound. */
function soundOr(close: number, figure: string | null, isSound: (price: number) => boolean): number {
  const price = figureRate(figure ?? '');
  return brokenFigureRule(price, figure ?? '') === null && isSound(price) ? price : close;
}
