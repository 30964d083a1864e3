import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { CorrectedFigure, HistoricalSeriesResponse, RevisionsResponse } from '#lib/contract/responses';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { PeriodChoice, PeriodNote } from '#lib/domain/series/periods';
import { SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import type { DaySpan } from '#lib/client/address/chart-range';
import { asAnswer, askFor, pathWith, type Received, type Transport } from '#lib/client/asking/ask';
import { linkedPages } from '#lib/client/asking/linked-pages';

/** The most points that one answer carries. */
const PAGE_POINTS = 5000;

/** More pages than the longest history has: 200,000 points. */
const PAGES_MAX = 40;

/** Without a start a market's history is days. Of fewer than these the service gives finer points, once it is asked for a start. */
const FEW_POINTS = 5;

/** A pair at one source; null mixes all of them, of each UTC day the point of the source of highest priority. */
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
  /** Whose the newest figure is; absent where there is none. */
  readonly newestSource?: SourceId;
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
  const read = async (asked: HistoryAsked & Partial<DaySpan>, limit: number, pagesMax = PAGES_MAX) => {
    const path = historyPath(asked, limit);
    const found = await readPages<HistoricalSeriesResponse>(transport, path, 'prev', pagesMax);
    const { answer, ...received } = found;
    return {
      ...received,
      answer: answer.ok
        ? {
            ok: true as const,
            value: joined(asked.source === null ? answer.value.map(firstOfEachDay) : answer.value),
          }
        : answer,
    };
  };
  return {
    series: async (asked) => {
      const found = await read(asked, PAGE_POINTS);
      const hasFinerPoints = asked.source !== null && !asked.period && isMarket(asked.source);
      const fromDay = hasFinerPoints ? dayOfFew(asked, found) : null;
      return fromDay === null ? found : read({ ...asked, fromDay }, PAGE_POINTS);
    },
    newest: (asked, count) => read(asked, count, 1),
    corrections: (source, pair) => readCorrections(transport, source, pair),
  };
}

function historyPath(
  { base, quote, source, period, knownAt, fromDay, toDay }: HistoryAsked & Partial<DaySpan>,
  limit: number,
): string {
  return pathWith(ENDPOINT_PATHS.historical, {
    from: base,
    to: quote,
    source,
    startDate: fromDay,
    endDate: toDay,
    group: period?.length,
    stat: period?.stat,
    knownAt,
    limit: String(limit),
  });
}

/** The first of a market's few days, of which there is more to be had; null where no day was to be asked for. */
function dayOfFew({ fromDay }: DaySpan, { answer }: Received<HistorySeries>): IsoDay | null {
  if (fromDay !== null || !answer.ok) return null;
  const { instantsMs } = answer.value;
  const [firstMs] = instantsMs;
  return firstMs === undefined || instantsMs.length >= FEW_POINTS ? null : isoDayOf(new Date(firstMs));
}

/** A page with one point a UTC day. */
function firstOfEachDay(page: HistoricalSeriesResponse): HistoricalSeriesResponse {
  const byDay = new Map<string, HistoricalSeriesResponse['points'][number]>();
  for (const point of page.points) {
    const day = point.timestamp.slice(0, 'YYYY-MM-DD'.length);
    const known = byDay.get(day);
    if (!known || SOURCE_IDS.indexOf(point.source) < SOURCE_IDS.indexOf(known.source)) byDay.set(day, point);
  }
  return { ...page, points: [...byDay.values()] };
}

/** Pages, the newest first, as one series. An instant that two pages share is kept once a source. */
function joined(pages: readonly HistoricalSeriesResponse[]): HistorySeries {
  const instantsMs: number[] = [];
  const rates: number[] = [];
  const periods: PeriodNote[] = [];
  const sources = new Set<SourceId>();
  const seenAtEdge = new Set<string>();
  for (const { points } of pages.toReversed()) {
    for (const { rate, source, timestamp, days, complete } of points) {
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
  const newestSource = pages[0]?.points.at(-1)?.source;
  return {
    instantsMs,
    rates,
    sources: [...sources],
    ...(newestSource && { newestSource }),
    ...(periods.length > 0 && { periods }),
  };
}

const PAGE_CORRECTIONS = 1000;

/** What was corrected beyond this is not marked. */
const CORRECTION_PAGES_MAX = 3;

/** What a source corrected of a pair that it publishes, oldest change first, page by page. */
export async function readCorrections(
  transport: Transport,
  source: SourceId,
  { base, quote }: ChartPair,
): Promise<Received<readonly CorrectedFigure[]>> {
  const path = pathWith(ENDPOINT_PATHS.revisions, { source, base, quote, limit: String(PAGE_CORRECTIONS) });
  const found = await readPages<RevisionsResponse>(transport, path, 'next', CORRECTION_PAGES_MAX);
  const { answer, ...received } = found;
  if (!answer.ok) return { answer, ...received };
  return { answer: { ok: true, value: answer.value.flatMap(({ revisions }) => revisions) }, ...received };
}

/** Asks a path and then, page by page, what the answers link to as `rel`; a service that links on for ever is not followed for ever. */
async function readPages<Page>(
  transport: Transport,
  path: string,
  rel: 'prev' | 'next',
  pagesMax: number,
): Promise<Received<readonly Page[]>> {
  const ask = async (next: string) => {
    let headers = new Headers();
    const page = await askFor<Page>(transport, next, (body, given) => {
      headers = given;
      return asAnswer<Page>(body);
    });
    return { page, headers };
  };
  const pages: Page[] = [];
  let isRepeated = false;
  let receivedAtMs = Infinity;
  for await (const found of linkedPages(ask, path, rel)) {
    if (!found.answer.ok) return { ...found, answer: found.answer };
    pages.push(found.answer.value);
    isRepeated ||= found.isRepeated;
    receivedAtMs = Math.min(receivedAtMs, found.receivedAtMs);
    if (pages.length >= pagesMax) break;
  }
  return { answer: { ok: true, value: pages }, receivedAtMs, isRepeated };
}
