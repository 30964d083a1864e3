import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { HistoricalSeriesResponse, CorrectedFigure } from '#lib/contract/responses';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { PeriodChoice, PeriodNote } from '#lib/domain/series/periods';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import type { DaySpan } from '#lib/client/address/chart-range';
import { askFor, type Received, type Transport } from '#lib/client/rates/rates-client';

/** The most points that one answer carries. */
export const PAGE_POINTS = 5000;

/** More pages than the longest history has: 200,000 points. A service that links on for ever is not followed for ever. */
const PAGES_MAX = 40;

/** Without a start a market's history is days. Of fewer than these the service gives finer points, once it is asked for a start. */
const FEW_POINTS = 5;

/** A pair at one source; null mixes all of them. */
export interface HistoryAsked extends ChartPair {
  readonly source: SourceId | null;
  /** One point for each period; each observation when absent or null. */
  readonly period?: PeriodChoice | null;
  /** The UTC day at whose end it was known; now when absent or null. */
  readonly knownAt?: IsoDay | null;
}

/** A series, ascending in time, and whose figures are in it. */
export interface HistorySeries extends SeriesFigures {
  readonly sources: readonly SourceId[];
  /** Of periods, what each is made of; absent of observations. */
  readonly periods?: readonly PeriodNote[];
}

/** Questions about history; see {@link RatesClient} for what is an answer and what rejects. */
export interface HistoryClient {
  /** Every point of a span, page by page where one answer cannot carry them. */
  readonly series: (asked: HistoryAsked & DaySpan) => Promise<Received<HistorySeries>>;
  /** The newest `count` points, of a market one a day. */
  readonly newest: (asked: HistoryAsked, count: number) => Promise<Received<HistorySeries>>;
  /** What a source corrected of a pair that it publishes, oldest change first. */
  readonly corrections: (source: SourceId, pair: ChartPair) => Promise<Received<readonly CorrectedFigure[]>>;
}

/** A typed client of GET /v1/historical over a transport; `isMarket` says which sources quote all the time while they are open. */
export function createHistoryClient(
  transport: Transport,
  isMarket: (source: string) => boolean,
): HistoryClient {
  return {
    series: async (asked) => {
      const { fromDay, toDay } = asked;
      const found = await readPages(transport, historyPath(asked, PAGE_POINTS, { fromDay, toDay }));
      const hasFinerPoints = asked.source !== null && !asked.period && isMarket(asked.source);
      const firstDay = hasFinerPoints ? dayOfFew(asked, found) : null;
      if (firstDay === null) return found;
      return readPages(transport, historyPath(asked, PAGE_POINTS, { fromDay: firstDay, toDay }));
    },
    newest: async (asked, count) => {
      const page = await askFor(transport, historyPath(asked, count), asPage);
      return {
        ...page,
        answer: page.answer.ok ? { ok: true, value: joined([page.answer.value.points]) } : page.answer,
      };
    },
    corrections: async (source, pair) => {
      // Asked once a chart is there: code of its own.
      const { readCorrections } = await import('./read-corrections.ts');
      return readCorrections(transport, source, pair);
    },
  };
}

function historyPath(
  { base, quote, source, period = null, knownAt = null }: HistoryAsked,
  limit: number,
  span?: DaySpan,
): string {
  const parameters = new URLSearchParams({ from: base, to: quote });
  if (source !== null) parameters.set('source', source);
  if (span?.fromDay) parameters.set('startDate', span.fromDay);
  if (span?.toDay) parameters.set('endDate', span.toDay);
  if (period) parameters.set('group', period.length);
  if (period) parameters.set('stat', period.stat);
  if (knownAt) parameters.set('knownAt', knownAt);
  parameters.set('limit', String(limit));
  return `${ENDPOINT_PATHS.historical}?${parameters}`;
}

/** The first of a market's few days, of which there is more to be had; null where no day was to be asked for. */
function dayOfFew({ fromDay }: DaySpan, { answer }: Received<HistorySeries>): IsoDay | null {
  if (fromDay !== null || !answer.ok) return null;
  const { instantsMs } = answer.value;
  const [firstMs] = instantsMs;
  return firstMs === undefined || instantsMs.length >= FEW_POINTS ? null : isoDayOf(new Date(firstMs));
}

type Points = HistoricalSeriesResponse['points'];

interface Page {
  readonly points: Points;
  /** Where the points before these are; null when there are none. */
  readonly prev: string | null;
}

async function readPages(transport: Transport, path: string): Promise<Received<HistorySeries>> {
  const pages: Points[] = [];
  let isRepeated = false;
  let next: string | null = path;
  let receivedAtMs = Infinity;
  while (next !== null && pages.length < PAGES_MAX) {
    const page: Received<Page> = await askFor(transport, next, asPage);
    if (!page.answer.ok) return { ...page, answer: page.answer };
    pages.unshift(page.answer.value.points);
    isRepeated ||= page.isRepeated;
    receivedAtMs = Math.min(receivedAtMs, page.receivedAtMs);
    next = page.answer.value.prev;
  }
  return { answer: { ok: true, value: joined(pages) }, receivedAtMs, isRepeated };
}

/** The service answers 200 with exactly the type that the endpoint names: its own tests hold every answer against the schema. */
function asPage(body: unknown, headers: Headers): Page {
  return { points: (body as HistoricalSeriesResponse).points, prev: previousPage(headers.get('Link')) };
}

/** The target of `<...>; rel="prev"`; only a path of this service is followed. */
function previousPage(link: string | null): string | null {
  const target = /<([^>]*)>;\s*rel="prev"/.exec(link ?? '')?.[1];
  return target?.startsWith(`${ENDPOINT_PATHS.historical}?`) === true ? target : null;
}

/** Pages in time order as one series. An instant that two pages share is kept once a source. */
function joined(pages: readonly Points[]): HistorySeries {
  const instantsMs: number[] = [];
  const rates: number[] = [];
  const periods: PeriodNote[] = [];
  const sources = new Set<SourceId>();
  const seenAtEdge = new Set<string>();
  for (const page of pages) {
    for (const { rate, source, timestamp, days, complete } of page) {
      const atMs = Date.parse(timestamp);
      const isAtEdge = atMs === instantsMs.at(-1);
      if (!isAtEdge) seenAtEdge.clear();
      if (isAtEdge && seenAtEdge.has(source)) continue;
      seenAtEdge.add(source);
      instantsMs.push(atMs);
      rates.push(rate);
      sources.add(source);
      if (days !== undefined) periods.push({ days, isComplete: complete === true, observedMs: atMs });
    }
  }
  return { instantsMs, rates, sources: [...sources], ...(periods.length > 0 && { periods }) };
}
