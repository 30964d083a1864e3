import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { ok, type Result } from '#lib/domain/result';
import type { HttpClient } from '#lib/platform/http-client';
import {
  type Documents,
  type HistorySpan,
  type LayoutError,
  type SourceDocument,
  unknownLayout,
} from '#lib/sources/source';

import { FRED_SERIES } from './fred-series.ts';
import type { FedTable } from './fed-table.ts';
import { fetchDocument, secondChoice } from '#lib/sources/fetch-document';

/** Scheme and host of both publishers of the release; an operator's address stands for both. */
export interface FedAddresses {
  readonly fred: URL;
  readonly board: URL;
  readonly isOperatorAddress: boolean;
}

/** What a call needs; `read` may remember what it has read. */
export interface FedCall {
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
export async function fetchFed(call: FedCall, span: HistorySpan): Promise<Documents> {
  const first = await fetchFredGraph(call, span);
  if (first.ok) return first;
  return secondChoice(first, await fetchPackage(call, span));
}

/**
 * How many series one call may name is documented nowhere. A shorter answer is completed by further calls for as many
 * as it had: those that lack, filled up with known ones, so that each document by itself is a plausible release.
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
    if (table.fixings.length > 0) documents.push(document);
    const still = lacking.filter((id) => !table.seriesIds.includes(id));
    if (still.length === lacking.length) {
      return unknownLayout(
        `FRED's table lacks ${still.join(', ')}; expected every series that was asked for.`,
      );
    }
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
  return ok(answer.value.table.fixings.length === 0 ? [] : [answer.value.document]);
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
  if (table.value.fixings.length === 0 && daysOf(span) > NO_RELEASE_DAYS_MAX) {
    return unknownLayout(`The table of ${span.from} to ${span.to} has no figure; expected some.`);
  }
  return ok({ document: document.value, table: table.value });
}

function daysOf({ from, to }: HistorySpan): number {
  return (startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS + 1;
}
