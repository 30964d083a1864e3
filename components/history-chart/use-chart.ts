import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/ask-failure';
import {
  type ChartPair,
  type ChartView,
  chartAddress,
  readChartAddress,
  type ReadChartAddress,
} from '#lib/client/chart-address';
import type { ChartClients } from '#lib/client/chart-clients';
import { type ChartLine, linesOf } from '#lib/client/chart-lines';
import { type DaySpan, spanOf } from '#lib/client/chart-range';
import type { HistorySeries } from '#lib/client/history-client';
import { lineQuery, lineSourcesQuery, newestQuery, overviewQuery } from '#lib/client/history-queries';
import { useHasNetwork } from '#lib/client/network';
import { movePage, usePageAddress } from '#lib/client/page-address';
import type { ClientError, Received } from '#lib/client/rates-client';
import type { SeriesFigures } from '#lib/domain/historical-series';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { type ChartModel, chartModel, type KnownLine } from '#lib/format/chart-model';
import type { CurrencyOption } from '#lib/format/currency-list';

/** What the plot shows: lines, their place while they are on their way, that there are none, or that they could not be asked. */
export type ChartFace =
  | { readonly kind: 'filled'; readonly model: ChartModel }
  | { readonly kind: 'loading' }
  /** The pair has lines, but no point in the range. */
  | { readonly kind: 'empty' }
  /** Nobody has the pair; the error where a source was asked by name. */
  | { readonly kind: 'none'; readonly error: ClientError | null }
  | { readonly kind: 'failed'; readonly trouble: AskTrouble };

/** Everything that the chart's parts need. */
export interface ChartState extends ReadChartAddress {
  /** What was asked for last, for the controls: the rest of the page follows in the frames after. */
  readonly asked: ChartView;
  readonly face: ChartFace;
  readonly span: DaySpan;
  readonly lines: readonly ChartLine[];
  /** Who has the pair of the heading; undefined while that is not known. */
  readonly having: readonly SourceId[] | undefined;
  /** Lines that were asked for and have nothing to draw, and why. */
  readonly absent: readonly AbsentLine[];
  /** The last two points of the first line, for the heading. */
  readonly newest: SeriesFigures | null;
  /** The first line's whole history, thinned. */
  readonly overview: SeriesFigures | null;
  /** What keeps newer figures away, if anything. */
  readonly trouble: AskTrouble | null;
  /** Whether another range is on its way while this one is shown. */
  readonly isOnItsWay: boolean;
  readonly retry: () => void;
  /** Shows something else as a step that "back" undoes. */
  readonly show: (change: Partial<ChartView>) => void;
}

/** A line without figures: the source refuses the pair, or has none in the range. */
export interface AbsentLine {
  readonly line: ChartLine;
  readonly message: string | null;
}

/** The state of the chart: the address, and what the service answered to it. */
export function useChart(
  clients: ChartClients,
  served: {
    readonly address: string;
    readonly currencies: readonly CurrencyOption[];
    /** The service's clock, in epoch milliseconds, to the minute. */
    readonly nowMs: number;
  },
): ChartState {
  const today = isoDayOf(new Date(served.nowMs));
  const { asked, view, ignored, show } = useChartViews(served, today);
  const pairs: readonly ChartPair[] = [{ base: view.base, quote: view.quote }, ...view.compare];
  const having = useQueries({
    queries: pairs.map((pair) => lineSourcesQuery(clients.rates, clients.history, pair)),
    combine: combinedSources,
  });
  const lines = useMemo(
    () => linesOf(view, ({ base, quote }) => having.of[pairIndex(view, base, quote)]),
    [view, having.of],
  );
  const span = spanOf(view.range, today);
  const cache = useQueryClient();
  const series = useQueries({
    queries: lines.map((line) => ({
      ...lineQuery(cache, clients.history, { ...line, ...span }),
      enabled: line.source !== null,
    })),
    combine: combined,
  });
  const first = { ...lines[0], base: view.base, quote: view.quote, source: lines[0]?.source ?? null };
  const isKnown = { enabled: first.source !== null };
  const newest = useQuery({ ...newestQuery(clients.history, first), ...isKnown });
  const overview = useQuery({ ...overviewQuery(clients.history, first), ...isKnown });
  const hasNetwork = useHasNetwork();
  const { found } = series;
  const error = having.error ?? series.error;
  return {
    asked,
    view,
    ignored,
    span,
    lines,
    having: having.of[0],
    absent: absentLines(lines, found),
    face: useFace({ view, lines, found, span, nowMs: served.nowMs, error, having: having.of[0] }),
    newest: seriesOf(newest.data),
    overview: overview.data ?? null,
    trouble: hasNetwork ? troubleNow(found, error) : { kind: 'unreachable' },
    isOnItsWay: series.isOnItsWay,
    retry: () => {
      for (const query of [newest, overview]) void query.refetch();
      having.refetch();
      series.refetch();
    },
    show,
  };
}

