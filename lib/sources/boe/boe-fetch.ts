import { addDays, type IsoDay } from '#lib/domain/iso-day';
import { ok } from '#lib/domain/result';
import type { GetOptions, HttpClient, HttpFailure } from '#lib/platform/http-client';
import type { Documents, FixingSource, LayoutError, SourceDocument } from '#lib/sources/source';

import { isEmptyBoeRange } from './boe-parse.ts';
import type { BoeSeries } from './boe-series.ts';
import { fetchDocument, pauseCalls } from '#lib/sources/fetch-document';
import { englishDay } from '#lib/sources/read-text';

/** What is asked of the bank, and where. */
export interface BoeRequest {
  readonly http: HttpClient;
  readonly site: URL;
  readonly isOperatorAddress: boolean;
  /** The pause between two calls. */
  readonly pauseMs: number;
  readonly parse: FixingSource['parse'];
  readonly series: readonly BoeSeries[];
  readonly from: IsoDay;
  readonly to: IsoDay;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches a range of days: all series in one call, and where the bank refuses that, one call a series, because one
 * unknown code has the whole list refused. Then every series that answered has a document of its own, and fewer
 * than half of them are a failure. An empty list means that the bank has no figure in the range.
 */
export async function fetchBoeRange(request: BoeRequest): Promise<Documents> {
  const list = await fetchSeries(request, request.series);
  if (list.ok || !isRefusal(list.error)) return list;
  return fetchOneByOne(request, list.error);
}

/** Whether the bank itself answered, and otherwise than with the figures: only then may a shorter list help. */
function isRefusal(failure: HttpFailure | LayoutError): boolean {
  switch (failure.kind) {
    case 'redirect_refused':
    case 'content_type':
    case 'unknown-layout':
      return true;
    case 'status':
      return failure.status !== 429;
    case 'timeout':
    case 'dns':
    case 'connect':
    case 'tls':
    case 'network':
    case 'address_refused':
    case 'too_big':
    case 'damaged_body':
    case 'aborted':
      return false;
    default:
      return failure satisfies never;
  }
}

/** So many failures before the first answer are about us and not about a code: the bank blocks whole address ranges. */
const FAILURES_BEFORE_AN_ANSWER_MAX = 3;

async function fetchOneByOne(
  request: BoeRequest,
  listFailure: HttpFailure | LayoutError,
): Promise<Documents> {
  const { series } = request;
  const documents: SourceDocument[] = [];
  let answers = 0;
  let failures = 0;
  for (const one of series) {
    await pauseCalls(request.pauseMs, request.signal);
    const answer = await fetchSeries(request, [one]);
    if (answer.ok) {
      answers += 1;
      documents.push(...answer.value);
      continue;
    }
    failures += 1;
    const isHopeless = answers === 0 && failures >= FAILURES_BEFORE_AN_ANSWER_MAX;
    if (isHopeless || failures > series.length / 2 || answer.error.kind === 'aborted') {
      const sentence =
        `${listFailure.sentence} One series at a time: ${answers} of the first ${answers + failures} ` +
        `(of ${series.length}) answered; ${one.code}: ${answer.error.sentence}`;
      return { ok: false, error: { ...answer.error, sentence } };
    }
  }
  return ok(documents);
}

async function fetchSeries(request: BoeRequest, series: readonly BoeSeries[]): Promise<Documents> {
  const url = new URL('/boeapps/database/_iadb-fromshowcolumns.asp', request.site);
  const codes = series.map(({ code }) => code).join(',');
  url.search =
    `csv.x=yes&SeriesCodes=${codes}&UsingCodes=Y&CSVF=TN&VPD=Y&VFD=N` +
    `&Datefrom=${englishDay(request.from)}&Dateto=${englishDay(request.to)}`;
  const answer = await fetchDocument(request.http, url, getOptions(request));
  if (!answer.ok) return answer;
  if (isEmptyBoeRange(answer.value.body)) return ok([]);
  const fixings = request.parse(answer.value);
  return fixings.ok ? ok([answer.value]) : fixings;
}

/** A longer range may take the bulk time limit. */
const SHORT_RANGE_DAYS = 31;

function getOptions({ site, isOperatorAddress, from, to, signal }: BoeRequest): GetOptions {
  return {
    signal,
    hosts: [site.host],
    isOperatorAddress,
    contentTypes: ['text/csv', 'application/csv'],
    isBulk: addDays(from, SHORT_RANGE_DAYS) < to,
    // Every refusal is a redirect to an HTML page that answers with 200.
    refusesRedirects: true,
    // The database refuses clients that do not name themselves as browsers do.
    headers: {
      'user-agent': 'Mozilla/5.0 (compatible; Crossrate)',
      accept: 'text/csv,application/csv,*/*;q=0.8',
    },
  };
}
