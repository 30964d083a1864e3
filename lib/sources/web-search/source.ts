import type { Result } from '#lib/domain/result';
import type { GetOptions, HttpFailure } from '#lib/platform/http-client';
import { documentTicks, fetchInParts, type MarketCall, type ReadTicks } from '#lib/sources/document-ticks';
import {
  defineTickSource,
  type LayoutError,
  type SourceDocument,
  type TickSource,
  unknownLayout,
} from '#lib/sources/source';
import { FACTS, WEB_SEARCH_PAIRS } from './facts.ts';
import { parseQuotePage } from './web-search-page.ts';
import { fetchDocument } from '#lib/sources/fetch-document';

const SITE = new URL('https://www.google.com');
/** Between two pages of a poll: a burst of pages gets an address blocked for about an hour. */
const PAUSE_MS = 3000;
/** A browser's, in English: other clients get other pages. The cookies say that the question of consent was answered. */
const HEADERS = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'accept-language': 'en',
  cookie: 'SOCS=CAI; CONSENT=YES+',
};

/**
 * Quotes on the pages of Google Finance: 1 base = `rate` quote, one page a pair, read from the page's scripts. Its terms
 * forbid automated queries, so it is not asked unless the operator names it. It has no history worth reading.
 * Page: https://www.google.com/finance/markets/currencies
 * `upstream` (UPSTREAM_WEB_SEARCH) replaces scheme and host.
 */
export function createSource(upstream?: URL): TickSource {
  const address = upstream ?? SITE;
  const isOperatorAddress = upstream !== undefined;
  const { read, parse } = documentTicks(parseQuotePage);
  return defineTickSource({
    ...FACTS,
    upstream: address.origin,
    isOperatorAddress,
    fetch: (http, signal) => {
      const call = { http, address, isOperatorAddress, signal };
      const division = { size: 1, read, pauseMs: isOperatorAddress ? 0 : PAUSE_MS, signal };
      return fetchInParts(WEB_SEARCH_PAIRS, division, ([pair = '']) => fetchPage(call, pair, read));
    },
    parse,
    history: null,
  });
}

async function fetchPage(
  { http, address, isOperatorAddress, signal }: MarketCall,
  pair: string,
  read: ReadTicks,
): Promise<Result<SourceDocument, HttpFailure | LayoutError>> {
  const options: GetOptions = {
    signal,
    // Not the consent page's host: a redirect there is a failure that names it.
    hosts: [address.host],
    isOperatorAddress,
    contentTypes: ['text/html'],
    headers: HEADERS,
    isBulk: false,
  };
  const document = await fetchDocument(http, new URL(`/finance/quote/${pair}?hl=en`, address), options);
  if (!document.ok) return document;
  const ticks = read(document.value);
  if (!ticks.ok) return ticks;
  const isAsked = ticks.value.figures.every(({ base, quote }) => `${base}-${quote}` === pair);
  return isAsked ? document : unknownLayout(`The page of ${pair} led to that of another pair.`);
}
