import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import { askIntervalMs, PATIENT, REFRESH_MS } from '#lib/client/asking/ask-interval';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import type { DaySpan } from '#lib/client/address/chart-range';
import type { HistoryAsked, HistoryClient, HistorySeries } from './history-client.ts';
import type { ClientError, Received } from '#lib/client/asking/ask';
import type { RatesClient } from '#lib/client/rates/rates-client';

/** Points of the strip that shows the whole history. */
const OVERVIEW_POINTS = 900;

/** Points that the heading needs: the last one and the one before. */
const NEWEST_POINTS = 2;

/** A whole history changes by a point a day. */
const OVERVIEW_STALE_MS = 3_600_000;

/** A line's answer and the days it was asked for. */
export interface LineFigures extends Received<HistorySeries> {
  readonly span: DaySpan;
}

/** A pair's line at a source over a span. */
export function historySeriesQuery(client: HistoryClient, asked: HistoryAsked & DaySpan) {
  const { base, quote, source, fromDay, toDay } = asked;
  return queryOptions<LineFigures>({
    ...PATIENT,
    queryKey: ['history', base, quote, source, formOf(asked), fromDay, toDay],
    queryFn: async () => ({ ...(await client.series(asked)), span: { fromDay, toDay } }),
    // What has ended does not grow, and neither does what was known on a day.
    refetchInterval: ({ state }) => askIntervalMs(state, toDay === null && !asked.knownAt && REFRESH_MS),
  });
}

/** How the points of a line are made, for the names of what was asked: observations as known now, else of which periods, and known when. */
export function formOf({ period, knownAt }: Pick<HistoryAsked, 'period' | 'knownAt'>): string {
  return [period ? `${period.stat} of each ${period.length}` : 'each', ...(knownAt ? [knownAt] : [])].join(
    ', ',
  );
}

/**
 * What can be shown of a line before its figures of a span have come: its whole history, of which the model of a chart takes
 * its part, else the days that were shown last, which its own `span` tells; undefined where nothing is known.
 */
export function standInOf(
  cache: QueryClient,
  client: HistoryClient,
  asked: HistoryAsked & DaySpan,
): LineFigures | undefined {
  const whole = cache.getQueryData(wholeQuery(client, asked).queryKey);
  // A part of a history cuts the periods at its ends, which only the service can make anew.
  if (asked.period || whole?.answer.ok !== true) return newestSpan(cache, asked);
  return { ...whole, span: { fromDay: asked.fromDay, toDay: asked.toDay } };
}

/** A line's whole history, from which any part of it can be shown at once. */
export function wholeQuery(
  client: HistoryClient,
  { base, quote, source, period = null, knownAt = null }: HistoryAsked,
) {
  return historySeriesQuery(client, { base, quote, source, period, knownAt, fromDay: null, toDay: null });
}

/** The last two points of a line, whatever the span. */
export function newestQuery(client: HistoryClient, asked: HistoryAsked) {
  return queryOptions<Received<HistorySeries>>({
    ...PATIENT,
    queryKey: ['history-newest', asked.base, asked.quote, asked.source],
    queryFn: () => client.newest(asked, NEWEST_POINTS),
    refetchInterval: ({ state }) => askIntervalMs(state, REFRESH_MS),
  });
}

/** The whole history of a line, thinned to what a strip can show; null where there is none. */
export function overviewQuery(client: HistoryClient, asked: HistoryAsked) {
  return queryOptions<SeriesFigures | null>({
    ...PATIENT,
    staleTime: OVERVIEW_STALE_MS,
    refetchInterval: ({ state }) => askIntervalMs(state, false),
    queryKey: ['history-overview', asked.base, asked.quote, asked.source],
    queryFn: async ({ client: cache }) => {
      const { answer } = await cache.fetchQuery(wholeQuery(client, asked));
      return answer.ok ? thinned(answer.value, OVERVIEW_POINTS) : null;
    },
  });
}

/** Who has a pair, and what the service says where nobody has it today. */
export interface LineSources {
  /** In priority order. */
  readonly sources: readonly SourceId[];
  /**
   * Where nobody has it today, who the newest point of all is named after; null where somebody has or would have it, and where there is
   * no point.
   */
  readonly mixed: SourceId | null;
  readonly error: ClientError | null;
}

/** Who has a pair on its own, in priority order; where nobody has it today, whoever had it once. */
export function lineSourcesQuery(rates: RatesClient, history: HistoryClient, { base, quote }: ChartPair) {
  return queryOptions<LineSources>({
    ...PATIENT,
    queryKey: ['history-sources', base, quote],
    refetchInterval: ({ state }) => askIntervalMs(state, false),
    queryFn: async () => {
      const { answer } = await rates.sources({ from: base, to: quote });
      if (answer.ok && answer.value.sources.length > 0) {
        return { sources: answer.value.sources, mixed: null, error: null };
      }
      const [once, compared] = await Promise.all([
        history.newest({ base, quote, source: null }, NEWEST_OF_ALL),
        rates.compare({ from: base, to: quote }),
      ]);
      // Of a source whose figures are too old, or held, the line is its own.
      const isOut =
        compared.answer.ok && compared.answer.value.without.some(({ code }) => code === 'source_unavailable');
      const found = once.answer.ok ? once.answer.value.sources : [];
      return {
        sources: SOURCE_IDS.filter((source) => found.includes(source)),
        mixed: once.answer.ok && !isOut ? (once.answer.value.newestSource ?? null) : null,
        error: once.answer.ok ? null : once.answer.error,
      };
    },
  });
}

/** Enough for each of the nine to be among them where their histories end together. */
const NEWEST_OF_ALL = 1000;

/** What thins is code of its own: the strip is drawn after the chart. */
async function thinned(series: SeriesFigures, pointsMax: number): Promise<SeriesFigures> {
  const { lttbIndices } = await import('#lib/domain/series/lttb');
  const kept = lttbIndices(series, pointsMax);
  return {
    instantsMs: kept.map((index) => series.instantsMs[index] ?? 0),
    rates: kept.map((index) => series.rates[index] ?? 0),
  };
}

/** Of the spans of the same line that are known and have figures, the one that came last. */
function newestSpan(cache: QueryClient, asked: HistoryAsked): LineFigures | undefined {
  const { base, quote, source } = asked;
  return cache
    .getQueriesData<LineFigures>({ queryKey: ['history', base, quote, source, formOf(asked)] })
    .flatMap(([, known]) => (known?.answer.ok && known.answer.value.rates.length > 0 ? [known] : []))
    .toSorted((one, other) => other.receivedAtMs - one.receivedAtMs)[0];
}