/** The view that was asked for last, and the one that is shown, which follows it in the frames after. */
function useChartViews(
  served: { readonly address: string; readonly currencies: readonly CurrencyOption[] },
  today: IsoDay,
): Pick<ChartState, 'asked' | 'view' | 'ignored' | 'show'> {
  const address = usePageAddress(served.address);
  const shownAddress = useDeferredValue(address);
  const codes = useMemo(() => served.currencies.map(({ code }) => code), [served.currencies]);
  const { view: asked } = useMemo(() => readChartAddress(address, { codes, today }), [address, codes, today]);
  const { view, ignored } = useMemo(
    () => readChartAddress(shownAddress, { codes, today }),
    [shownAddress, codes, today],
  );
  const show = useCallback<ChartState['show']>(
    (change) => movePage(chartAddress({ ...asked, ...change }), 'push'),
    [asked],
  );
  return { asked, view, ignored, show };
}

type Found = Received<HistorySeries> | undefined;

function useFace({
  view,
  lines,
  found,
  span,
  nowMs,
  error,
  having,
}: {
  readonly view: ChartView;
  readonly lines: readonly ChartLine[];
  readonly found: readonly Found[];
  readonly span: DaySpan;
  readonly nowMs: number;
  readonly error: unknown;
  readonly having: readonly SourceId[] | undefined;
}): ChartFace {
  // The answers are the same objects until a new one comes, and a model of 27 years is not made for nothing.
  const { fromDay, toDay } = span;
  const isComparing = view.compare.length > 0;
  const model = useMemo(
    () => chartModel(knownLines(lines, found), { span: { fromDay, toDay }, isComparing, nowMs }),
    [lines, found, fromDay, toDay, isComparing, nowMs],
  );
  if (model !== null) return { kind: 'filled', model };
  const [first] = found;
  if (first?.answer.ok === false) return { kind: 'none', error: first.answer.error };
  if (having?.length === 0) return { kind: 'none', error: null };
  if (found.some((one) => one === undefined)) {
    const trouble = troubleOf(error);
    return trouble === null ? { kind: 'loading' } : { kind: 'failed', trouble };
  }
  return { kind: 'empty' };
}

function pairIndex({ base, quote, compare }: ChartView, soughtBase: string, soughtQuote: string): number {
  return [{ base, quote }, ...compare].findIndex(
    (one) => one.base === soughtBase && one.quote === soughtQuote,
  );
}

function combinedSources(results: readonly UseQueryResult<readonly SourceId[]>[]) {
  return {
    of: results.map(({ data }) => data),
    error: results.find((one) => one.error !== null)?.error,
    refetch: () => results.forEach((one) => void one.refetch()),
  };
}

function combined(results: readonly UseQueryResult<Received<HistorySeries>>[]) {
  return {
    found: results.map(({ data }) => data),
    error: results.find((one) => one.error !== null)?.error,
    isOnItsWay: results.some(({ isPlaceholderData, isFetching }) => isPlaceholderData && isFetching),
    refetch: () => results.forEach((one) => void one.refetch()),
  };
}

function knownLines(lines: readonly ChartLine[], found: readonly Found[]): readonly KnownLine[] {
  return lines.flatMap(({ base, quote, source }, place): readonly KnownLine[] => {
    const series = seriesOf(found[place]);
    return series === null || source === null ? [] : [{ base, quote, source, place, series }];
  });
}

function seriesOf(found: Found): HistorySeries | null {
  return found?.answer.ok === true ? found.answer.value : null;
}

function absentLines(lines: readonly ChartLine[], found: readonly Found[]): readonly AbsentLine[] {
  return lines.flatMap((line, place): readonly AbsentLine[] => {
    const one = found[place];
    if (one === undefined) return [];
    if (!one.answer.ok) return [{ line, message: one.answer.error.message }];
    return one.answer.value.rates.length === 0 ? [{ line, message: null }] : [];
  });
}

function troubleNow(found: readonly Found[], error: unknown): AskTrouble | null {
  return found.some((one) => one?.isRepeated === true) ? { kind: 'unreachable' } : troubleOf(error);
}
