import { addDays, isoDayOf } from '#lib/domain/iso-day';
import { ok } from '#lib/domain/result';
import {
  defineFixingSource,
  type FetchWindow,
  type FixingSource,
  type HistoryPart,
  type HistorySpan,
  type SourceDocument,
} from '#lib/sources/source';

import { FACTS } from './facts.ts';
import { type FedAddresses, fetchFed } from './fed-fetch.ts';
import { parseFed, readFedDocument, scanFed } from './fed-parse.ts';

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
  // `fetch` must read to know whether it needs the second choice; the caller's parse of the same document is then free.
  const known = new WeakMap<SourceDocument, ReturnType<typeof readFedDocument>>();
  const read: typeof readFedDocument = (document) => {
    const table = known.get(document) ?? readFedDocument(document);
    known.set(document, table);
    return table;
  };
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
      parts: (_http, span) => Promise.resolve(ok(historyParts(span))),
      fetch: (http, part, signal) => fetchFed({ http, addresses, read, signal }, part),
      pauseMs: 1000,
    },
  });
}

/** Past figures are revised now and then, so that the last ones are asked for again. */
const REVISED_DAYS = 30;
const FIRST_POLL_DAYS = 60;

function pollSpan({ newestStoredOn, today }: FetchWindow): HistorySpan {
  if (newestStoredOn === null) return { from: addDays(today, -FIRST_POLL_DAYS), to: today };
  const from = addDays(today, -REVISED_DAYS);
  return { from: newestStoredOn < from ? newestStoredOn : from, to: today };
}

/** Five years of every series are 1,300 rows and 0.2 MB. */
const PART_YEARS = 5;

/** Spans of five calendar years (`2020-2024`), newest first, cut to what is asked for and to what there is. */
function historyParts({ from, to }: HistorySpan): readonly HistoryPart[] {
  const parts: HistoryPart[] = [];
  const start = from < FIRST_DAY ? FIRST_DAY : from;
  for (
    let year = Number(start.slice(0, 4)) - (Number(start.slice(0, 4)) % PART_YEARS);
    ;
    year += PART_YEARS
  ) {
    const first = isoDayOf(new Date(Date.UTC(year, 0, 1)));
    if (first > to || start > to) return parts;
    const last = isoDayOf(new Date(Date.UTC(year + PART_YEARS - 1, 11, 31)));
    parts.unshift({
      id: `${year}-${year + PART_YEARS - 1}`,
      from: first < start ? start : first,
      to: last > to ? to : last,
    });
  }
}
