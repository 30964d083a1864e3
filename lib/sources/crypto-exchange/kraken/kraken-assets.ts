import { findCurrency } from '#lib/domain/currencies/currency';

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
