import { useQueries, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import type { AskTrouble } from '#lib/client/asking/ask-failure';
import { type AskSetback, firstSetback, setbackOf } from '#lib/client/asking/ask-interval';
import { chartAddress, type ChartView, readChartAddress } from '#lib/client/address/chart-address';
import type { ReadAddress } from '#lib/client/address/address-parts';
import type { ChartClients } from '#lib/client/history/chart-clients';
import { askedOf, type ChartLine, linesOf, pairsOf, sourcesAmong } from '#lib/client/history/chart-lines';
import { type DaySpan, spanOf } from '#lib/client/address/chart-range';
import type { HistoryClient, HistorySeries } from '#lib/client/history/history-client';
import { type LineStanding, standingQuery } from '#lib/client/history/line-standing';
import {
  historySeriesQuery,
  type LineFigures,
  type LineSources,
  lineSourcesQuery,
  newestQuery,
  overviewQuery,
  standInOf,
} from '#lib/client/history/history-queries';
import { useHasNetwork } from '#lib/client/browser/network';
import { movePage, usePageAddress } from '#lib/client/address/page-address';
import { servedBook, type ServedMeanings } from '#lib/client/rates/served-codes';
import type { ClientError, Received } from '#lib/client/asking/ask';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import type { PageClock } from '#components/ui/figures/ticking-time';
import type { Connection } from '#components/ui/notices/notice-connection';
import {
  type ChartSourceOf,
  chartSources,
  type ServedChartSource,
  withoutRhythm,
} from '#lib/format/charts/chart-source';
import { type ChartModel, chartModel, type KnownLine } from '#lib/format/charts/chart-model';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';

/** What the plot shows: lines, their place while they are on their way, that there are none, or that they could not be asked. */
export type ChartFace =
  | { readonly kind: 'filled'; readonly model: ChartModel }
  | { readonly kind: 'loading' }
  /** The pair has lines, but no point in the range; on which days the first one's source has a figure, in a sentence. */
  | { readonly kind: 'empty'; readonly habit: string }
  /** Nobody has the pair, or none of the sources that were asked by name; what the service says to it. */
  | { readonly kind: 'none'; readonly error: ClientError | null }
  | { readonly kind: 'failed'; readonly trouble: AskTrouble };

/** Everything that the chart's parts need. */
export interface ChartState extends ReadAddress<ChartView>, Connection {
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
  /** What is to be said of the first line's newest figure. */
  readonly standing: LineStanding | null;
  /** The first line's whole history, thinned. */
  readonly overview: SeriesFigures | null;
  /** Whether another range was asked for than the one that is shown, which stays until that one comes. */
  readonly isStandIn: boolean;
  /** Whether what was asked for is on its way. */
  readonly isBusy: boolean;
  /** Shows something else as a step that "back" undoes. */
  readonly show: (change: Partial<ChartView>) => void;
}

/** What the parts of the page work with. */
export interface ChartParts extends Pick<ServedChart, 'credits'> {
  readonly clients: ChartClients;
  readonly state: ChartState;
  /** The service's clock in epoch milliseconds, to the minute. */
  readonly nowMs: number;
  readonly onCompare: () => void;
  /** Says what was done. */
  readonly onMessage: (text: string) => void;
}

/** A line without figures: the source refuses the pair, or has none in the range. */
interface AbsentLine {
  readonly line: ChartLine;
  readonly message: string | null;
}

/** What the server gives the page. */
export interface ServedChart {
  /** The address that was asked for, path and query. */
  readonly address: string;
  /** What texts of the address that are no code were found to mean. */
  readonly meanings: ServedMeanings;
  readonly currencies: readonly CurrencyOption[];
  readonly clock: PageClock;
  /** The words of thanks that each publisher asks for, by source. */
  readonly credits: Readonly<Record<string, string>>;
  /** What there is to know of each source to name what is missing from its lines. */
  readonly sources: ReadonlyMap<string, ServedChartSource>;
}

const OFFLINE: AskTrouble = { kind: 'unreachable' };

/** The state of the chart: the address, and what the service answered to it. `nowMs` is the service's clock, to the minute. */
export function useChart(clients: ChartClients, served: ServedChart, nowMs: number): ChartState {
  const [sourceOf] = useState(() => chartSources(served.sources));
  const today = isoDayOf(new Date(nowMs));
  const { asked, view, ignored, show } = useChartViews(served, today);
  const having = useQueries({
    queries: pairsOf(view).map((pair) => lineSourcesQuery(clients.rates, clients.history, pair)),
    combine: combined<LineSources>,
  });
  const [havingFirst] = having.found;
  const lines = useMemo(() => linesOf(view, sourcesAmong(pairsOf(view), having.found)), [view, having.found]);
  const span = spanOf(view.range, view.knownAt ?? today);
  const series = useLineFigures(clients.history, { lines, view, span });
  const first = useFirstLine(clients, lines[0] ?? { ...view, source: null });
  const setback = firstSetback([having.setback, series.setback, first.setback]);
  const { shown, shownSpan, isStandIn } = series;
  // The answers are the same objects until a new one comes, and a model of 27 years is not made for nothing.
  const model = useMemo(() => {
    const { compare, period, knownAt } = view;
    const wish = { span: shownSpan, isComparing: compare.length > 0, period, knownAt, nowMs };
    return chartModel(knownLines(lines, shown, sourceOf), wish);
  }, [view, lines, shown, shownSpan, nowMs, sourceOf]);
  const face = faceOf(model, { view, lines, shown, having: havingFirst, setback, sourceOf });
  const hasNetwork = useHasNetwork();
  const trouble = hasNetwork ? (setback?.trouble ?? null) : OFFLINE;
  // Only a chart of what was asked for can be told to be of some time: that of the oldest answer in it.
  const receivedAtMs = Math.min(...(isStandIn ? [] : shown).map((one) => one?.receivedAtMs ?? Infinity));
  return {
    asked,
    view,
    ignored,
    span,
    lines,
    having: havingFirst?.sources,
    absent: absentLines(lines, series.answered),
    face,
    ...first.shown,
    trouble,
    hasNetwork,
    receivedAtMs: Number.isFinite(receivedAtMs) ? receivedAtMs : null,
    nextAskAtMs: setback?.nextAskAtMs ?? 0,
    isStandIn,
    isBusy: face.kind === 'loading' || (isStandIn && trouble === null),
    retry: () => [first, having, series].forEach(({ refetch }) => refetch()),
    show,
  };
}

type ShownFigures = readonly (LineFigures | undefined)[];

/** A model, or what stands in its place. */
function faceOf(
  model: ChartModel | null,
  found: Pick<ChartState, 'view' | 'lines'> & {
    readonly shown: ShownFigures;
    readonly having: LineSources | undefined;
    readonly setback: AskSetback | null;
    readonly sourceOf: ChartSourceOf;
  },
): ChartFace {
  const { lines, shown, having, setback } = found;
  // A difference is of both lines, so it waits for the other one.
  const isAwaited =
    found.view.against !== null &&
    lines.some(({ source }, place) => (source === null ? !having : shown[place] === undefined));
  if (model !== null && !isAwaited) return { kind: 'filled', model };
  const [first] = shown;
  if (first?.answer.ok === false) return { kind: 'none', error: first.answer.error };
  if (having?.sources.length === 0) return { kind: 'none', error: having.error };
  if (shown.some((one) => one === undefined)) {
    return setback === null ? { kind: 'loading' } : { kind: 'failed', trouble: setback.trouble };
  }
  const source = lines[0]?.source;
  return { kind: 'empty', habit: source ? found.sourceOf(source).habit : '' };
}

/** What is asked about the first line beside its range. */
function useFirstLine(clients: ChartClients, line: ChartLine) {
  const asked = askedOf(line);
  const enabled = line.source !== null;
  const newest = useQuery({ ...newestQuery(clients.history, asked), enabled });
  const overview = useQuery({ ...overviewQuery(clients.history, asked), enabled });
  const standing = useQuery({ ...standingQuery(clients.rates, asked), enabled });
  return {
    shown: {
      newest: seriesOf(newest.data),
      standing: standing.data?.standing ?? null,
      overview: overview.data ?? null,
    },
    setback: setbackOf([newest, overview]),
    refetch: () => [newest, overview, standing].forEach((query) => void query.refetch()),
  };
}

/** The view that was asked for last, and the one that is shown, which follows it in the frames after. */
function useChartViews(
  { address: servedAddress, meanings, currencies }: ServedChart,
  today: IsoDay,
): Pick<ChartState, 'asked' | 'view' | 'ignored' | 'show'> {
  const address = usePageAddress(servedAddress);
  const shownAddress = useDeferredValue(address);
  const known = useMemo(() => {
    const codes = currencies.map(({ code }) => code);
    return { book: servedBook(codes, meanings), today };
  }, [currencies, meanings, today]);
  const { view: asked } = readChartAddress(address, known);
  const { view, ignored } = useMemo(() => readChartAddress(shownAddress, known), [shownAddress, known]);
  return {
    asked,
    view,
    ignored,
    show: (change) => movePage(chartAddress({ ...asked, ...change }), 'push'),
  };
}

function knownLines(
  lines: readonly ChartLine[],
  found: ShownFigures,
  sourceOf: ChartSourceOf,
): readonly KnownLine[] {
  return lines.flatMap(({ base, quote, source, isMixed }, place): readonly KnownLine[] => {
    const series = seriesOf(found[place]);
    if (series === null || source === null) return [];
    const facts = isMixed ? withoutRhythm(sourceOf(source)) : sourceOf(source);
    return [{ base, quote, source, ...(isMixed && { isMixed }), facts, place, series }];
  });
}

function seriesOf(found: Received<HistorySeries> | undefined): HistorySeries | null {
  return found?.answer.ok === true ? found.answer.value : null;
}

function absentLines(lines: readonly ChartLine[], found: ShownFigures): readonly AbsentLine[] {
  return lines.flatMap((line, place): readonly AbsentLine[] => {
    const one = found[place];
    if (one === undefined) return [];
    if (!one.answer.ok) return [{ line, message: one.answer.error.message }];
    return one.answer.value.rates.length === 0 ? [{ line, message: null }] : [];
  });
}

/**
 * Asks for the figures of each line: `answered` is what the service said, `shown` the answer or what stands in for it while
 * that is on its way or fails, of the days of `shownSpan`; both are undefined where there are none yet.
 */
function useLineFigures(
  history: HistoryClient,
  asked: {
    readonly lines: readonly ChartLine[];
    readonly view: Pick<ChartView, 'period' | 'knownAt'>;
    readonly span: DaySpan;
  },
) {
  const { lines, view, span } = asked;
  const cache = useQueryClient();
  const { fromDay, toDay } = span;
  const { period, knownAt } = view;
  const { found: answered, ...asking } = useQueries({
    queries: lines.map((line) => ({
      ...historySeriesQuery(history, { ...askedOf(line), period, knownAt, fromDay, toDay }),
      enabled: line.source !== null,
    })),
    combine: combined<LineFigures>,
  });
  const what = useMemo(() => {
    const shown = lines.map(
      (line, place) =>
        answered[place] ?? standInOf(cache, history, { ...askedOf(line), period, knownAt, fromDay, toDay }),
    );
    const other = shown.find((one) => one && (one.span.fromDay !== fromDay || one.span.toDay !== toDay));
    return { shown, shownSpan: other?.span ?? { fromDay, toDay }, isStandIn: other !== undefined };
  }, [cache, history, lines, answered, period, knownAt, fromDay, toDay]);
  return { answered, ...what, ...asking };
}

/** What several queries of a kind found, and what keeps newer answers away. */
function combined<T>(results: readonly UseQueryResult<T>[]) {
  return {
    found: results.map(({ data }) => data),
    setback: setbackOf(results),
    refetch: () => results.forEach((one) => void one.refetch()),
  };
}
