import { z } from 'zod';
import { findCurrency } from '#lib/domain/currencies/currency';
import type { FigureLens } from '#lib/testing/simulated-upstreams/faults/figure-lens';
import { inJson, plainDigits, trimZeros } from '#lib/testing/simulated-upstreams/rates/print-figure';
import {
  type Answer,
  type Ask,
  jsonAnswer,
  pageAnswer,
  type Publisher,
  type SimulatedPair,
} from '#lib/testing/simulated-upstreams/publisher';
import type { SimulatedRates } from '#lib/testing/simulated-upstreams/rates/rates';
import {
  readTradingViewSymbol,
  sweptSymbols,
  type TradingViewSymbol,
} from '#lib/testing/simulated-upstreams/publishers/tradingview-symbols';
import { DAY_MS } from '#lib/domain/durations';

/** A pair that it has, so that what it says can be compared with the truth. */
export const SIMULATED_PAIR: SimulatedPair = ['USD', 'ZMW'];

/** Half of the distance between bid and ask. */
const HALF_SPREAD = 0.0001;
const SIGNIFICANT_DIGITS = 7;
const SCAN_PATHS = ['/forex/scan', '/global/scan', '/crypto/scan', '/cfd/scan'];

const scanSchema = z.object({
  symbols: z.object({ tickers: z.array(z.string()).default([]) }).optional(),
  columns: z.array(z.string()),
  filter: z.array(z.object({ left: z.string(), operation: z.string(), right: z.unknown() })).default([]),
  range: z.tuple([z.number(), z.number()]).optional(),
});

/** What a column shows of a symbol; null where the platform has nothing. */
type Column = (symbol: TradingViewSymbol, prices: Prices) => unknown;

interface Prices {
  readonly close: number;
  readonly dayAgo: number;
  readonly show: (rate: number, isHeadline?: boolean) => number | string;
}

const COLUMNS: Readonly<Record<string, Column>> = {
  name: ({ pair }) => pair,
  description: ({ base, quote }) => `${nameOf(base)} / ${nameOf(quote)}`,
  type: () => 'forex',
  exchange: ({ provider }) => provider,
  close: (_symbol, { close, show }) => show(close, true),
  open: (_symbol, { dayAgo, show }) => show(dayAgo),
  high: (_symbol, { close, dayAgo, show }) => show(Math.max(close, dayAgo)),
  low: (_symbol, { close, dayAgo, show }) => show(Math.min(close, dayAgo)),
  // Rare pairs have no two-sided quote.
  bid: ({ isRare }, { close, show }) => (isRare ? null : show(close * (1 - HALF_SPREAD))),
  ask: ({ isRare }, { close, show }) => (isRare ? null : show(close * (1 + HALF_SPREAD))),
  volume: () => null,
  change: (_symbol, { close, dayAgo }) => (close / dayAgo - 1) * 100,
  change_abs: (_symbol, { close, dayAgo }) => close - dayAgo,
  currency_code: ({ quote }) => quote,
  base_currency: ({ base }) => base,
  update_mode: ({ isRare }) => (isRare ? 'delayed_streaming_900' : 'streaming'),
  pricescale: () => 100_000,
  minmov: () => 1,
  minmove2: () => 10,
  fractional: () => 'false',
  sector: ({ isRare }) => (isRare ? 'Exotic' : 'Major'),
  country: () => '',
  current_session: () => 'market',
};

/** A charting platform: TradingView's scanner over every currency against every other. */
export function simulate(rates: SimulatedRates): Publisher {
  return {
    source: 'charting-platform',
    universes: [],
    whenEmpty: 'no figures',
    answer: (ask, lens) => {
      if (SCAN_PATHS.includes(ask.path)) return answerScan(rates, ask, lens);
      return ask.path === '/symbol' ? answerSymbol(rates, ask, lens) : pageAnswer('404', 404);
    },
  };
}

