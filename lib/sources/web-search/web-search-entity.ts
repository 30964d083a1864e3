import { z } from 'zod';

/** One instrument as a page states it. */
export interface PageQuote {
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
export function pageQuotes(html: string): readonly PageQuote[] {
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
