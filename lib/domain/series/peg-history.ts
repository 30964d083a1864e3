import { actsThrough, factorOf } from '#lib/domain/rates/anchored-pair';
import { actLeg, pointLegs } from './traced-points.ts';
import type { HistoricalPoint, PointLeg } from './historical-series.ts';
import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { pegEras, type PegEra } from '#lib/domain/currencies/peg';
import type { Pair } from '#lib/domain/rates/pair';
import { roundExact } from '#lib/domain/rates/exact-number';
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

/**
 * What law as a source answers, an act or two; or what any number of its acts make of each other, as a cross does: ANG to AED
 * is ANG to XCG, XCG to USD, USD to AED since July 2025.
 */
export type PegReach = 'strict' | 'every-act';

/** An era of the law with the rate that held; null where law fixed none. */
interface Era extends PegEra {
  readonly rate: number | null;
  readonly legs: readonly PointLeg[];
}

/**
 * One point a calendar day in force, at 00:00 UTC, ascending, not after `today`; one more than the limit when there are
 * older ones. Null when law never fixed the pair.
 */
export function pegHistory(
  source: SourceSnapshot,
  pair: Pair,
  span: PegSpan,
  today: IsoDay,
  reach: PegReach = 'strict',
): readonly HistoricalPoint[] | null {
  const eras = erasOf(source, pair, today, reach);
  if (eras.every(({ rate }) => rate === null)) return null;
  const points: HistoricalPoint[] = [];
  for (const { firstDay, lastDay, rate, legs } of eras.toReversed()) {
    if (rate === null) continue;
    for (let day = earlier(lastDay, span.toMs); day >= firstDay; day = addDays(day, -1)) {
      const instantMs = startOfDay(day).getTime();
      if (instantMs < span.fromMs || points.length > span.limit) return points.toReversed();
      if (instantMs > span.toMs) continue;
      const traced = span.isTraced && { legs: legs.map((leg) => ({ ...leg, instantMs })) };
      points.push({ instantMs, rate, source: source.id, ...traced });
    }
  }
  return points.toReversed();
}

/** The day itself, or the one that holds the instant when that is earlier: what lies after the span is not walked. */
function earlier(day: IsoDay, toMs: number): IsoDay {
  return toMs < startOfDay(day).getTime() ? isoDayOf(new Date(toMs)) : day;
}

/** One look an era is enough. */
function erasOf({ id, pegs }: SourceSnapshot, pair: Pair, today: IsoDay, reach: PegReach): readonly Era[] {
  return pegEras(pegs, today).map((era) => {
    const answer = strictRate(snapshotOfPegs({ id, pegs }, era.firstDay), pair);
    if (answer.kind === 'found')
      return { ...era, rate: roundExact(answer.found.rate), legs: pointLegs(answer.found.legs) };
    const acts = reach === 'every-act' ? actsThrough(pegs, pair, era.firstDay) : null;
    if (!acts) return { ...era, rate: null, legs: [] };
    const legs = [...acts.before, ...acts.after].map((act) =>
      actLeg(act, id, startOfDay(era.firstDay).getTime()),
    );
    return { ...era, rate: roundExact(factorOf(acts)), legs };
  });
}
