import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { ok } from '#lib/domain/result';
import type { HttpClient } from '#lib/platform/http-client';
import { defineFixingSource, type Documents, type FetchWindow, type FixingSource } from '#lib/sources/source';

import { FACTS } from './facts.ts';
import { type BojRequest, fetchBojMonths } from './boj-fetch.ts';
import { parseBoj } from './boj-parse.ts';
import { type YearDivision, yearParts } from '#lib/sources/asked-days';

const BANK_SITE = new URL('https://www.stat-search.boj.or.jp');
const { firstDay: FIRST_DAY } = FACTS;
/** The bank blocks addresses that ask often. */
const PAUSE_MS = 1000;

/**
 * The Bank of Japan's daily rates of the Tokyo market at 17:00: 1 USD = `rate` JPY and 1 EUR = `rate` USD.
 * Page: https://www.stat-search.boj.or.jp/index_en.html
 * `upstream` (UPSTREAM_BOJ) replaces scheme and host.
 */
export function createSource(upstream?: URL): FixingSource {
  const site = upstream ?? BANK_SITE;
  const isOperatorAddress = upstream !== undefined;
  const ask: Ask = (request) =>
    fetchBojMonths({ site, isOperatorAddress, pauseMs: isOperatorAddress ? 0 : PAUSE_MS, ...request });
  return defineFixingSource({
    ...FACTS,
    upstream: site.origin,
    isOperatorAddress,
    parse: ({ body }) => parseBoj(body),
    fetch: (http, window) => poll(http, window, ask),
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(yearParts(span, DECADES))),
      fetch: (http, { from, to }, signal) => ask({ http, from, to, isFigureDue: false, signal }),
      pauseMs: PAUSE_MS,
    },
  });
}

type Ask = (
  request: Pick<BojRequest, 'http' | 'from' | 'to' | 'isFigureDue' | 'signal'>,
) => Promise<Documents>;

/** The previous month and this one, from the newest stored month on when that is older. */
function poll(http: HttpClient, window: FetchWindow, ask: Ask): Promise<Documents> {
  const { newestStoredOn, today, signal } = window;
  const previousMonth = addDays(firstOfMonth(today), -1);
  const isBehind = newestStoredOn !== null && newestStoredOn < previousMonth;
  const from = isBehind ? newestStoredOn : previousMonth;
  return ask({ http, from, to: today, isFigureDue: true, signal });
}

function firstOfMonth(day: IsoDay): IsoDay {
  return isoDayOf(new Date(`${day.slice(0, 7)}-01T00:00:00Z`));
}

/** 7,300 of the 60,000 values that an answer may have. */
const DECADES: YearDivision = { firstDay: FIRST_DAY, years: 10, idOf: (year) => `${year}s` };
