import { findCurrency } from '#lib/domain/currencies/currency';
import { forexCloseBefore, isForexOpen } from '#lib/domain/calendars/forex-market';
import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { toSignificantDigits } from '#lib/sources/significant-digits';
import { type LayoutError, type SourceDocument, type Stated, unknownLayout } from '#lib/sources/source';
import { type PageQuote, pageQuotes } from './web-search-entity.ts';
import { PAGE_DIGITS } from './facts.ts';

const EXPECTED = 'expected a quote page of Google Finance (/finance/quote/EUR-USD) as HTML';

/**
 * Reads the page of one pair of Google Finance, in the layout since spring 2026 or the one before: 1 base = `rate`
 * quote. The pair is the one of the page's address, of its canonical link or of the file's name; other pairs on it are
 * not read. Pages put fresh time stamps on Friday's figures at weekends: a stamp while the market is closed is moved
 * to the closing instant before it. Never an empty list.
 */
export function parseQuotePage(document: SourceDocument): Result<Stated<PublishedTick>, LayoutError> {
  const html = new TextDecoder().decode(document.body).trim();
  const flaw = flawOf(html, document.url);
  if (flaw !== null) return unknownLayout(`${flaw}; ${EXPECTED}.`);
  const quotes = [...pageQuotes(html), ...attributeQuotes(html)];
  const ticker = tickerOf(document.url, html, quotes);
  if (!ticker.ok) return ticker;
  const quote = quotes.find((candidate) => candidate.ticker === ticker.value);
  if (quote === undefined) {
    return unknownLayout(`${barrierIn(html) ?? `The page has no quote of ${ticker.value}`}; ${EXPECTED}.`);
  }
  const [base = '', target = ''] = ticker.value.split('-');
  if (findCurrency(base) === null || findCurrency(target) === null) {
    return unknownLayout(`The page is of ${ticker.value}, no pair of currencies that we know; ${EXPECTED}.`);
  }
  const rate = toSignificantDigits(quote.price, PAGE_DIGITS);
  const observedAt = marketInstant(quote.at, document.fetchedAt);
  return ok({ figures: [{ base, quote: target, rate, observedAt }], leftOut: [] });
}

function flawOf(html: string, url: string): string | null {
  if (html === '') return 'The document is empty';
  if (/^https?:[^?]*\/sorry\//.test(url)) return 'The publisher asks whether we are a person (/sorry/)';
  if (!html.startsWith('<')) return 'The document is no HTML page';
  // Pages end with one element or another, and always with a tag.
  return html.endsWith('>') ? null : 'The page is cut short';
}

/** What stands before the page, looked for only when the quote is missing: whole pages may link to the same hosts. */
function barrierIn(html: string): string | null {
  if (/\bconsent\.(?:google|youtube)\.|\bSOCS\b/.test(html)) {
    return "The document is the publisher's consent page (HTML), which is shown to addresses in Europe";
  }
  if (html.includes('/sorry/') || /unusual traffic/i.test(html)) {
    return 'The publisher asks whether we are a person (/sorry/)';
  }
  return null;
}

/** `EUR-USD` in an address or a name. */
const TICKER_FORM = /(?<![A-Z0-9])([A-Z]{3})-([A-Z]{3})(?![A-Z0-9])/;
const CANONICAL_FORM = /<link rel="canonical" href="https:\/\/www\.google\.com\/finance\/([^"]*)"/;

/** The pair that the page is of. A fetched page is of the pair in its address only: an unknown pair leads to the page of all markets. */
function tickerOf(url: string, html: string, quotes: readonly PageQuote[]): Result<string, LayoutError> {
  const tickers = new Set(quotes.map(({ ticker }) => ticker));
  const canonical = CANONICAL_FORM.exec(html)?.[1] ?? '';
  const places = url.startsWith('file:') ? [canonical, url] : [URL.parse(url)?.pathname ?? ''];
  for (const place of places) {
    const [ticker] = TICKER_FORM.exec(place) ?? [];
    if (ticker !== undefined) return ok(ticker);
  }
  const [only] = tickers;
  if (url.startsWith('file:') && tickers.size === 1 && only !== undefined) return ok(only);
  const barrier = barrierIn(html);
  if (barrier !== null) return unknownLayout(`${barrier}; ${EXPECTED}.`);
  return unknownLayout(
    `Neither address nor name says of which pair the page is (it has ${[...tickers].join(', ').slice(0, 120) || 'none'}); ${EXPECTED}.`,
  );
}

/** Null, so that the instant of the fetch counts, where the page has no time and the market is open. */
function marketInstant(at: Date | null, fetchedAt: Date): Date | null {
  const stated = at ?? fetchedAt;
  return isForexOpen(stated) ? at : forexCloseBefore(stated);
}

/**
 * Every currency pair's price in the attributes of a page, figures as written: the layout until spring 2026. The number
 * that people see there is rounded and in the page's language.
 */
function attributeQuotes(html: string): readonly PageQuote[] {
  return pricedTags(html).flatMap((tag) => {
    const price = attribute(tag, 'data-last-price');
    const [source, target] = [attribute(tag, 'data-source'), attribute(tag, 'data-target')];
    if (price === null || source === null || target === null) return [];
    const seconds = attribute(tag, 'data-last-normal-market-timestamp') ?? '';
    const at = /^\d{1,11}$/.test(seconds) ? new Date(Number(seconds) * 1000) : null;
    return [{ ticker: `${source}-${target}`, price, at }];
  });
}

/** By splitting, not by one pattern over the page: a hostile page could make that take for ever. */
function pricedTags(html: string): readonly string[] {
  return html
    .split('<')
    .map((piece) => piece.split('>', 1)[0] ?? '')
    .filter((tag) => tag.includes(' data-last-price="'));
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\s${name}="?([^"\\s>]*)`).exec(tag)?.[1] ?? null;
}
