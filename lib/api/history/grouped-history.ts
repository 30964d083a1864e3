import type { JsonSuccess } from '#lib/api/answer';
import type { HistoricalQuery } from '#lib/contract/endpoints/historical';
import type { HistoricalSeriesResponse } from '#lib/contract/responses';
import { endOfDay } from '#lib/domain/rates/day-snapshot';
import { DAY_MS } from '#lib/domain/durations';
import { startOfDay } from '#lib/domain/iso-day';
import type { HistoricalPoint } from '#lib/domain/series/historical-series';
import { instantTexts } from '#lib/domain/series/instant-text';
import { groupPoints } from '#lib/domain/series/period-figures';
import type { Period, PeriodLength } from '#lib/domain/series/periods';
import type { AskedSpan } from './history-span.ts';

/** Days of a source that periods are made of at most: 54 years of them. */
const DAYS_MAX = 20_000;

/** The span that periods are made from: one point a day, however many periods are wanted in the end. */
export function spanOfDays(span: AskedSpan): AskedSpan {
  const days = Math.ceil((span.toMs - span.fromMs) / DAY_MS) + 1;
  return { ...span, limit: Math.max(1, Math.min(days, DAYS_MAX)) };
}

/** A history and what headers say of it. */
export interface HistorySuccess extends JsonSuccess {
  readonly body: HistoricalSeriesResponse;
}

/** The newest `limit` periods of a source's points, and whether there are older ones. */
export function groupedAnswer(
  query: HistoricalQuery & { readonly group: PeriodLength },
  points: readonly HistoricalPoint[],
  { fromMs, toMs, limit }: AskedSpan,
  prevLink: (endMs: number) => Readonly<Record<string, string>>,
): HistorySuccess {
  // Where there are more days than are read, the oldest period is a part of one.
  const isDeep = points.length > limit;
  const all = groupPoints(points, query.group, query.stat ?? 'last').slice(isDeep ? 1 : 0);
  const newest = all.slice(-query.limit);
  const timestampOf = instantTexts();
  const isWhole = ({ firstDay, lastDay }: Period) =>
    fromMs <= startOfDay(firstDay).getTime() && endOfDay(lastDay).getTime() <= toMs;
  const body: HistoricalSeriesResponse = {
    from: query.from,
    to: query.to,
    source: query.source.kind === 'only' ? query.source.source : 'all',
    count: newest.length,
    points: newest.map(({ period, point: { rate, source, instantMs }, days }) => ({
      rate,
      source,
      timestamp: timestampOf(instantMs),
      period: period.name,
      days,
      complete: isWhole(period),
    })),
  };
  const [first] = newest;
  const isCut = first !== undefined && (isDeep || newest.length < all.length);
  return {
    body,
    stale: false,
    ...(isCut && { headers: prevLink(startOfDay(first.period.firstDay).getTime() - 1) }),
  };
}
