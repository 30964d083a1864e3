import { findCurrency } from '#lib/domain/currencies/currency';

/** A pair under the site's name. */
export interface YahooSymbol {
  /** As asked: EURUSD=X, JPY=X, BTC-USD. */
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly isCrypto: boolean;
}

/** Reads a symbol; null for one that the site does not have. `JPY=X` is `USDJPY=X`. */
export function readYahooSymbol(symbol: string): YahooSymbol | null {
  const [, one = '', two] = /^([A-Z]{3})([A-Z]{3})?=X$/.exec(symbol) ?? [];
  if (one !== '') {
    const [base, quote] = two === undefined ? ['USD', one] : [one, two];
    return base !== quote && isMoney(base) && isMoney(quote)
      ? { symbol, base, quote, isCrypto: false }
      : null;
  }
  const [, asset = '', money = ''] = /^([A-Z0-9]{2,10})-(USD|EUR|GBP|JPY|CAD)$/.exec(symbol) ?? [];
  const isAsset = findCurrency(asset)?.kind === 'crypto';
  return isAsset ? { symbol, base: asset, quote: money, isCrypto: true } : null;
}

/** Currencies in use and metals. */
function isMoney(code: string): boolean {
  const currency = findCurrency(code);
  if (currency === null || currency.lastDay !== null) return false;
  return currency.kind === 'fiat' || currency.kind === 'metal';
}
