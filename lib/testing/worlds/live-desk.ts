import { judgeLive } from '#lib/domain/validation/judge-live';
import type { AcceptedFigure, LiveContext, LiveJudgement } from '#lib/domain/validation/live-judgement';
import type { Observation } from '#lib/domain/rates/observation';
import { startOfDay } from '#lib/domain/iso-day';
import { pairKey } from '#lib/domain/rates/pair';
import { ECB_SCHEDULE } from '#lib/sources/ecb/facts';
import { publicationDaysBetween } from '#lib/domain/calendars/publication-calendar';
import type { HeldFigure } from '#lib/domain/validation/held-figure';
import { createKindOf } from '#lib/domain/currencies/rate-kind';

import { aDay, anObservation } from '#lib/testing/builders/builders';

/** The other sources' figures for a pair, in its direction. */
export type OtherFigures = (base: string, quote: string) => readonly number[];

/** Publications of the ECB's calendar after `from` up to and including `to`. */
export const targetDaysBetween = publicationDaysBetween.bind(null, ECB_SCHEDULE.isPublicationDay);

/** What a live poll is judged by: nothing stored, nothing held and no other source, unless told otherwise. */
export function aLiveContext(part: Partial<LiveContext> = {}): LiveContext {
  return {
    cadence: 'fixing',
    isPoll: true,
    now: new Date('2026-11-20T12:00:00Z'),
    kindOf: createKindOf([]),
    lastAccepted: () => null,
    beforeLast: () => null,
    earlier: () => [],
    wasReleased: () => false,
    isDenied: false,
    stored: () => ({ instantsMs: [], rates: [] }),
    others: () => [],
    othersBeside: () => [],
    othersUntil: () => [],
    othersNear: () => [],
    othersHeld: () => [],
    ownCrosses: () => [],
    held: () => [],
    publicationDaysBetween: targetDaysBetween,
    ...part,
  };
}

/** One source that is polled again and again, and remembers what was accepted and what is held as the store does. */
export interface LiveDesk {
  readonly held: () => readonly HeldFigure[];
  readonly poll: (figures: readonly Observation[], others?: OtherFigures) => LiveJudgement;
}

/** A desk that begins with `stored` figures; `part` is what else a poll is judged by. */
export function aLiveDesk(stored: readonly Observation[] = [], part: Partial<LiveContext> = {}): LiveDesk {
  const last = new Map<string, AcceptedFigure>();
  let held: readonly HeldFigure[] = [];
  remember(stored);

  function remember(figures: readonly Observation[]): void {
    for (const figure of figures) {
      const earlier = last.get(keyOf(figure));
      if (earlier === undefined || figure.observedAt >= earlier.observedAt) last.set(keyOf(figure), figure);
    }
  }

  return {
    held: () => held,
    poll: (figures, others = () => []) => {
      const heldByPair = Map.groupBy(held, keyOf);
      const context = aLiveContext({
        now: newestOf(figures),
        lastAccepted: (base, quote) => last.get(pairKey(base, quote)) ?? null,
        held: (base, quote) => heldByPair.get(pairKey(base, quote)) ?? [],
        others,
        ...part,
      });
      const judged = judgeLive(figures, context);
      const judgedPairs = new Set(figures.map(keyOf));
      held = [...held.filter((figure) => !judgedPairs.has(keyOf(figure))), ...judged.held];
      remember(judged.accepted);
      return judged;
    },
  };
}

/** A document comes on its newest day. */
function newestOf(figures: readonly Observation[]): Date {
  return new Date(Math.max(...figures.map(({ observedAt }) => observedAt.getTime())));
}

function keyOf({ base, quote }: Observation): string {
  return pairKey(base, quote);
}

/** Monday; the stored figure of 1.1684 is of this day. */
export const MONDAY = '2026-04-13';

/** What one poll is compared with. */
export interface Neighbours {
  readonly last?: number | null;
  readonly others?: readonly number[];
  /** Of them, those within hours. */
  readonly beside?: readonly number[];
}

/** Judges one poll; the source's own last figure is 1.1684 of Monday unless told otherwise. */
export function poll(
  figures: readonly Observation[],
  { last = 1.1684, others = [], beside = [] }: Neighbours = {},
) {
  const stored = last === null ? null : { rate: last, observedAt: startOfDay(aDay(MONDAY)) };
  const context = { others: () => others, othersBeside: () => beside, lastAccepted: () => stored };
  return judgeLive(figures, aLiveContext(context));
}

/** A figure of EUR against a currency, at the start of a day. */
export function fixing(day: string, rate: number, quote = 'USD'): Observation {
  return anObservation({ quote, rate, observedAt: startOfDay(aDay(day)) });
}

/** What became of the figures, in words. */
export function outcome(judged: ReturnType<typeof judgeLive>): readonly string[] {
  return [
    ...judged.accepted.map(() => 'accepted'),
    ...judged.flagged.map(({ rule }) => `flagged ${rule}`),
    ...judged.rejected.map(({ rule }) => `rejected ${rule}`),
    ...judged.held.map(() => 'held'),
    ...judged.released.map(() => 'released'),
    ...judged.dropped.map(() => 'dropped'),
  ];
}
