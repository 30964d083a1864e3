import { addDays, type IsoDay } from '#lib/domain/iso-day';
import { ok } from '#lib/domain/result';
import type { GetOptions, HttpClient, HttpFailure } from '#lib/platform/http-client';
import { type YearDivision, firstAskedDay, yearParts } from '#lib/sources/asked-days';
import { fetchDocument, pauseCalls, rememberReading } from '#lib/sources/fetch-document';
import { fetchSeries } from '#lib/sources/fetch-series';
import { englishDay } from '#lib/sources/document-text';
import { defineFixingSource, type Documents, type FixingSource, type LayoutError } from '#lib/sources/source';

import { FACTS } from './facts.ts';
import { isEmptyBoeRange, parseBoe, scanBoe } from './boe-parse.ts';
import { BOE_CURRENT_SERIES, BOE_ENDED_SERIES, type BoeSeries } from './boe-series.ts';

const BANK_SITE = new URL('https://www.bankofengland.co.uk');
const { firstDay: FIRST_DAY } = FACTS;
const PAUSE_MS = 1000;

/** The bank revises the last days. */
const POLLED = { revisedDays: 7, daysWithoutStore: 30 };

const YEARS: YearDivision = { firstDay: FIRST_DAY, years: 1, idOf: String };

/**
 * The Bank of England's daily spot exchange rates against sterling: 1 GBP = `rate` of the quote currency.
 * Page: https://www.bankofengland.co.uk/boeapps/database/Rates.asp?into=GBP
 * `upstream` (UPSTREAM_BOE) replaces scheme and host.
 */
export function createSource(upstream?: URL): FixingSource {
  const site = upstream ?? BANK_SITE;
  const isOperatorAddress = upstream !== undefined;
  const parse: FixingSource['parse'] = rememberReading(({ body }) => parseBoe(body));
  const ask = (request: BoeRequest) =>
    fetchSeries({
      series: request.series,
      ask: (some) => fetchRange({ ...request, series: some }, { site, isOperatorAddress, parse }),
      mayBeOneCode: isRefusal,
      pause: () => pauseCalls(isOperatorAddress ? 0 : PAUSE_MS, request.signal),
    });
  return defineFixingSource({
    ...FACTS,
    upstream: site.origin,
    isOperatorAddress,
    parse,
    scan: ({ body }, take) => scanBoe(body, take),
    fetch: (http, window) => {
      const span = { from: firstAskedDay(window, POLLED), to: window.today };
      return ask({ http, series: BOE_CURRENT_SERIES, ...span, signal: window.signal });
    },
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(yearParts(span, YEARS))),
      fetch: (http, { from, to }, signal) =>
        ask({ http, series: [...BOE_CURRENT_SERIES, ...BOE_ENDED_SERIES], from, to, signal }),
      pauseMs: PAUSE_MS,
    },
  });
}

/** What is asked of the bank. */
interface BoeRequest {
  readonly http: HttpClient;
  readonly series: readonly BoeSeries[];
  readonly from: IsoDay;
  readonly to: IsoDay;
  readonly signal: AbortSignal | undefined;
}

/** Whether the bank itself answered, and otherwise than with the figures. */
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

/** A longer range may take the bulk time limit. */
const SHORT_RANGE_DAYS = 31;

/** Some series of a range of days in one call; an empty list means that the bank has no figure in the range. */
async function fetchRange(
  { http, series, from, to, signal }: BoeRequest,
  bank: Pick<FixingSource, 'isOperatorAddress' | 'parse'> & { readonly site: URL },
): Promise<Documents> {
  const url = new URL('/boeapps/database/_iadb-fromshowcolumns.asp', bank.site);
  const codes = series.map(({ code }) => code).join(',');
  url.search =
    `csv.x=yes&SeriesCodes=${codes}&UsingCodes=Y&CSVF=TN&VPD=Y&VFD=N` +
    `&Datefrom=${englishDay(from)}&Dateto=${englishDay(to)}`;
  const options: GetOptions = {
    signal,
    hosts: [bank.site.host],
    isOperatorAddress: bank.isOperatorAddress,
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
  const answer = await fetchDocument(http, url, options);
  if (!answer.ok) return answer;
  if (isEmptyBoeRange(answer.value.body)) return ok([]);
  const stated = bank.parse(answer.value);
  return stated.ok ? ok([answer.value]) : stated;
}
