import { z } from 'zod';
import type { PublishedTick } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, type LeftOut, type Stated, unknownLayout, unreadable } from '#lib/sources/source';
import { pairOfSymbol, readWebFinanceJson, webFinanceFigure } from './web-finance-json.ts';

const EXPECTED = 'the newest quotes as spark (v8 or v7) or quote (v7) give them';

/** Later instants are no quote's; Date ends soon after the year 9999 too. */
const epochSecondsSchema = z.int().positive().max(253_402_300_799);

const seriesSchema = z.object({
  symbol: z.string(),
  timestamp: z.array(epochSecondsSchema).default([]),
  close: z.array(z.number().nullable()).default([]),
  priceHint: z.int().optional(),
  /** The currency of the price, where the document says it. */
  currency: z.string().optional(),
});
type Series = z.infer<typeof seriesSchema>;

/** The older spark's form of the same. */
const sparkV7Schema = z
  .object({
    symbol: z.string(),
    response: z.array(
      z.object({
        meta: z.object({ priceHint: z.int().optional() }),
        timestamp: seriesSchema.shape.timestamp,
        indicators: z.object({ quote: z.array(z.object({ close: seriesSchema.shape.close })) }),
      }),
    ),
  })
  .transform(({ symbol, response: [chart] }): Series => ({
    symbol,
    timestamp: chart?.timestamp ?? [],
    close: chart?.indicators.quote[0]?.close ?? [],
    priceHint: chart?.meta.priceHint,
  }));

/** One price instead of a series. */
const quoteV7Schema = z
  .object({
    symbol: z.string(),
    currency: z.string().optional(),
    regularMarketPrice: z.number().optional(),
    regularMarketTime: epochSecondsSchema.optional(),
    priceHint: z.int().optional(),
  })
  .transform(({ regularMarketPrice: price, regularMarketTime: seconds, ...quote }): Series => {
    const isQuoted = price !== undefined && seconds !== undefined;
    return { ...quote, timestamp: isQuoted ? [seconds] : [], close: isQuoted ? [price] : [] };
  });

/** One symbol of a document, before anything but its name is read. */
interface Entry {
  readonly symbol: string;
  readonly value: unknown;
}

const listSchema = z.object({ result: z.array(z.looseObject({ symbol: z.string() })) });

/** The entries of a document in any of the three layouts, and what each must be. */
function entriesOf(
  json: unknown,
): Result<{ entries: readonly Entry[]; schema: z.ZodType<Series> }, LayoutError> {
  const document = z.record(z.string(), z.unknown()).safeParse(json);
  if (!document.success) return notYahoos(document.error);
  if ('chart' in document.data) {
    return unknownLayout(
      `The document is a history (chart) and has no list of quotes; expected ${EXPECTED}.`,
    );
  }
  const schema = 'quoteResponse' in document.data ? quoteV7Schema : sparkV7Schema;
  const envelope = document.data['quoteResponse'] ?? document.data['spark'];
  if (envelope === undefined) {
    const entries = Object.entries(document.data).map(([symbol, value]) => ({ symbol, value }));
    return ok({ entries, schema: seriesSchema });
  }
  const list = listSchema.safeParse(envelope);
  if (!list.success) return notYahoos(list.error);
  return ok({ entries: list.data.result.map((value) => ({ symbol: value.symbol, value })), schema });
}

/**
 * Reads the newest quote of every pair in a document of Yahoo Finance: 1 base = `rate` quote, the last price that is
 * there at its own time stamp, which for spark is the start of the bar that it ends. Symbols that are no pair of known
 * currencies are left out; never an empty list.
 */
export function parseWebFinanceTicks(body: Uint8Array): Result<Stated<PublishedTick>, LayoutError> {
  const json = readWebFinanceJson(body, EXPECTED);
  if (!json.ok) return json;
  const read = entriesOf(json.value);
  if (!read.ok) return read;
  const { entries, schema } = read.value;
  const figures: PublishedTick[] = [];
  const leftOut: LeftOut[] = [];
  for (const { symbol, value } of entries) {
    const pair = pairOfSymbol(symbol);
    if (pair === null) continue;
    const series = schema.safeParse(value);
    const flaw = series.success ? flawOf(series.data, symbol, pair.quote) : notAt(series.error);
    if (flaw !== null || !series.success) leftOut.push(unreadable(`${pair.base}/${pair.quote}`, flaw ?? ''));
    else figures.push(...newestOf(series.data).map((newest) => ({ ...pair, ...newest })));
  }
  if (figures.length > 0) return ok({ figures, leftOut });
  const symbols = entries.map(({ symbol }) => symbol).join(', ');
  const [first] = leftOut;
  const found = first ? `${first.series}: ${first.reason}` : symbols.slice(0, 200) || 'no symbol at all';
  return unknownLayout(
    `The document has no price of a pair of currencies that we know (${found}); expected ${EXPECTED}.`,
  );
}

/** Why a series is not the symbol's, or its figures have no certain time; null for a sound one. */
function flawOf(series: Series, symbol: string, quote: string): string | null {
  if (series.symbol !== symbol) return `the series under "${symbol}" is of "${series.symbol}"`;
  // A price in pence (GBp) or another currency is not the pair's.
  if (series.currency !== undefined && series.currency !== quote) return `in ${series.currency}`;
  const [times, prices] = [series.timestamp.length, series.close.length];
  return times === prices || times === 0 ? null : `${times} time stamps and ${prices} prices`;
}

/** The last price that is not null, if there is one; the last cell often is. Both lists are absent where nothing was quoted. */
function newestOf({
  timestamp,
  close,
  priceHint,
}: Series): readonly Pick<PublishedTick, 'rate' | 'observedAt'>[] {
  const last = close.findLastIndex((price) => price !== null);
  const [price, seconds] = [close[last] ?? null, timestamp[last]];
  if (price === null || seconds === undefined) return [];
  return [{ rate: webFinanceFigure(price, priceHint), observedAt: new Date(seconds * 1000) }];
}

function notYahoos(error: z.ZodError) {
  return unknownLayout(`The JSON is ${notAt(error)}; expected ${EXPECTED}.`);
}

function notAt(error: z.ZodError): string {
  return `not Yahoo Finance's at ${error.issues[0]?.path.join('/') || 'its top'}`;
}
