import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
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
import { type BoeRequest, fetchBoeRange } from './boe-fetch.ts';
import { parseBoe, scanBoe } from './boe-parse.ts';
import { BOE_CURRENT_SERIES, BOE_ENDED_SERIES } from './boe-series.ts';

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
  // `fetch` must parse to know whether the bank answered; the caller's parse of the same document is then free.
  const parsed = new WeakMap<SourceDocument, ReturnType<typeof parseBoe>>();
  const parse: FixingSource['parse'] = (document) => {
    const result = parsed.get(document) ?? parseBoe(document.body);
    parsed.set(document, result);
    return result;
  };
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
        from: firstAskedDay(window),
        to: window.today,
        ...(window.signal && { signal: window.signal }),
      }),
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(yearParts(span))),
      fetch: (http, { from, to }, signal) =>
        ask({
          http,
          series: [...BOE_CURRENT_SERIES, ...BOE_ENDED_SERIES],
          from,
          to,
          ...(signal && { signal }),
        }),
      pauseMs: PAUSE_MS,
    },
  });
}

/** The bank revises the last days. */
const REVISED_DAYS = 7;
const DAYS_WITHOUT_STORE = 30;

function firstAskedDay({ newestStoredOn, today }: FetchWindow): IsoDay {
  if (newestStoredOn === null) return addDays(today, -DAYS_WITHOUT_STORE);
  const revisedFrom = addDays(today, -REVISED_DAYS);
  return newestStoredOn < revisedFrom ? newestStoredOn : revisedFrom;
}

/** The calendar years that a span touches, newest first, each cut to the span and to what the bank has. */
function yearParts(span: HistorySpan): readonly HistoryPart[] {
  const from = span.from < FIRST_DAY ? FIRST_DAY : span.from;
  const parts: HistoryPart[] = [];
  let to = span.to;
  while (to >= from) {
    const year = to.slice(0, 4);
    const newYear = isoDayOf(new Date(`${year}-01-01T00:00:00Z`));
    parts.push({ id: year, from: newYear < from ? from : newYear, to });
    to = addDays(newYear, -1);
  }
  return parts;
}
