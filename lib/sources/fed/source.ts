import { ok } from '#lib/domain/result';
import {
  defineFixingSource,
  type FetchWindow,
  type FixingSource,
  type HistorySpan,
} from '#lib/sources/source';

import { FACTS } from './facts.ts';
import { type FedAddresses, fetchFed } from './fed-fetch.ts';
import { parseFed, readFedDocument, scanFed } from './fed-parse.ts';
import { type YearDivision, firstAskedDay, yearParts } from '#lib/sources/asked-days';
import { rememberReading } from '#lib/sources/fetch-document';

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
    parse: (document) => {
      const table = parseFed(document, read);
      return table.ok ? ok(table.value.fixings) : table;
    },
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
