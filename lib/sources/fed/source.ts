import { DAY_MS } from '#lib/domain/durations';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { ok, type Result } from '#lib/domain/result';
import type { HttpClient } from '#lib/platform/http-client';
import {
  defineFixingSource,
  type Documents,
  type FetchWindow,
  type FixingSource,
  type HistorySpan,
  type LayoutError,
  type SourceDocument,
  unknownLayout,
} from '#lib/sources/source';

import { FACTS } from './facts.ts';
import { type FedTable, parseFed, readFedDocument, scanFed } from './fed-parse.ts';
import { FRED_SERIES } from './fed-series.ts';
import { type YearDivision, firstAskedDay, yearParts } from '#lib/sources/asked-days';
import { fetchDocument, rememberReading, secondChoice } from '#lib/sources/fetch-document';

const FRED = new URL('https://fred.stlouisfed.org');
const BOARD = new URL('https://www.federalreserve.gov');
const { firstDay: FIRST_DAY } = FACTS;

/**
 * The H.10 release of the Federal Reserve: noon buying rates in New York for cable transfers, through FRED, else the
 * Board's own download. Direction as published, by series: 1 EUR, GBP, AUD or NZD = `rate` USD, 1 USD = `rate` of the
 * others. Page: https://www.federalreserve.gov/releases/h10/. `upstream` (UPSTREAM_FED) replaces scheme and host of both.
 */
export function createSource(upstream?: URL): FixingSource {
  const addresses: FedAddresses = {
    fred: upstream ?? FRED,
    board: upstream ?? BOARD,
    isOperatorAddress: upstream !== undefined,
  };
  const read = rememberReading(readFedDocument);
  return defineFixingSource({
    ...FACTS,
    upstream: addresses.fred.origin,
    isOperatorAddress: addresses.isOperatorAddress,
    parse: (document) => parseFed(document, read),
    scan: scanFed,
    fetch: (http, window) => fetchFed({ http, addresses, read, signal: window.signal }, pollSpan(window)),
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(yearParts(span, FIVE_YEARS))),
      fetch: (http, part, signal) => fetchFed({ http, addresses, read, signal }, part),
      pauseMs: 1000,
    },
  });
}

/** Past figures are revised now and then, so that the last ones are asked for again. */
const POLLED = { revisedDays: 30, daysWithoutStore: 60 };

function pollSpan(window: FetchWindow): HistorySpan {
  return { from: firstAskedDay(window, POLLED), to: window.today };
}

/** Every series is 1,300 rows and 0.2 MB in five years. */
const FIVE_YEARS: YearDivision = {
  firstDay: FIRST_DAY,
  years: 5,
  idOf: (year) => `${year}-${year + 4}`,
};

/** Scheme and host of both publishers of the release; an operator's address stands for both. */
interface FedAddresses {
  readonly fred: URL;
  readonly board: URL;
  readonly isOperatorAddress: boolean;
}

/** What a call needs; `read` may remember what it has read. */
interface FedCall {
  readonly http: HttpClient;
  readonly addresses: FedAddresses;
  readonly read: (document: SourceDocument) => Result<FedTable, LayoutError>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the days of a span from FRED, else from the Board's own download; the failure is the second's and its
 * sentence tells of both. An empty list: a span of a few days has no release yet. Nothing is asked conditionally: a
 * poll's table is 5 kB, and one that came in two calls must not be taken for complete when the first has not changed.
 */
async function fetchFed(call: FedCall, span: HistorySpan): Promise<Documents> {
  const first = await fetchFredGraph(call, span);
  if (first.ok) return first;
  return secondChoice(first, await fetchPackage(call, span));
}

/**
 * How many series one call may name is documented nowhere. A shorter answer is completed by further calls for as many
 * as it had: those that lack, filled up with known ones, so that each document by itself is a plausible release. A call
 * that brings none of those that lack is the last: FRED does not have them.
 */
async function fetchFredGraph(call: FedCall, span: HistorySpan): Promise<Documents> {
  const wanted = FRED_SERIES.filter(({ firstDay }) => firstDay <= span.to).map(({ id }) => id);
  const documents: SourceDocument[] = [];
  let lacking = wanted;
  let asked = wanted;
  while (lacking.length > 0) {
    const url = new URL('/graph/fredgraph.csv', call.addresses.fred);
    url.search = `id=${asked.join(',')}&cosd=${span.from}&coed=${span.to}`;
    const answer = await fetchTable(call, url, span);
    if (!answer.ok) return answer;
    const { document, table } = answer.value;
    const still = lacking.filter((id) => !table.seriesIds.includes(id));
    if (still.length === lacking.length) {
      // Where it has so few, the Board is asked instead.
      if (still.length <= wanted.length / 2) break;
      return unknownLayout(`FRED's table lacks ${still.join(', ')}; expected at least half of the series.`);
    }
    if (table.figures.length > 0) documents.push(document);
    lacking = still;
    asked = [...still, ...wanted.filter((id) => !still.includes(id))].slice(0, table.seriesIds.length);
  }
  return ok(documents);
}

/** Names the daily rates among the packages of the release; without it the DDP answers with an empty 200. */
const DAILY_RATES_PACKAGE = '60f32914ab61dfab590e0e470153e3ae';

async function fetchPackage(call: FedCall, span: HistorySpan): Promise<Documents> {
  const url = new URL('/datadownload/Output.aspx', call.addresses.board);
  url.search =
    `rel=H10&series=${DAILY_RATES_PACKAGE}&lastobs=&from=${americanDay(span.from)}&to=${americanDay(span.to)}` +
    '&filetype=csv&label=include&layout=seriescolumn&type=package';
  const answer = await fetchTable(call, url, span);
  if (!answer.ok) return answer;
  return ok(answer.value.table.figures.length === 0 ? [] : [answer.value.document]);
}

/** `2026-03-19` as `03/19/2026`. */
function americanDay(day: IsoDay): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

interface FetchedTable {
  readonly document: SourceDocument;
  readonly table: FedTable;
}

/** Longer than from one release to the next; a table of more days without any figure is a broken one. */
const NO_RELEASE_DAYS_MAX = 14;

/** Longer spans than a poll's may take the time of a long history. */
const POLL_DAYS_MAX = 90;

async function fetchTable(
  { http, addresses, read, signal }: FedCall,
  url: URL,
  span: HistorySpan,
): Promise<Result<FetchedTable, (Documents & { readonly ok: false })['error']>> {
  const document = await fetchDocument(http, url, {
    signal,
    hosts: [addresses.fred.host, addresses.board.host],
    isOperatorAddress: addresses.isOperatorAddress,
    contentTypes: ['text/csv', 'application/csv', 'text/plain'],
    isBulk: daysOf(span) > POLL_DAYS_MAX,
  });
  if (!document.ok) return document;
  const table = read(document.value);
  if (!table.ok) return table;
  if (table.value.figures.length === 0 && daysOf(span) > NO_RELEASE_DAYS_MAX) {
    return unknownLayout(`The table of ${span.from} to ${span.to} has no figure; expected some.`);
  }
  return ok({ document: document.value, table: table.value });
}

function daysOf({ from, to }: HistorySpan): number {
  return (startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS + 1;
}
