import { ok } from '#lib/domain/result';
import { defineFixingSource, type FixingSource } from '#lib/sources/source';

import { FACTS } from './facts.ts';
import { type BoeRequest, fetchBoeRange } from './boe-fetch.ts';
import { parseBoe, scanBoe } from './boe-parse.ts';
import { BOE_CURRENT_SERIES, BOE_ENDED_SERIES } from './boe-series.ts';
import { type YearDivision, firstAskedDay, yearParts } from '#lib/sources/asked-days';
import { rememberReading } from '#lib/sources/fetch-document';

const BANK_SITE = new URL('https://www.bankofengland.co.uk');
const { firstDay: FIRST_DAY } = FACTS;
const PAUSE_MS = 1000;

/**
 * The Bank of England's daily spot exchange rates against sterling: 1 GBP = `rate` of the quote currency.
 * Page: https://www.bankofengland.co.uk/boeapps/database/Rates.asp?into=GBP
 * `upstream` (UPSTREAM_BOE) replaces scheme and host.
 */
export function createSource(upstream?: URL): FixingSource {
  const site = upstream ?? BANK_SITE;
  const isOperatorAddress = upstream !== undefined;
  const parse: FixingSource['parse'] = rememberReading(({ body }) => parseBoe(body));
  const ask = (request: Pick<BoeRequest, 'http' | 'series' | 'from' | 'to' | 'signal'>) =>
    fetchBoeRange({ site, isOperatorAddress, parse, pauseMs: isOperatorAddress ? 0 : PAUSE_MS, ...request });
  return defineFixingSource({
    ...FACTS,
    upstream: site.origin,
    isOperatorAddress,
    parse,
    scan: ({ body }, take) => scanBoe(body, take),
    fetch: (http, window) =>
      ask({
        http,
        series: BOE_CURRENT_SERIES,
        from: firstAskedDay(window, POLLED),
        to: window.today,
        signal: window.signal,
      }),
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(yearParts(span, YEARS))),
      fetch: (http, { from, to }, signal) =>
        ask({
          http,
          series: [...BOE_CURRENT_SERIES, ...BOE_ENDED_SERIES],
          from,
          to,
          signal,
        }),
      pauseMs: PAUSE_MS,
    },
  });
}

/** The bank revises the last days. */
const POLLED = { revisedDays: 7, daysWithoutStore: 30 };

const YEARS: YearDivision = { firstDay: FIRST_DAY, years: 1, idOf: String };
