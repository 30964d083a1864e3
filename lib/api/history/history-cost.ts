import { routesOf } from '#lib/domain/series/historical-series';
import { DAY_MS } from '#lib/domain/durations';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { AskedSpan } from './history-span.ts';
import { tiesAnEnd } from './law-points.ts';
import { tickPointsMax } from './tick-history.ts';

/** Figures that law is applied to. */
const LAW_LEGS = 2;

/**
 * The published figures that a history is made from at most: the points of its span, for each leg of each route that an asked source
 * has. 5,000 points of a cross of two legs are 10,000 figures.
 */
export function historyFiguresMax(
  { sources, asOf }: RateSnapshot,
  request: { readonly pair: Pair; readonly choice: SourceChoice; readonly span: AskedSpan },
): number {
  const { pair, choice, span } = request;
  const asked = sources.filter(({ id, cadence }) =>
    choice.kind === 'default' ? cadence !== 'law' : id === choice.source,
  );
  const figures = asked.reduce(
    (sum, source) => sum + legsOf(source, pair) * pointsMax(source, span, asOf),
    0,
  );
  const byLaw =
    choice.kind === 'default' && sources.some(({ pegs }) => pegs.some((peg) => tiesAnEnd(peg, pair)));
  // What law makes of a pair has a point a day, each of two figures at most.
  return byLaw ? figures + LAW_LEGS * dayPointsMax(span) : figures;
}

/** Law is no series of figures; its points cost as much as those of one. */
function legsOf({ cadence, pairs, pivots }: SourceSnapshot, pair: Pair): number {
  if (cadence === 'law' || pair.base === pair.quote) return 1;
  return routesOf(pairs, pivots, pair).reduce((sum, { length }) => sum + length, 0);
}

function pointsMax({ cadence }: SourceSnapshot, span: AskedSpan, now: Date): number {
  return cadence === 'tick' ? tickPointsMax(span, now) : dayPointsMax(span);
}

function dayPointsMax({ fromMs, toMs, limit }: AskedSpan): number {
  return Math.max(0, Math.min(limit, Math.ceil((toMs - fromMs) / DAY_MS) + 1));
}
