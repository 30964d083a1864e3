import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { ok } from '#lib/domain/result';
import type { GetOptions, HttpClient } from '#lib/platform/http-client';
import { type YearDivision, yearParts } from '#lib/sources/asked-days';
import { fetchDocument, pauseCalls } from '#lib/sources/fetch-document';
import { fetchSeries } from '#lib/sources/fetch-series';
import {
  defineFixingSource,
  type Documents,
  type FetchWindow,
  type FixingSource,
  type SourceDocument,
  unknownLayout,
} from '#lib/sources/source';

import { BOJ_SERIES, type BojSeries, FACTS } from './facts.ts';
import { parseBoj, readBojPage, UNKNOWN_SERIES } from './boj-parse.ts';

const BANK_SITE = new URL('https://www.stat-search.boj.or.jp');
const { firstDay: FIRST_DAY } = FACTS;
/** The bank blocks addresses that ask often. */
const PAUSE_MS = 1000;

/** 7,300 of the 60,000 values that an answer may have. */
const DECADES: YearDivision = { firstDay: FIRST_DAY, years: 10, idOf: (year) => `${year}s` };

/**
 * The Bank of Japan's daily rates of the Tokyo market at 17:00: 1 USD = `rate` JPY and 1 EUR = `rate` USD.
 * Page: https://www.stat-search.boj.or.jp/index_en.html
 * `upstream` (UPSTREAM_BOJ) replaces scheme and host.
 */
export function createSource(upstream?: URL): FixingSource {
  const site = upstream ?? BANK_SITE;
  const isOperatorAddress = upstream !== undefined;
  const ask = (request: Omit<BojRequest, 'pause'>) => {
    const pause = () => pauseCalls(isOperatorAddress ? 0 : PAUSE_MS, request.signal);
    return fetchSeries({
      series: BOJ_SERIES,
      ask: (series) => fetchBojMonths({ ...request, pause }, series, { site, isOperatorAddress }),
      mayBeOneCode: ({ kind, sentence }) => kind === 'unknown-layout' && sentence.includes(UNKNOWN_SERIES),
      pause,
    });
  };
  return defineFixingSource({
    ...FACTS,
    upstream: site.origin,
    isOperatorAddress,
    parse: ({ body }) => parseBoj(body),
    fetch: (http, window) =>
      ask({
        http,
        from: firstAskedMonth(window),
        to: window.today,
        isFigureDue: true,
        signal: window.signal,
      }),
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(yearParts(span, DECADES))),
      fetch: (http, { from, to }, signal) => ask({ http, from, to, isFigureDue: false, signal }),
      pauseMs: PAUSE_MS,
    },
  });
}

/** The previous month, or the newest stored day when that is older. */
function firstAskedMonth({ newestStoredOn, today }: FetchWindow): IsoDay {
  const previousMonth = addDays(isoDayOf(new Date(`${today.slice(0, 7)}-01T00:00:00Z`)), -1);
  return newestStoredOn !== null && newestStoredOn < previousMonth ? newestStoredOn : previousMonth;
}

/** What is asked of the bank. */
interface BojRequest {
  readonly http: HttpClient;
  /** The months of these days are asked, whole. */
  readonly from: IsoDay;
  readonly to: IsoDay;
  /** Whether a day of the range is surely published: then an answer without a figure is a failure, whatever the bank calls it. */
  readonly isFigureDue: boolean;
  readonly signal: AbortSignal | undefined;
  /** Waits before the next page. */
  readonly pause: () => Promise<void>;
}

interface Bank {
  readonly site: URL;
  readonly isOperatorAddress: boolean;
}

/** More pages than there are series means that the paging does not end. */
const PAGES_MAX = 10;
/** A longer range may take the bulk time limit. */
const SHORT_RANGE_DAYS = 62;

/** Fetches the months of a range, every page of them; an empty list means that the bank has no figure there, or not yet, and none is due. */
export async function fetchBojMonths(
  { http, from, to, isFigureDue, signal, pause }: BojRequest,
  series: readonly BojSeries[],
  { site, isOperatorAddress }: Bank,
): Promise<Documents> {
  const options: GetOptions = {
    signal,
    hosts: [site.host],
    isOperatorAddress,
    contentTypes: ['application/json', 'text/json', 'text/plain'],
    isBulk: addDays(from, SHORT_RANGE_DAYS) < to,
  };
  const url = new URL('/api/v1/getDataCode', site);
  const codes = series.map(({ code }) => code).join(',');
  const asked = `format=json&lang=en&db=FM08&code=${codes}&startDate=${monthOf(from)}&endDate=${monthOf(to)}`;
  const documents: SourceDocument[] = [];
  let position: number | null = null;
  for (let pages = 1; pages <= PAGES_MAX; pages += 1) {
    url.search = position === null ? asked : `${asked}&startPosition=${position}`;
    const answer = await fetchDocument(http, url, options);
    if (!answer.ok) return answer;
    const page = readBojPage(answer.value.body);
    if (!page.ok) return page;
    if (page.value.figures.length > 0) documents.push(answer.value);
    const next: number | null = page.value.nextPosition;
    if (next === null) {
      if (documents.length > 0 || !isFigureDue) return ok(documents);
      return unknownLayout(
        page.value.isNothingFound
          ? 'The Bank of Japan says that it has nothing for the months asked for, in which figures are due.'
          : 'The Bank of Japan has days of two months and no figure for any of them.',
      );
    }
    if (next <= (position ?? 1)) {
      return unknownLayout(
        `The Bank of Japan's next page begins at ${next}, not after ${position ?? 1}; expected pages that go on.`,
      );
    }
    position = next;
    await pause();
  }
  return unknownLayout(
    `The Bank of Japan has more than ${PAGES_MAX} pages for ${series.length} series; expected an end.`,
  );
}

/** `2026-03-17` as `202603`; daily series are asked by months too. */
function monthOf(day: IsoDay): string {
  return day.slice(0, 7).replace('-', '');
}
