import type { SeriesFigures } from './historical-series.ts';
import { isoDayOf } from './iso-day.ts';
import { isSpike } from './judge-past.ts';
import type { AcceptedFigure } from './live-judgement.ts';
import { JUMP_GAP_DAYS_MAX, jumpLimit, SPIKE_MAX } from './live-rules.ts';
import type { FixingSchedule } from './publication-calendar.ts';
import { publicationDaysBetween } from './publication-days-between.ts';
import type { KindOf } from './rate-kind.ts';

/** What a stored series of fixings is looked at by. */
interface SpikeContext {
  readonly kindOf: KindOf;
  readonly schedule: Pick<FixingSchedule, 'isPublicationDay'>;
}

/** The figures of a stored series that stand out alone from both neighbours, as a shifted digit or a flipped bit does. */
export function findSpikes(
  { base, quote }: { readonly base: string; readonly quote: string },
  { instantsMs, rates }: SeriesFigures,
  { kindOf, schedule }: SpikeContext,
): readonly AcceptedFigure[] {
  const limitBetween = (from: Date, to: Date): number => {
    const days = publicationDaysBetween(schedule.isPublicationDay, isoDayOf(from), isoDayOf(to));
    return days > JUMP_GAP_DAYS_MAX ? Infinity : jumpLimit(kindOf(base, quote, isoDayOf(to)), days);
  };
  const at = (index: number): AcceptedFigure | null => {
    const rate = rates[index];
    const instantMs = instantsMs[index];
    return rate === undefined || instantMs === undefined ? null : { rate, observedAt: new Date(instantMs) };
  };
  return instantsMs.flatMap((_, index) => {
    const figure = at(index);
    const context = { limitBetween, spikeMax: SPIKE_MAX };
    return figure !== null && isSpike(figure, at(index + 1), at(index - 1), context) ? [figure] : [];
  });
}
