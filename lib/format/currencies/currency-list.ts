import { CURRENCIES, type Currency, type CurrencyKind } from '#lib/domain/currencies/currency';
import { COMMON_CODES } from './common-currencies.ts';
import { currencySign, PEGGED_CODES } from './currency-marks.ts';

/** The form of a currency's mark: square, square with a foot where law pegs it, round for crypto. No flags: a currency is not a country. */
export type MarkShape = 'square' | 'foot' | 'round';

/** A currency as pickers and figures need it. */
export interface CurrencyOption {
  readonly code: string;
  readonly name: string;
  /** English names of where it is used, to search by. */
  readonly countries: readonly string[];
  /** Decimal places to set strong; null where there is no minor unit. */
  readonly minorUnits: number | null;
  readonly kind: CurrencyKind;
  /** The sign by which its amounts are known, at most three characters; see drawn-mark.ts for what is shown. */
  readonly mark: string;
  readonly shape: MarkShape;
  /** The last day of a retired currency, `YYYY-MM-DD`; null while in use. */
  readonly lastDay: string | null;
}

/** Every known currency, the common ones first, then by code. For the server: pages get the list as a value, not the tables as code. */
export function currencyOptions(): readonly CurrencyOption[] {
  const common = COMMON_CODES.flatMap((code) => CURRENCIES.filter((currency) => currency.code === code));
  return [...common, ...CURRENCIES.filter(({ code }) => !COMMON_CODES.includes(code))].map(optionOf);
}

function optionOf({ code, name, countries, minorUnits, kind, lastDay }: Currency): CurrencyOption {
  return {
    code,
    name,
    countries,
    minorUnits,
    kind,
    mark: currencySign(code, name),
    shape: shapeOf(code, kind),
    lastDay,
  };
}

function shapeOf(code: string, kind: CurrencyKind): MarkShape {
  if (kind === 'crypto') return 'round';
  return PEGGED_CODES.has(code) ? 'foot' : 'square';
}
