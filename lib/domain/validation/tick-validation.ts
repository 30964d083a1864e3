import { collectFigures } from './collect-figures.ts';
import { createDocumentMemory } from './document-memory.ts';
import {
  brokenFigureRule,
  brokenPairOnDayRule,
  figureRate,
  FUTURE_TICK_RULE,
  IMPOSSIBLE_INSTANT_RULE,
  type PublishedPair,
  TICK_AHEAD_MAX_MS,
} from './figure-rules.ts';
import { isoDayOf, startOfDay } from '#lib/domain/iso-day';
import type { Observation, PublishedTick } from '#lib/domain/rates/observation';
import type { CheckedFigures } from './observation-rules.ts';

/** What the validation knows beside the quotes of a poll. */
export interface TickValidationContext {
  /** The service's clock. */
  readonly now: Date;
  /** The instant of the fetch, which counts where the source gives no time. */
  readonly fetchedAt: Date;
}

/**
 * The validation of live quotes: checks the quotes of **one poll** before anything is stored. Never throws.
 * A quote without a time bears the instant of the fetch. One dated at most two minutes ahead bears it too, so that no
 * instant that has not come is ever served; one further ahead is refused. An exact repetition counts once; two
 * different figures for one pair are both refused.
 */
export function checkTicks(
  ticks: readonly PublishedTick[],
  { now, fetchedAt }: TickValidationContext,
): CheckedFigures {
  const newestAt = fetchedAt < now ? fetchedAt : now;
  const memory = createDocumentMemory<Observation>({ now, instantOf: startOfDay });
  const figures = collectFigures<PublishedTick, Observation>(describe);
  const kept: (Observation | undefined)[] = [];
  for (const tick of ticks) {
    const pair = memory.pair(tick.base, tick.quote);
    const rate = figureRate(tick.rate);
    const publishedAt = tick.observedAt ?? newestAt;
    const broken =
      brokenFigureRule(rate, tick.rate) ?? pair.brokenRule ?? brokenInstantRule(publishedAt, newestAt, pair);
    if (broken !== null) {
      figures.refuse(broken, tick);
      continue;
    }
    const observedAt = publishedAt > newestAt ? newestAt : publishedAt;
    figures.keep(kept, pair.ordinal, { base: tick.base, quote: tick.quote, rate, observedAt }, tick);
  }
  return figures.result();
}

function brokenInstantRule(publishedAt: Date, newestAt: Date, pair: PublishedPair): string | null {
  if (Number.isNaN(publishedAt.getTime())) return IMPOSSIBLE_INSTANT_RULE;
  if (publishedAt.getTime() > newestAt.getTime() + TICK_AHEAD_MAX_MS) return FUTURE_TICK_RULE;
  return brokenPairOnDayRule(pair, isoDayOf(publishedAt));
}

function describe({ base, quote, observedAt }: PublishedTick, figure: string): string {
  const instant =
    observedAt === null || Number.isNaN(observedAt.getTime()) ? '' : `${observedAt.toISOString()} `;
  return `${instant}${base}/${quote} "${figure}"`;
}
