import { z } from 'zod';
import { ok, type Result } from '#lib/domain/result';
import type {
  ExchangeDocument,
  ExchangeMarket,
  ExchangeTicker,
} from '#lib/sources/crypto-exchange/crypto-exchange-dialect';
import { readJson } from '#lib/sources/read-json';
import { type LayoutError, type SourceDocument, unknownLayout } from '#lib/sources/source';
import { findCurrency } from '#lib/domain/currencies/currency';

const EXPECTED = 'the JSON of Kraken’s AssetPairs or Ticker';

const Envelope = z.object({
  error: z.array(z.string()),
  result: z.record(z.string(), z.unknown()).optional(),
});

/** Without `wsname` it is a dark pool: its orders and prices are not public. Documents before 2021 have no `status`. */
const Pair = z.object({ altname: z.string(), wsname: z.string().optional(), status: z.string().optional() });

/** `c`: the last trade, price and size; `t`: trades today and of the last 24 hours. */
const Ticker = z.object({
  c: z.array(z.string()).min(1),
  t: z.array(z.number()).min(2),
});

/** Reads a document of a poll of Kraken: AssetPairs or Ticker, told apart by content. Pure; a non-empty `error` is a failure. */
export function readKraken(document: SourceDocument): Result<ExchangeDocument, LayoutError> {
  const result = readKrakenResult(document.body, EXPECTED);
  if (!result.ok) return result;
  const rows = Object.entries(result.value);
  const isList = Pair.safeParse(rows[0]?.[1]).success;
  const markets = isList ? rows.flatMap(([symbol, row]) => marketOf(symbol, row)) : [];
  if (markets.length > 0) {
    return ok({ kind: 'markets', markets: new Map(markets.map((market) => [market.symbol, market])) });
  }
  const tickers = isList ? [] : rows.flatMap(([symbol, row]) => tickerOf(symbol, row));
  if (tickers.length > rows.length / 2) return ok({ kind: 'tickers', tickers });
  return unknownLayout(
    isList
      ? `Kraken’s list has ${rows.length} markets and not one with a name like XBT/EUR.`
      : `Only ${tickers.length} of ${rows.length} entries are prices of Kraken’s Ticker; expected ${EXPECTED}.`,
  );
}

/** The `result` of any of Kraken's answers. Kraken answers with status 200 and a text in `error` when it refuses. */
export function readKrakenResult(
  body: Uint8Array,
  expected: string,
): Result<Readonly<Record<string, unknown>>, LayoutError> {
  const json = readJson(body, expected);
  if (!json.ok) return json;
  const envelope = Envelope.safeParse(json.value);
  if (!envelope.success)
    return unknownLayout(`The JSON has no "error" and "result" of Kraken; expected ${expected}.`);
  const { error, result } = envelope.data;
  if (error.length > 0) {
    return unknownLayout(`Kraken refused with "${error.join(', ').slice(0, 200)}"; expected ${expected}.`);
  }
  return result === undefined
    ? unknownLayout(`Kraken’s answer has no result; expected ${expected}.`)
    : ok(result);
}

function marketOf(symbol: string, row: unknown): readonly ExchangeMarket[] {
  const pair = Pair.safeParse(row);
  const [baseAsset, quoteAsset] = pair.data?.wsname?.split('/') ?? [];
  if (baseAsset === undefined || quoteAsset === undefined) return [];
  return [{ symbol, baseAsset, quoteAsset, isTrading: (pair.data?.status ?? 'online') === 'online' }];
}

/** Kraken gives no time with a price: `observedAt` is null. */
function tickerOf(symbol: string, row: unknown): readonly ExchangeTicker[] {
  const ticker = Ticker.safeParse(row);
  const price = ticker.data?.c[0];
  if (price === undefined) return [];
  const isTraded = Number(price) > 0 && (ticker.data?.t[1] ?? 0) > 0;
  return [{ symbol, price, isTraded, observedAt: null }];
}

/** The money that Kraken has markets in. Every other ticker that equals an ISO 4217 code is an asset of that name, and dropped. */
const FIAT: ReadonlySet<string> = new Set(['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'JPY', 'USD']);

/** Kraken's oldest assets bear an X or Z in front in the names of markets: `XXBTZEUR`. Source: Kraken's /0/public/Assets. */
const PREFIXED: ReadonlySet<string> = new Set(
  'XETC XETH XLTC XMLN XREP XXBT XXDG XXLM XXMR XXRP XZEC ZAUD ZCAD ZEUR ZGBP ZJPY ZUSD'.split(' '),
);

/**
 * What Kraken calls otherwise than everybody else. LUNA and UST stayed with the old chain there when it began anew
 * (https://github.com/ccxt/ccxt/pull/13581).
 */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['XBT', 'BTC'],
  ['XDG', 'DOGE'],
  ['LUNA', 'LUNC'],
  ['LUNA2', 'LUNA'],
  ['UST', 'USTC'],
]);

/** Our code for an asset under any of Kraken's names (`XXBT`, `XBT`, `ZEUR`, `EUR`); null for what we do not know. */
export function krakenAssetCode(asset: string): string | null {
  const name = PREFIXED.has(asset) ? asset.slice(1) : asset;
  const code = RENAMED.get(name) ?? name;
  const currency = findCurrency(code);
  if (currency === null) return null;
  return currency.kind === 'crypto' || FIAT.has(code) ? code : null;
}
