import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { isSpike } from './judge-past.ts';
import type { AcceptedFigure } from './live-judgement.ts';
import { SPIKE_MAX } from './live-rules.ts';
import { type MoveContext, pastLimit } from './move-limits.ts';

/** The figures of a stored series that stand out alone from both neighbours, as a shifted digit or a flipped bit does. */
export function findSpikes(
  pair: { readonly base: string; readonly quote: string },
  { instantsMs, rates }: SeriesFigures,
  context: MoveContext,
): readonly AcceptedFigure[] {
  const limitBetween = (from: Date, to: Date) => pastLimit(pair, from, to, context);
  const at = (index: number): AcceptedFigure | null => {
    const rate = rates[index];
    const instantMs = instantsMs[index];
    return rate === undefined || instantMs === undefined ? null : { rate, observedAt: new Date(instantMs) };
  };
  return instantsMs.flatMap((_, index) => {
    const figure = at(index);
    return figure !== null &&
      isSpike(figure, at(index + 1), at(index - 1), { limitBetween, spikeMax: SPIKE_MAX })
      ? [figure]
      : [];
  });
}
