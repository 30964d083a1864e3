import { ok, type Result } from '#lib/domain/result';
import type { GetOptions, HttpFailure } from '#lib/platform/http-client';
import { documentTicks, type MarketCall, type ReadTicks } from '#lib/sources/document-ticks';
import {
  defineTickSource,
  type Documents,
  type LayoutError,
  type SourceDocument,
  type TickSource,
  unknownLayout,
} from '#lib/sources/source';
import { FACTS, WEB_SEARCH_PAIRS } from './facts.ts';
import { parseQuotePage } from './web-search-page.ts';
import { fetchDocument, pauseCalls } from '#lib/sources/fetch-document';

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
    fetch: (http, signal) => fetchPages({ http, address, isOperatorAddress, signal, read }),
    parse,
    history: null,
  });
}

interface Call extends MarketCall {
  readonly read: ReadTicks;
}

/** A page that could not be had or read, with its pair. */
interface LostPage {
  readonly pair: string;
  readonly error: HttpFailure | LayoutError;
}

/** With fewer pages the poll fails. */
const PAGES_MIN = Math.ceil(WEB_SEARCH_PAIRS.length / 2);

/** One page after another. A lost page does not cost the others, until too many are lost: then no further one is asked. */
async function fetchPages(call: Call): Promise<Documents> {
  const documents: SourceDocument[] = [];
  const lost: LostPage[] = [];
  for (const [index, pair] of WEB_SEARCH_PAIRS.entries()) {
    if (index > 0 && !call.isOperatorAddress) await pauseCalls(PAUSE_MS, call.signal);
    const page = await fetchPage(call, pair);
    if (page.ok) documents.push(page.value);
    else if (page.error.kind === 'aborted') return page;
    else lost.push({ pair, error: page.error });
    if (WEB_SEARCH_PAIRS.length - lost.length < PAGES_MIN) return tooFewPages(lost);
  }
  return ok(documents);
}

function tooFewPages(lost: readonly LostPage[]): Documents {
  const [first] = lost;
  if (first === undefined) throw new Error('Too few pages, and none is lost.');
  const pairs = lost.map(({ pair }) => pair).join(', ');
  const sentence = `${lost.length} of ${WEB_SEARCH_PAIRS.length} pages failed (${pairs}); the first, ${first.pair}: ${first.error.sentence}`;
  return { ok: false, error: { ...first.error, sentence } };
}

async function fetchPage(
  call: Call,
  pair: string,
): Promise<Result<SourceDocument, HttpFailure | LayoutError>> {
  const { http, address, isOperatorAddress, signal, read } = call;
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
  const isAsked = ticks.value.every(({ base, quote }) => `${base}-${quote}` === pair);
  return isAsked ? document : unknownLayout(`The page of ${pair} led to that of another pair.`);
}
