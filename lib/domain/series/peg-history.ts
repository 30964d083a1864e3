import { pointLegs } from './traced-points.ts';
import type { HistoricalPoint, PointLeg } from './historical-series.ts';
import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { pegEras, type PegEra } from '#lib/domain/currencies/peg';
import type { Pair } from '#lib/domain/rates/pair';
import { type ExactNumber, roundExact } from '#lib/domain/rates/exact-number';
import { snapshotOfPegs, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import { strictRate } from '#lib/domain/rates/strict-rate';

/** A span of days, bounds in epoch milliseconds inclusive; the newest `limit` points of it and one more. */
export interface PegSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
  /** Whether each point is to bear the acts that it was made of. */
  readonly isTraced?: boolean;
}

/** An era of the law with the rate that held; null where law fixed none. */
interface Era extends PegEra {
  readonly rate: ExactNumber | null;
  readonly legs: readonly PointLeg[];
}

/**
 * One point a calendar day in force, at 00:00 UTC, ascending, not after `today`; one more than the limit when there are
 * older ones. Null when law never fixed the pair, by an act or two.
 */
export function pegHistory(
  source: SourceSnapshot,
  pair: Pair,
  span: PegSpan,
  today: IsoDay,
): readonly HistoricalPoint[] | null {
  const eras = erasOf(source, pair, today);
  if (eras.every(({ rate }) => rate === null)) return null;
  const points: HistoricalPoint[] = [];
  for (const { firstDay, lastDay, rate: exact, legs } of eras.toReversed()) {
    if (exact === null) continue;
    const rate = roundExact(exact);
    for (let day = earlier(lastDay, span.toMs); day >= firstDay; day = addDays(day, -1)) {
      const instantMs = startOfDay(day).getTime();
      if (instantMs < span.fromMs || points.length > span.limit) return points.toReversed();
      if (instantMs > span.toMs) continue;
      const traced = span.isTraced && { legs: legs.map((leg) => ({ ...leg, instantMs })) };
      points.push({ instantMs, rate, exact, source: source.id, ...traced });
    }
  }
  return points.toReversed();
}

/** The day itself, or the one that holds the instant when that is earlier: what lies after the span is not walked. */
function earlier(day: IsoDay, toMs: number): IsoDay {
  return toMs < startOfDay(day).getTime() ? isoDayOf(new Date(toMs)) : day;
}

/** One look an era is enough. */
function erasOf({ id, pegs }: SourceSnapshot, pair: Pair, today: IsoDay): readonly Era[] {
  return pegEras(pegs, today).map((era) => {
    const answer = strictRate(snapshotOfPegs({ id, pegs }, era.firstDay), pair);
    return answer.kind === 'found'
      ? { ...era, rate: answer.found.rate, legs: pointLegs(answer.found.legs) }
      : { ...era, rate: null, legs: [] };
  });
}
