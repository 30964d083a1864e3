import { CRYPTO_ASSETS } from './crypto-assets.ts';
import { ACTIVE_CURRENCIES } from './currencies-active.ts';
import { otherCode } from './other-codes.ts';
import { RETIRED_CURRENCIES } from './currencies-retired.ts';
import type { CurrencyKind } from './currency-table.ts';
import type { IsoDay } from '#lib/domain/iso-day';

export type { CurrencyKind } from './currency-table.ts';

/** A currency, metal, unit of account or crypto asset that Crossrate knows by its code. */
export interface Currency {
  /** Upper case: three letters of ISO 4217, or a ticker of 2 to 10 letters and digits for crypto. */
  readonly code: string;
  readonly name: string;
  readonly kind: CurrencyKind;
  /** Decimal places for display; null where there is no minor unit (metals, XDR). */
  readonly minorUnits: number | null;
  /** The last day on which a market figure can be true; null while the currency is in use. */
  readonly lastDay: IsoDay | null;
  /** The code that replaced a retired one, else null. */
  readonly successor: string | null;
  readonly countries: readonly string[];
}

/** One satoshi is 1e-8 bitcoin; exchanges quote other assets to at most the same number of places. */
const CRYPTO_MINOR_UNITS = 8;

const IN_USE = { lastDay: null, successor: null };

/** All known currencies, in code order. */
export const CURRENCIES: readonly Currency[] = [
  ...ACTIVE_CURRENCIES.map((row) => ({ ...row, ...IN_USE })),
  ...RETIRED_CURRENCIES,
  ...CRYPTO_ASSETS.map(({ code, name, kind }) => ({
    code,
    name,
    kind,
    minorUnits: CRYPTO_MINOR_UNITS,
    ...IN_USE,
    countries: [],
  })),
].toSorted((one, other) => (one.code < other.code ? -1 : 1));

const CURRENCY_BY_CODE: ReadonlyMap<string, Currency> = new Map(
  CURRENCIES.map((currency) => [currency.code, currency]),
);

/** The currency of an exact upper-case code; null when unknown, as for XXX, XTS, GBX, CNH and `usd`. */
export function findCurrency(code: string): Currency | null {
  return CURRENCY_BY_CODE.get(code) ?? null;
}

/** The known code that a text is in any case; null for none, and for `GBp`, which means pence. */
export function knownCode(text: string): string | null {
  return otherCode(text) ? null : (findCurrency(text.toUpperCase())?.code ?? null);
}

/** Whether the currency was already out of use on a day: HRK on 2023-01-01, not yet on 2022-12-31. */
export function isRetiredOn(currency: Currency, day: IsoDay): boolean {
  return currency.lastDay !== null && currency.lastDay < day;
}
