import type { Result } from '#lib/domain/result';
import type { GetOptions, HttpFailure } from '#lib/platform/http-client';
import { documentTicks, fetchInParts, type MarketCall } from '#lib/sources/document-ticks';
import { defineTickSource, type SourceDocument, type TickSource } from '#lib/sources/source';
import { CHARTING_PLATFORM_PAIRS, FACTS } from './facts.ts';
import { parseScan, SCAN_COLUMNS } from './charting-platform-scan.ts';
import { explainStatus, fetchDocument } from '#lib/sources/fetch-document';

const SCANNER = new URL('https://scanner.tradingview.com');
/** Longer answers may be cut without a mark. */
const TICKERS_A_CALL = 100;
/** The names of programs are refused. */
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/**
 * Quotes of TradingView's scanner, which is not documented: 1 base = `rate` quote, prices of ICE (prefix FX_IDC)
 * without a time of their own. Its terms forbid automated collection, so it is not asked unless the operator names it.
 * It has no history. Page: https://www.tradingview.com/markets/currencies/
 * `upstream` (UPSTREAM_CHARTING_PLATFORM) replaces scheme and host.
 */
export function createSource(upstream?: URL): TickSource {
  const address = upstream ?? SCANNER;
  const isOperatorAddress = upstream !== undefined;
  const { read, parse } = documentTicks(parseScan);
  return defineTickSource({
    ...FACTS,
    upstream: address.origin,
    isOperatorAddress,
    fetch: (http, signal) => {
      const call = { http, address, isOperatorAddress, signal };
      return fetchInParts(CHARTING_PLATFORM_PAIRS, { size: TICKERS_A_CALL, read, signal }, (part) =>
        ask(call, part),
      );
    },
    parse,
    history: null,
  });
}

async function ask(call: MarketCall, pairs: readonly string[]): Promise<Result<SourceDocument, HttpFailure>> {
  const { http, address, isOperatorAddress, signal } = call;
  const tickers = pairs.map((pair) => `FX_IDC:${pair}`);
  const options: GetOptions = {
    signal,
    hosts: [address.host],
    isOperatorAddress,
    contentTypes: ['application/json', 'text/json', 'text/plain'],
    headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json' },
    postBody: JSON.stringify({ symbols: { tickers, query: { types: [] } }, columns: SCAN_COLUMNS }),
    isBulk: false,
  };
  const document = await fetchDocument(http, new URL('/forex/scan', address), options);
  return document.ok ? document : { ok: false, error: explainStatus(document.error, STATUS_MEANINGS) };
}

const STATUS_MEANINGS: ReadonlyMap<number, string> = new Map([
  [400, `It refuses the call: it may not know the field ${SCAN_COLUMNS.join()} any more.`],
  [403, 'It refuses this address, as it does many of data centres.'],
  [429, 'It wants to be asked less often.'],
]);
