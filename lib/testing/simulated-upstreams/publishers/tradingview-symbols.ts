import { CURRENCIES, findCurrency } from '#lib/domain/currencies/currency';

/** A pair under the platform's name, quoted by one of its providers. */
export interface TradingViewSymbol {
  /** FX_IDC:EURUSD. */
  readonly symbol: string;
  readonly provider: string;
  readonly pair: string;
  readonly base: string;
  readonly quote: string;
  /** The currencies whose rate it shows, and what that is multiplied with: GBX is a hundredth of GBP. */
  readonly of: readonly [base: string, quote: string];
  readonly factor: number;
  readonly isRare: boolean;
}

/** The widest provider has every currency against every other; the rest have only the main ones. */
const WIDEST = 'FX_IDC';
const OTHER_PROVIDERS = ['FX', 'OANDA', 'FOREXCOM', 'SAXO'];
const MAIN = 'USD EUR JPY GBP CHF CAD AUD NZD SEK NOK DKK SGD HKD CNY MXN ZAR TRY PLN CZK HUF'.split(' ');

/** Codes of the platform that are no currencies: hundredths of one, and the offshore yuan. */
const PSEUDO_CODES: ReadonlyMap<string, readonly [code: string, factor: number]> = new Map([
  ['GBX', ['GBP', 0.01]],
  ['ZAC', ['ZAR', 0.01]],
  ['ILA', ['ILS', 0.01]],
  ['USX', ['USD', 0.01]],
  ['EUX', ['EUR', 0.01]],
  ['CNH', ['CNY', 1]],
]);

/** Ended currencies that the platform still lists, at a frozen price. */
const ENDED = ['DEM', 'FRF', 'GRD', 'SIT', 'BGN', 'HRK', 'ANG', 'ATS', 'ITL', 'ESP'];

/** Reads `PROVIDER:BASEQUOTE`; null for a symbol that the platform does not have. */
export function readTradingViewSymbol(symbol: string): TradingViewSymbol | null {
  const [, provider = '', base = '', quote = ''] = /^([A-Z_]+):([A-Z]{3})([A-Z]{3})$/.exec(symbol) ?? [];
  const [one, other] = [meaningOf(base), meaningOf(quote)];
  if (one === null || other === null || base === quote) return null;
  const isMain = MAIN.includes(base) && MAIN.includes(quote);
  if (provider !== WIDEST && !(OTHER_PROVIDERS.includes(provider) && isMain)) return null;
  const factor = one.factor / other.factor;
  const names = { symbol, provider, pair: `${base}${quote}`, base, quote };
  return { ...names, of: [one.code, other.code], factor, isRare: !isMain };
}

/** What a sweep over a provider finds: US dollar and euro pairs in both directions, and everything that is no currency. */
export function sweptSymbols(provider: string): readonly TradingViewSymbol[] {
  const codes = [
    ...CURRENCIES.filter(({ kind, lastDay }) => kind !== 'crypto' && lastDay === null).map(
      ({ code }) => code,
    ),
    ...PSEUDO_CODES.keys(),
    ...ENDED,
  ];
  const names = ['USD', 'EUR'].flatMap((main) =>
    codes.flatMap((code) => [`${main}${code}`, `${code}${main}`]),
  );
  return [...new Set(names)].flatMap((name) => readTradingViewSymbol(`${provider}:${name}`) ?? []);
}

function meaningOf(code: string): { readonly code: string; readonly factor: number } | null {
  const pseudo = PSEUDO_CODES.get(code);
  if (pseudo !== undefined) return { code: pseudo[0], factor: pseudo[1] };
  const currency = findCurrency(code);
  if (currency === null || currency.kind === 'crypto') return null;
  return currency.lastDay === null || ENDED.includes(code) ? { code, factor: 1 } : null;
}
