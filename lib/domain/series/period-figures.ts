import { isoDayOf } from '#lib/domain/iso-day';
import { averageRate, exactNumber } from '#lib/domain/rates/exact-number';
import type { HistoricalPoint } from './historical-series.ts';
import { type Period, type PeriodLength, periodOf, type PeriodStat } from './periods.ts';

/** The observations of a period as one figure. */
export interface PeriodFigure {
  readonly period: Period;
  /**
   * The observation that stands for the period; of an average the mean of the days' exact rates, rounded once, half-even, to 15
   * digits, at the instant of the last one.
   */
  readonly point: HistoricalPoint;
  /** How many days have an observation. */
  readonly days: number;
}

/** The periods of a series, ascending like its points: of each UTC day its last point counts, as of each day of a bank there is one. */
export function groupPoints(
  points: readonly HistoricalPoint[],
  length: PeriodLength,
  stat: PeriodStat,
): readonly PeriodFigure[] {
  const figures: PeriodFigure[] = [];
  let period: Period | null = null;
  let own: HistoricalPoint[] = [];
  const close = () => {
    const point = standsFor(own, stat);
    if (period && point) figures.push({ period, point, days: own.length });
  };
  for (const [index, point] of points.entries()) {
    const day = isoDayOf(new Date(point.instantMs));
    const next = points[index + 1];
    if (next && isoDayOf(new Date(next.instantMs)) === day) continue;
    if (period === null || day > period.lastDay) {
      close();
      period = periodOf(day, length);
      own = [];
    }
    own.push(point);
  }
  close();
  return figures;
}

function standsFor(points: readonly HistoricalPoint[], stat: PeriodStat): HistoricalPoint | undefined {
  const last = points.at(-1);
  switch (stat) {
    case 'last':
      return last;
    case 'first':
      return points[0];
    case 'low':
      return last && points.reduce((low, point) => (point.rate < low.rate ? point : low));
    case 'high':
      return last && points.reduce((high, point) => (point.rate > high.rate ? point : high));
    case 'average':
      return (
        last && { ...last, rate: averageRate(points.map(({ rate, exact }) => exact ?? exactNumber(rate))) }
      );
  }
}
