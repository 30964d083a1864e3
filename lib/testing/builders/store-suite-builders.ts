import type { BarBatch } from '#lib/store/rates/bars';
import type { FixingDocument } from '#lib/store/rates/documents';
import type { CheckRecord } from '#lib/store/health/health-records';
import type { PollRecord } from '#lib/store/polls';
import { type NewHeldFigure, NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import type { TickBatch } from '#lib/store/rates/ticks';
import { type FiguresByPair, TEST_NOW } from './builders.ts';

/** The market whose quotes the tests store. */
export const MARKET = 'crypto-exchange';

/** A document of the market with a few bytes of its own. */
export function aMarketDocument(part: Partial<FixingDocument> = {}): FixingDocument {
  const body = new TextEncoder().encode('[{"symbol":"BTCUSDT"}]');
  return {
    source: MARKET,
    url: 'https://exchange.example/ticker',
    fetchedAtMs: TEST_NOW.getTime(),
    body,
    ...part,
  };
}

/** Quotes by pair, all of one document and of the instant of the poll unless told otherwise. */
export function aTickBatch(
  polledAtMs: number,
  figures: FiguresByPair,
  part: Partial<TickBatch> & { readonly observedAtMs?: number } = {},
): TickBatch {
  const { observedAtMs = polledAtMs, ...columns } = part;
  const pairs = Object.keys(figures);
  return {
    documents: [aMarketDocument({ fetchedAtMs: polledAtMs })],
    documentIndexes: new Uint32Array(pairs.length),
    polledAtMs,
    series: pairs.map(pairOf),
    seriesIndexes: Uint32Array.from(pairs, (_, index) => index),
    instantsMs: new Float64Array(pairs.length).fill(observedAtMs),
    rates: Float64Array.from(Object.values(figures)),
    ...columns,
  };
}

/** A check that passed at {@link TEST_NOW} unless told otherwise. */
export function aCheck(part: Partial<CheckRecord> = {}): CheckRecord {
  const atMs = part.atMs ?? TEST_NOW.getTime();
  return {
    atMs,
    kind: 'pass',
    latencyMs: 120,
    reason: null,
    sentence: null,
    accepted: 2,
    rejected: 0,
    held: 0,
    status: 'operational',
    cause: null,
    state: '{"passes":1}',
    changedAtMs: atMs,
    intervalMs: 20_000,
    ...part,
  };
}

/** A poll of the market that brought nothing, unless told otherwise. */
export function aPoll(part: Partial<PollRecord> = {}): PollRecord {
  return {
    source: MARKET,
    fixings: [],
    ticks: null,
    held: NO_HELD_CHANGES,
    refusals: [],
    flags: [],
    check: aCheck(),
    ...part,
  };
}

/** A poll of the market that brought quotes, and whose check passed. */
export function aTickPoll(...batch: Parameters<typeof aTickBatch>): PollRecord {
  const ticks = aTickBatch(...batch);
  return aPoll({ ticks, check: aCheck({ atMs: ticks.polledAtMs }) });
}

/** A quote that the validation held back: 1 BTC = 6.5 USDT. */
export function aHeldFigure(part: Partial<NewHeldFigure> = {}): NewHeldFigure {
  return {
    kind: 'tick',
    base: 'BTC',
    quote: 'USDT',
    rate: 6.5,
    observedAtMs: TEST_NOW.getTime(),
    rule: 'unit_scale',
    polls: 1,
    repetitions: 0,
    document: aMarketDocument(),
    ...part,
  };
}

/** Daily bars of one pair by day, each ending with its day: closing price, or closing price, low and high. */
export function aBarBatch(
  pair: string,
  days: Readonly<Record<string, number | readonly [close: number, low: number, high: number]>>,
  part: Partial<BarBatch> = {},
): BarBatch {
  const daysMs = Float64Array.from(Object.keys(days), (day) => Date.parse(`${day}T00:00:00Z`));
  const figures = Object.values(days).map((day) => (typeof day === 'number' ? [day] : day));
  const column = (place: number) => Float64Array.from(figures, (figure) => figure[place] ?? Number.NaN);
  return {
    document: aMarketDocument(),
    series: [pairOf(pair)],
    seriesIndexes: new Uint32Array(daysMs.length),
    daysMs,
    instantsMs: daysMs.map((dayMs) => dayMs + 86_399_999),
    rates: column(0),
    lows: column(1),
    highs: column(2),
    flags: [],
    ...part,
  };
}

/** `BASE/QUOTE` as a series names it. */
export function pairOf(text: string): { readonly base: string; readonly quote: string } {
  const [base = '', quote = ''] = text.split('/');
  return { base, quote };
}
