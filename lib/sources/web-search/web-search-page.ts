import { z } from 'zod';
import { findCurrency } from '#lib/domain/currencies/currency';
import { forexCloseBefore, isForexOpen } from '#lib/domain/calendars/forex-market';
import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { toSignificantDigits } from '#lib/sources/significant-digits';
import { type LayoutError, type SourceDocument, type Stated, unknownLayout } from '#lib/sources/source';
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

/** One instrument as a page states it. */
interface PageQuote {
  /** `EUR-USD`: the price is USD per 1 EUR. */
  readonly ticker: string;
  /** A number with the publisher's float noise; as text where the page has it as text. */
  readonly price: number | string;
  /** Null where the page gives no time. */
  readonly at: Date | null;
}

const BLOCK_START = 'AF_initDataCallback(';
const BLOCK_END = '</script>';
const DATA_START = 'data:';
const DATA_END = ', sideChannel:';

/**
 * Every currency pair's instrument in the script blocks of a page, in the order of the page. Pages bear the
 * instruments of their side columns in the same shape, so a reader must choose by ticker.
 */
function pageQuotes(html: string): readonly PageQuote[] {
  return dataBlocks(html).flatMap(quotesWithin);
}

/** The JSON of every `AF_initDataCallback({key: 'ds:2', hash: '9', data:JSON, sideChannel: {}})`. */
function dataBlocks(html: string): readonly unknown[] {
  const blocks: unknown[] = [];
  let start = html.indexOf(BLOCK_START);
  while (start !== -1) {
    const end = html.indexOf(BLOCK_END, start);
    if (end === -1) break;
    const block = html.slice(start, end);
    const [from, to] = [block.indexOf(DATA_START), block.lastIndexOf(DATA_END)];
    if (from !== -1 && to > from) blocks.push(...jsonOf(block.slice(from + DATA_START.length, to)));
    start = html.indexOf(BLOCK_START, end);
  }
  return blocks;
}

/** A block that is no JSON is no instrument's: blocks of failed parts of a page have another end. */
function jsonOf(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}

/** Without recursion, because a page's depth is its publisher's. */
function quotesWithin(block: unknown): readonly PageQuote[] {
  const quotes: PageQuote[] = [];
  const pending: unknown[] = [block];
  while (pending.length > 0) {
    const value = pending.pop();
    if (!Array.isArray(value)) continue;
    const quote = quoteOf(value);
    if (quote !== null) quotes.push(quote);
    // Backwards, so that the first element is looked at next.
    for (let index = value.length - 1; index >= 0; index -= 1) pending.push(value[index]);
  }
  return quotes;
}

/** Of positions in an instrument: its kind, its price, its time, its two codes and its ticker. Position 7, a price too, is the close of the day before. */
const POSITIONS = { kind: 3, prices: 5, times: 11, codes: 15, ticker: 21 } as const;

/** The publisher's number for an instrument that is a currency pair. */
const CURRENCY_PAIR = 3;

const instrumentSchema = z.object({
  kind: z.literal(CURRENCY_PAIR),
  prices: z.tuple([z.number()], z.unknown()),
  times: z.tuple([z.int().positive().max(253_402_300_799)], z.unknown()).nullable(),
  codes: z.tuple([z.string(), z.string()], z.unknown()),
  ticker: z.string(),
});

function quoteOf(array: readonly unknown[]): PageQuote | null {
  if (array.length <= POSITIONS.ticker || array[POSITIONS.kind] !== CURRENCY_PAIR) return null;
  const instrument = instrumentSchema.safeParse({
    kind: array[POSITIONS.kind],
    prices: array[POSITIONS.prices],
    times: array[POSITIONS.times] ?? null,
    codes: array[POSITIONS.codes],
    ticker: array[POSITIONS.ticker],
  });
  if (!instrument.success) return null;
  const { ticker, codes, prices, times } = instrument.data;
  if (ticker !== `${codes[0]}-${codes[1]}`) return null;
  return { ticker, price: prices[0], at: times === null ? null : new Date(times[0] * 1000) };
}
