import { z } from 'zod';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { PublishedBar } from '#lib/domain/rates/observation';
import { zonedInstant } from '#lib/domain/calendars/publication-calendar';
import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, type SourceDocument, type Stated, unknownLayout } from '#lib/sources/source';
import { pairOfSymbol, readWebFinanceJson, type SymbolPair, webFinanceFigure } from './web-finance-json.ts';

const EXPECTED = 'the daily history of one pair as chart (v8) gives it with interval=1d';

const epochSecondsSchema = z.int().positive().max(253_402_300_799);
/** What is no number is handed to the validation as it is. */
const pricesSchema = z.array(z.unknown()).optional();

const chartSchema = z.object({
  chart: z.object({
    result: z.tuple([
      z.object({
        meta: z.object({
          symbol: z.string(),
          currency: z.string(),
          instrumentType: z.string(),
          // The two zones of currencies and of crypto assets; both are never behind UTC.
          exchangeTimezoneName: z.enum(['Europe/London', 'UTC']),
          priceHint: z.int().optional(),
          regularMarketTime: epochSecondsSchema.optional(),
          dataGranularity: z.literal('1d'),
        }),
        timestamp: z.array(epochSecondsSchema).optional(),
        indicators: z.object({
          quote: z.tuple([z.object({ close: pricesSchema, low: pricesSchema, high: pricesSchema })]),
        }),
      }),
    ]),
  }),
});

/** Any chart, daily or not. */
const anyChartSchema = z.object({ chart: z.looseObject({}) });

type Chart = z.infer<typeof chartSchema>['chart']['result'][0];

/**
 * Reads the finished days of a chart of Yahoo Finance: 1 base = `rate` quote, dated by the day in the publisher's own
 * zone (a bar that starts on 24 September 2026 at 23:00 UTC is of the 25th in London). A day without a price is left
 * out, and so is a day that was not over when the document was fetched; the list may be empty.
 */
export function readWebFinanceBars(document: SourceDocument): Result<Stated<PublishedBar>, LayoutError> {
  const json = readWebFinanceJson(document.body, EXPECTED);
  if (!json.ok) return json;
  if (!anyChartSchema.safeParse(json.value).success) {
    return unknownLayout(
      `The JSON is no chart; quotes (spark, quote) are of one instant and give no day; expected ${EXPECTED}.`,
    );
  }
  const read = chartSchema.safeParse(json.value);
  if (!read.success) {
    const place = read.error.issues[0]?.path.join('/') || 'its top';
    return unknownLayout(`The JSON is not a daily chart of Yahoo Finance at ${place}; expected ${EXPECTED}.`);
  }
  const [chart] = read.data.chart.result;
  const pair = pairOfSymbol(chart.meta.symbol);
  if (pair === null || pair.quote !== chart.meta.currency) {
    const found = `${chart.meta.symbol} in ${chart.meta.currency}`;
    return unknownLayout(
      `The history is of ${found}, no pair of currencies that we know; expected ${EXPECTED}.`,
    );
  }
  return barsOf(chart, pair, document.fetchedAt);
}

function barsOf(chart: Chart, pair: SymbolPair, fetchedAt: Date): Result<Stated<PublishedBar>, LayoutError> {
  const { timestamp: timestamps = [], meta } = chart;
  const [{ close = [], low, high }] = chart.indicators.quote;
  if (close.length !== timestamps.length) {
    return unknownLayout(
      `${meta.symbol} has ${timestamps.length} days and a list of ${close.length} prices, expected as many.`,
    );
  }
  const figureOf = (price: unknown) => {
    if (price === null || price === undefined) return null;
    return typeof price === 'number' ? webFinanceFigure(price, meta.priceHint) : String(price);
  };
  // A list of another length does not say which day a price is of, and the close stands in for a low or high.
  const [lows, highs] = [low, high].map((prices) => (prices?.length === close.length ? prices : []));
  // The running day may come twice, as a bar and as its last trade: of two rows of a day the later one counts.
  const barByDay = new Map<IsoDay, PublishedBar>();
  for (const [index, seconds] of timestamps.entries()) {
    const day = localDayOf(new Date(seconds * 1000), meta.exchangeTimezoneName);
    const rate = figureOf(close[index]);
    if (rate === null || !isOver(day, meta, fetchedAt)) continue;
    const [lowest, highest] = [figureOf(lows?.[index]), figureOf(highs?.[index])];
    barByDay.set(day, { ...pair, rate, low: lowest, high: highest, day, observedAt: lastPriceAt(day, meta) });
  }
  return ok({ figures: [...barByDay.values()], leftOut: [] });
}

/**
 * Whether a day's last price is its closing one: the day was over when the document was fetched, and the market's newest price
 * in it is of the day's last hours or later. A copy that stands still still bears the price of some hour as that day's.
 */
function isOver(day: IsoDay, meta: Chart['meta'], fetchedAt: Date): boolean {
  const end = zonedInstant(addDays(day, 1), '00:00', meta.exchangeTimezoneName);
  const newestAtMs = 1000 * (meta.regularMarketTime ?? Infinity);
  return end <= fetchedAt && newestAtMs >= end.getTime() - LAST_HOURS_MS;
}

/** On a Friday currencies trade until 22:00 in London. */
const LAST_HOURS_MS = 3 * 3_600_000;

/** The calendar day in a zone that is never behind UTC. */
function localDayOf(instant: Date, timeZone: string): IsoDay {
  const next = addDays(isoDayOf(instant), 1);
  return zonedInstant(next, '00:00', timeZone) <= instant ? next : isoDayOf(instant);
}

/** A currency's bar closes at 23:00 London time; another asset's with its day, whose last millisecond still bears its date. */
function lastPriceAt(day: IsoDay, meta: Chart['meta']): Date {
  if (meta.instrumentType === 'CURRENCY') return zonedInstant(day, '23:00', meta.exchangeTimezoneName);
  return new Date(zonedInstant(day, '00:00', meta.exchangeTimezoneName).getTime() + DAY_MS - 1);
}
