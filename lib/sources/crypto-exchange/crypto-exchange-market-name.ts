import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, type SourceDocument, unknownLayout } from '#lib/sources/source';

import type { AssetCode, ExchangeMarket } from './crypto-exchange-dialect.ts';

/** The two assets of a market, under the exchange's names. */
export type MarketAssets = Pick<ExchangeMarket, 'baseAsset' | 'quoteAsset'>;

/** The address of a market's history with its assets behind `#`, where no host sees them: what the answer itself leaves out. */
export function nameMarket(url: string, { baseAsset, quoteAsset }: MarketAssets): string {
  return `${url}#${baseAsset}/${quoteAsset}`;
}

/**
 * The assets of a history document's market: behind the `#` of its address, else from `name` where the document states
 * one, else from the parameter `symbol`, else from a file's name. A name without a separator is only split where known
 * codes allow exactly one way; a name that they allow none or several is a failure.
 */
export function marketOfDocument(
  { url, fetchedAt }: SourceDocument,
  codeOf: AssetCode,
  name?: string,
): Result<MarketAssets, LayoutError> {
  const [address = '', fragment] = url.split('#', 2);
  const [baseAsset, quoteAsset] = fragment?.split('/') ?? [];
  if (baseAsset !== undefined && quoteAsset !== undefined) return ok({ baseAsset, quoteAsset });
  const fileName =
    address
      .split('/')
      .at(-1)
      ?.replace(/^file:/, '') ?? '';
  const stated = name ?? URL.parse(address)?.searchParams.get('symbol') ?? null;
  // Lower case, as in `binance-klines-3d-BTCEUR.json`, only describes.
  const candidates = stated === null ? fileName.split(/[^A-Z0-9]+/) : [stated];
  const splits = candidates.flatMap((candidate) => waysToSplit(candidate, codeOf, fetchedAt));
  const [only, ...others] = splits;
  if (only !== undefined && others.length === 0) return ok(only);
  const where = stated === null ? `the file name "${fileName}"` : `the market "${stated}"`;
  if (only === undefined) {
    return unknownLayout(
      `No two known codes are in ${where}; expected a market in it, as in BTCUSDT-1d-2024-01.csv or XBTUSD_1440.csv.`,
    );
  }
  const ways = splits.map((split) => `${split.baseAsset}/${split.quoteAsset}`).join(' and ');
  return unknownLayout(`It is not clear which market is meant by ${where}: ${ways} are possible.`);
}

function waysToSplit(name: string, codeOf: AssetCode, at: Date): readonly MarketAssets[] {
  const ways: MarketAssets[] = [];
  for (let length = 1; length < name.length; length += 1) {
    const split = { baseAsset: name.slice(0, length), quoteAsset: name.slice(length) };
    if (codeOf(split.baseAsset, at) !== null && codeOf(split.quoteAsset, at) !== null) ways.push(split);
  }
  return ways;
}
