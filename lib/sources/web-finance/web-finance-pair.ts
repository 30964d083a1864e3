import { type Currency, findCurrency } from '#lib/domain/currencies/currency';

/** The two codes of a symbol: one unit of `base` costs the symbol's price in units of `quote`. */
export interface SymbolPair {
  readonly base: string;
  readonly quote: string;
}

/** `EURUSD=X`, and `JPY=X`, which is USDJPY=X. */
const CURRENCY_FORM = /^([A-Z]{3})?([A-Z]{3})=X$/;
/** `BTC-USD`. */
const CRYPTO_FORM = /^([A-Z0-9]{2,10})-([A-Z]{3})$/;

/**
 * The pair of a symbol of Yahoo Finance; null for shares, indexes and codes that Crossrate does not know. The form says
 * which kind a code is of, so that a coin whose ticker is also a currency's code (ERN-USD) is no pair.
 */
export function pairOfSymbol(symbol: string): SymbolPair | null {
  const currencies = CURRENCY_FORM.exec(symbol);
  if (currencies !== null) {
    return known(currencies[1] ?? 'USD', currencies[2], (base) => base.kind !== 'crypto');
  }
  const coin = CRYPTO_FORM.exec(symbol);
  return coin === null ? null : known(coin[1], coin[2], (base) => base.kind === 'crypto');
}

function known(
  base = '',
  quote = '',
  isBaseRight: (base: Currency) => boolean = () => true,
): SymbolPair | null {
  const [baseCurrency, quoteCurrency] = [findCurrency(base), findCurrency(quote)];
  if (baseCurrency === null || quoteCurrency === null || base === quote) return null;
  return isBaseRight(baseCurrency) && quoteCurrency.kind !== 'crypto' ? { base, quote } : null;
}
