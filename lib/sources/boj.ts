import { BOJ_SCHEDULE, bojFixingInstant } from '#lib/domain/bank-schedules';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { ok } from '#lib/domain/result';
import type { HttpClient } from '#lib/platform/http-client';

import { type BojRequest, fetchBojMonths } from './boj-fetch.ts';
import { parseBoj } from './boj-parse.ts';
import { BOJ_SERIES } from './boj-series.ts';
import {
  defineFixingSource,
  type Documents,
  type FetchWindow,
  type FixingSource,
  type HistoryPart,
  type HistorySpan,
} from './source.ts';

const BANK_SITE = new URL('https://www.stat-search.boj.or.jp');
/** The dollar's first figure in yen; the euro's is of 1999-01-04. */
const FIRST_DAY = isoDayOf(new Date('1998-01-05T00:00:00Z'));
const MINUTE_MS = 60_000;
/** The bank blocks addresses that ask often. */
const PAUSE_MS = 1000;

/**
 * The Bank of Japan's daily rates of the Tokyo market at 17:00: 1 USD = `rate` JPY and 1 EUR = `rate` USD.
 * Page: https://www.stat-search.boj.or.jp/index_en.html
 * `upstream` (UPSTREAM_BOJ) replaces scheme and host.
 */
export function boj(upstream?: URL): FixingSource {
  const site = upstream ?? BANK_SITE;
  const isOperatorAddress = upstream !== undefined;
  const ask: Ask = (request) =>
    fetchBojMonths({ site, isOperatorAddress, pauseMs: isOperatorAddress ? 0 : PAUSE_MS, ...request });
  return defineFixingSource({
    cadence: 'fixing',
    id: 'boj',
    name: 'Bank of Japan',
    page: 'https://www.stat-search.boj.or.jp/index_en.html',
    terms:
      'Free; commercial use is to be checked with the bank, and a public service shows the credit and tells the bank when it goes public.',
    attribution:
      'This service uses the API of the Bank of Japan Time-Series Data Search Site. Its contents are not guaranteed by the Bank of Japan.',
    base: 'USD',
    schedule: BOJ_SCHEDULE,
    expectedPairs: BOJ_SERIES.length,
    firstDay: FIRST_DAY,
    upstream: site.origin,
    isOperatorAddress,
    roundedByUs: null,
    polling: { dueMs: 30 * MINUTE_MS, gapMs: 360 * MINUTE_MS },
    fixingInstant: bojFixingInstant,
    parse: ({ body }) => parseBoj(body),
    fetch: (http, window) => poll(http, window, ask),
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(decadeParts(span))),
      fetch: (http, { from, to }, signal) =>
        ask({ http, from, to, isFigureDue: false, ...(signal && { signal }) }),
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
  return ask({ http, from, to: today, isFigureDue: true, ...(signal && { signal }) });
}

function firstOfMonth(day: IsoDay): IsoDay {
  return isoDayOf(new Date(`${day.slice(0, 7)}-01T00:00:00Z`));
}

/** The decades that a span touches, newest first, each cut to the span and to what the bank has: 7,300 of 60,000 values. */
function decadeParts(span: HistorySpan): readonly HistoryPart[] {
  const from = span.from < FIRST_DAY ? FIRST_DAY : span.from;
  const parts: HistoryPart[] = [];
  let to = span.to;
  while (to >= from) {
    const decade = `${to.slice(0, 3)}0`;
    const start = isoDayOf(new Date(`${decade}-01-01T00:00:00Z`));
    parts.push({ id: `${decade}s`, from: start < from ? from : start, to });
    to = addDays(start, -1);
  }
  return parts;
}
