import { z } from 'zod';
import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from '#lib/sources/source';
import { pairOfSymbol, readWebFinanceJson, webFinanceFigure } from './web-finance-json.ts';

const EXPECTED = 'the newest quotes as spark (v8 or v7) or quote (v7) give them';

/** Later instants are no quote's; Date ends soon after the year 9999 too. */
const epochSecondsSchema = z.int().positive().max(253_402_300_799);

const seriesSchema = z.object({
  timestamp: z.array(epochSecondsSchema).optional(),
  close: z.array(z.number().nullable()).optional(),
});

/** An object keyed by symbol, in any order. */
const sparkV8Schema = z.record(z.string(), seriesSchema.extend({ symbol: z.string() }));

const sparkV7Schema = z.object({
  spark: z.object({
    result: z.array(
      z.object({
        symbol: z.string(),
        response: z.array(
          z.object({
            meta: z.object({ priceHint: z.int().optional() }),
            timestamp: seriesSchema.shape.timestamp,
            indicators: z.object({ quote: z.array(z.object({ close: seriesSchema.shape.close })) }),
          }),
        ),
      }),
    ),
  }),
});

const quoteV7Schema = z.object({
  quoteResponse: z.object({
    result: z.array(
      z.object({
        symbol: z.string(),
        currency: z.string().optional(),
        regularMarketPrice: z.number().optional(),
        regularMarketTime: epochSecondsSchema.optional(),
        priceHint: z.int().optional(),
      }),
    ),
  }),
});

/** The newest price of one symbol; null where the document has none. */
interface SymbolQuote {
  readonly symbol: string;
  /** The currency of the price, where the document says it. */
  readonly currency?: string | undefined;
  readonly priceHint?: number | undefined;
  readonly newest: { readonly price: number; readonly atSeconds: number } | null;
}

/**
 * Reads the newest quote of every pair in a document of Yahoo Finance: 1 base = `rate` quote, the last price that is
 * there at its own time stamp, which for spark is the start of the bar that it ends. Symbols that are no pair of known
 * currencies are left out; never an empty list.
 */
export function parseWebFinanceTicks(body: Uint8Array): Result<readonly PublishedTick[], LayoutError> {
  const json = readWebFinanceJson(body, EXPECTED);
  if (!json.ok) return json;
  const quotes = readQuotes(json.value);
  if (!quotes.ok) return quotes;
  const ticks = quotes.value.flatMap(tickOf);
  if (ticks.length > 0) return ok(ticks);
  const symbols = quotes.value.map(({ symbol }) => symbol).join(', ');
  return unknownLayout(
    `The document has no price of a pair of currencies that we know (${symbols.slice(0, 200) || 'no symbol at all'}); expected ${EXPECTED}.`,
  );
}

function readQuotes(json: unknown): Result<readonly SymbolQuote[], LayoutError> {
  if (isKeyed(json, 'chart')) {
    return unknownLayout(
      `The document is a history (chart) and has no list of quotes; expected ${EXPECTED}.`,
    );
  }
  if (isKeyed(json, 'quoteResponse')) return readQuoteV7(json);
  return isKeyed(json, 'spark') ? readSparkV7(json) : readSparkV8(json);
}

function isKeyed(json: unknown, key: string): boolean {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, key);
}

function readSparkV8(json: unknown): Result<readonly SymbolQuote[], LayoutError> {
  const spark = sparkV8Schema.safeParse(json);
  if (!spark.success) return notYahoos(spark.error);
  const quotes: SymbolQuote[] = [];
  for (const [symbol, series] of Object.entries(spark.data)) {
    if (series.symbol !== symbol) {
      return unknownLayout(`The series under "${symbol}" is of "${series.symbol}"; expected ${EXPECTED}.`);
    }
    const newest = newestOf(symbol, series.timestamp, series.close);
    if (!newest.ok) return newest;
    quotes.push({ symbol, newest: newest.value });
  }
  return ok(quotes);
}

function readSparkV7(json: unknown): Result<readonly SymbolQuote[], LayoutError> {
  const spark = sparkV7Schema.safeParse(json);
  if (!spark.success) return notYahoos(spark.error);
  const quotes: SymbolQuote[] = [];
  for (const { symbol, response } of spark.data.spark.result) {
    const [chart] = response;
    const newest = newestOf(symbol, chart?.timestamp, chart?.indicators.quote[0]?.close);
    if (!newest.ok) return newest;
    quotes.push({ symbol, priceHint: chart?.meta.priceHint, newest: newest.value });
  }
  return ok(quotes);
}

function readQuoteV7(json: unknown): Result<readonly SymbolQuote[], LayoutError> {
  const quotes = quoteV7Schema.safeParse(json);
  if (!quotes.success) return notYahoos(quotes.error);
  return ok(
    quotes.data.quoteResponse.result.map(
      ({ symbol, currency, priceHint, regularMarketPrice: price, regularMarketTime: atSeconds }) => ({
        symbol,
        currency,
        priceHint,
        newest: price === undefined || atSeconds === undefined ? null : { price, atSeconds },
      }),
    ),
  );
}

/** The last price that is not null; the last cell often is. Both lists are absent where nothing was quoted. */
function newestOf(
  symbol: string,
  timestamps: readonly number[] = [],
  closes: readonly (number | null)[] = [],
): Result<SymbolQuote['newest'], LayoutError> {
  if (timestamps.length !== closes.length && timestamps.length > 0) {
    return unknownLayout(
      `${symbol} has ${timestamps.length} time stamps and ${closes.length} prices, expected as many of both.`,
    );
  }
  const last = closes.findLastIndex((close) => close !== null);
  const [price, atSeconds] = [closes[last], timestamps[last]];
  return ok(price === undefined || price === null || atSeconds === undefined ? null : { price, atSeconds });
}

function tickOf({ symbol, currency, priceHint, newest }: SymbolQuote): readonly PublishedTick[] {
  const pair = pairOfSymbol(symbol);
  if (pair === null || newest === null) return [];
  // A price in pence (GBp) or another currency is not the pair's.
  if (currency !== undefined && currency !== pair.quote) return [];
  const observedAt = new Date(newest.atSeconds * 1000);
  return [{ ...pair, rate: webFinanceFigure(newest.price, priceHint), observedAt }];
}

function notYahoos(error: z.ZodError) {
  const place = error.issues[0]?.path.join('/') || 'its top';
  return unknownLayout(`The JSON is not Yahoo Finance's at ${place}; expected ${EXPECTED}.`);
}