/** `d` is positional; symbols that are unknown are left out and the order is the platform's own. */
function answerScan(rates: SimulatedRates, ask: Ask, lens: FigureLens): Answer {
  if (ask.method !== 'POST') return pageAnswer('405 Method Not Allowed', 405);
  const wish = readWish(ask.body);
  if (wish === null) return refusal('Cannot parse the request');
  const unknown = wish.columns.find((column) => !Object.hasOwn(COLUMNS, column));
  if (unknown !== undefined) return refusal(`Unknown field "${unknown}"`);
  const tickers = wish.symbols?.tickers ?? [];
  const isSwept = tickers.length === 0;
  const wanted = isSwept
    ? sweptSymbols(providerOf(wish))
    : tickers.flatMap((text) => readTradingViewSymbol(text) ?? []);
  const order = ({ pair }: TradingViewSymbol): number => rates.noise.unit(`order ${pair}`, 0);
  const isShown = lens.among(wanted.map(({ symbol }) => symbol));
  const found = wanted
    .filter(({ symbol }) => isShown(symbol))
    .toSorted((one, other) => (isSwept ? (one.pair < other.pair ? -1 : 1) : order(one) - order(other)));
  const [from, to] = wish.range ?? [0, found.length];
  const read = cellReader(rates, lens, wish.columns);
  const listed = found.slice(from, to).flatMap((symbol) => {
    const cells = read(symbol);
    return cells === null ? [] : [{ s: symbol.symbol, d: cells }];
  });
  return jsonAnswer({ totalCount: isSwept ? found.length : listed.length, data: listed });
}

/** One symbol as a flat object. */
function answerSymbol(rates: SimulatedRates, { query }: Ask, lens: FigureLens): Answer {
  const symbol = readTradingViewSymbol(query.get('symbol') ?? '');
  const fields = (query.get('fields') ?? 'close').split(',');
  const unknown = fields.find((field) => !Object.hasOwn(COLUMNS, field));
  if (unknown !== undefined) return refusal(`Unknown field "${unknown}"`);
  const cells = symbol && lens.shows(symbol.symbol) ? cellReader(rates, lens, fields)(symbol) : null;
  if (cells === null) return jsonAnswer({}, query.get('no_404') === 'true' ? 200 : 404);
  return jsonAnswer(Object.fromEntries(fields.map((field, index) => [field, cells[index]])));
}

function cellReader(
  rates: SimulatedRates,
  lens: FigureLens,
  columns: readonly string[],
): (symbol: TradingViewSymbol) => readonly unknown[] | null {
  const now = rates.at(lens.now, 'charting-platform');
  const before = rates.at(new Date(lens.now.getTime() - DAY_MS), 'charting-platform');
  const show = (rate: number, isHeadline = false) => inJson(lens.figure(rate, printPrice, isHeadline));
  return (symbol) => {
    const close = now.rate(symbol.of[0], symbol.of[1]);
    const dayAgo = before.rate(symbol.of[0], symbol.of[1]);
    if (close === null || dayAgo === null) return null;
    const prices = { close: close * symbol.factor, dayAgo: dayAgo * symbol.factor, show };
    return columns.map((column) => COLUMNS[column]?.(symbol, prices) ?? null);
  };
}

function readWish(body: string): z.infer<typeof scanSchema> | null {
  try {
    return scanSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

function providerOf({ filter }: z.infer<typeof scanSchema>): string {
  const wished = filter.find(({ left, operation }) => left === 'exchange' && operation === 'equal');
  return typeof wished?.right === 'string' ? wished.right : 'FX_IDC';
}

function refusal(error: string): Answer {
  return jsonAnswer({ totalCount: 0, error, data: null }, 400);
}

function printPrice(rate: number): string {
  return trimZeros(plainDigits(rate, SIGNIFICANT_DIGITS));
}

function nameOf(code: string): string {
  return (findCurrency(code)?.name ?? code).toUpperCase();
}
