import { addDays, type IsoDay } from '#lib/domain/iso-day';
import { zonedInstant } from '#lib/domain/calendars/publication-calendar';
import { ok, type Result } from '#lib/domain/result';
import type { GetOptions, HttpFailure } from '#lib/platform/http-client';
import { documentTicks, fetchInParts, type MarketCall } from '#lib/sources/document-ticks';
import {
  defineTickSource,
  type Documents,
  type HistoryPart,
  type SourceDocument,
  type TickHistory,
  type TickSource,
  unknownLayout,
} from '#lib/sources/source';
import { readWebFinanceBars } from './web-finance-bars.ts';
import { FACTS, WEB_FINANCE_PAIRS } from './facts.ts';
import { parseWebFinanceTicks } from './web-finance-ticks.ts';
import { explainStatus, fetchDocument } from '#lib/sources/fetch-document';

const QUERY_HOST = new URL('https://query1.finance.yahoo.com');
/** Longer lists are refused. */
const SYMBOLS_A_CALL = 20;
/**
 * Of the bars whose last prices are the quotes. A bar is stamped with its start and often has no price until its end:
 * with the 15 minutes of the publisher's own pages a figure would be late before the next one came.
 */
const BAR = '5m';
/** Majors begin in 1996 at the earliest; EURUSD=X begins on 2003-12-01. */
const FIRST_DAY = '1996-01-01';
/** The zone of the publisher's days for currencies. */
const LONDON = 'Europe/London';
/** The names of programs get 429 from their first call on; this one is served. */
const USER_AGENT = 'Mozilla/5.0';

/**
 * Quotes of Yahoo Finance, an interface without documentation or promise: 1 base = `rate` quote, newest prices from
 * spark and daily bars from chart, both without cookie or crumb. Its terms forbid automated access, so it is not asked
 * unless the operator names it. Page: https://finance.yahoo.com/markets/currencies/
 * `upstream` (UPSTREAM_WEB_FINANCE) replaces scheme and host.
 */
export function createSource(upstream?: URL): TickSource {
  const address = upstream ?? QUERY_HOST;
  const isOperatorAddress = upstream !== undefined;
  const { read, parse } = documentTicks(({ body }) => parseWebFinanceTicks(body));
  return defineTickSource({
    ...FACTS,
    upstream: address.origin,
    isOperatorAddress,
    fetch: (http, signal) => {
      const call = { http, address, isOperatorAddress, signal };
      return fetchInParts(WEB_FINANCE_PAIRS, { size: SYMBOLS_A_CALL, read, signal }, (part) =>
        askSpark(call, part),
      );
    },
    parse,
    history: {
      firstDay: FIRST_DAY,
      parts: (_http, span) => Promise.resolve(ok(WEB_FINANCE_PAIRS.map((pair) => ({ id: pair, ...span })))),
      fetch: (http, part, signal) => fetchChart({ http, address, isOperatorAddress, signal }, part),
      parse: parseBars,
      // A few calls a minute are borne.
      pauseMs: 5000,
    },
  });
}

function askSpark(call: MarketCall, pairs: readonly string[]) {
  const symbols = pairs.map(symbolOf).join(',');
  return ask(call, `/v8/finance/spark?symbols=${symbols}&range=1d&interval=${BAR}`, false);
}

async function fetchChart(call: MarketCall, { id, from, to }: HistoryPart): Promise<Documents> {
  const period = `period1=${londonMidnight(from)}&period2=${londonMidnight(addDays(to, 1))}`;
  const document = await ask(call, `/v8/finance/chart/${symbolOf(id)}?${period}&interval=1d`, true);
  if (!document.ok) return document;
  const bars = readWebFinanceBars(document.value);
  if (!bars.ok) return bars;
  return ok(bars.value.figures.length === 0 ? [] : [document.value]);
}

const parseBars: TickHistory['parse'] = (document) => {
  const bars = readWebFinanceBars(document);
  if (!bars.ok || bars.value.figures.length > 0) return bars;
  return unknownLayout('The history has no finished day with a price; expected at least one.');
};

function symbolOf(pair: string): string {
  return encodeURIComponent(`${pair}=X`);
}

/** In seconds, as the publisher counts. */
function londonMidnight(day: IsoDay): number {
  return zonedInstant(day, '00:00', LONDON).getTime() / 1000;
}

async function ask(
  call: MarketCall,
  path: string,
  isBulk: boolean,
): Promise<Result<SourceDocument, HttpFailure>> {
  const { http, address, isOperatorAddress, signal } = call;
  const options: GetOptions = {
    signal,
    hosts: [address.host],
    isOperatorAddress,
    contentTypes: ['application/json', 'text/json', 'text/plain'],
    headers: { 'user-agent': USER_AGENT },
    isBulk,
  };
  const document = await fetchDocument(http, new URL(path, address), options);
  return document.ok ? document : { ok: false, error: explain(document.error) };
}

const STATUS_MEANINGS: ReadonlyMap<number, string> = new Map([
  [401, 'It wants a cookie and a crumb for this call.'],
  [403, 'It refuses this address.'],
  [404, 'It may not know a symbol any more.'],
  [429, 'It wants to be asked less often, or refuses this client.'],
]);

function explain(failure: HttpFailure): HttpFailure {
  if (failure.kind === 'content_type' && failure.contentType.startsWith('text/html')) {
    return { ...failure, sentence: `${failure.sentence} It is a consent page or a page of a firewall.` };
  }
  return explainStatus(failure, STATUS_MEANINGS);
}
