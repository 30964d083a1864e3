import { CURRENCIES, type Currency, type CurrencyKind } from '#lib/domain/currencies/currency';
import { COMMON_CODES } from './common-currencies.ts';

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

/**
 * Customary signs, at most three, told apart where several currencies share one; others get the first letter of their unit.
 * Left out are signs that common system fonts lack and that would show as an empty box.
 */
const SIGNS: Readonly<Record<string, string>> = {
  AED: 'Dh',
  ARS: 'AR$',
  AUD: 'A$',
  BRL: 'R$',
  CAD: 'C$',
  CHF: 'Fr',
  CLP: 'CL$',
  CNY: 'C¥',
  COP: 'CO$',
  CRC: '₡',
  CZK: 'Kč',
  DKK: 'kr',
  EGP: 'E£',
  EUR: '€',
  GBP: '£',
  GHS: '₵',
  HKD: 'HK$',
  HUF: 'Ft',
  IDR: 'Rp',
  ILS: '₪',
  INR: '₹',
  ISK: 'kr',
  JPY: '¥',
  KPW: '₩',
  KRW: '₩',
  MXN: 'MX$',
  MYR: 'RM',
  NGN: '₦',
  NOK: 'kr',
  NZD: 'NZ$',
  PHP: '₱',
  PLN: 'zł',
  RON: 'lei',
  RSD: 'din',
  RUB: '₽',
  SEK: 'kr',
  SGD: 'S$',
  THB: '฿',
  TRY: '₺',
  TWD: 'NT$',
  UAH: '₴',
  USD: '$',
  VND: '₫',
  XAF: 'F',
  XOF: 'F',
  XPF: 'F',
  ZAR: 'R',
  ETH: 'Ξ',
  LTC: 'Ł',
  XAU: 'Au',
  XAG: 'Ag',
  XPT: 'Pt',
  XPD: 'Pd',
  XDR: 'SDR',
};

/** Currencies that law holds at one rate to another one; `currency-list.test.ts` compares them with the table of pegs. */
export const PEGGED_CODES: ReadonlySet<string> = new Set([
  'AED',
  'BHD',
  'OMR',
  'QAR',
  'SAR',
  'JOD',
  'XOF',
  'XAF',
  'KMF',
  'XPF',
  'CVE',
  'BAM',
  'STN',
  'NAD',
  'LSL',
  'SZL',
  'BTN',
  'NPR',
  'BND',
  'GIP',
  'FKP',
  'SHP',
  'MOP',
  'BSD',
  'BBD',
  'BZD',
  'BMD',
  'PAB',
  'XCD',
  'AWG',
  'XCG',
  'DJF',
  'TMT',
  'KYD',
  'SVC',
]);

/** The sign that stands in a currency's mark, at most three characters. */
function currencySign(code: string, name: string): string {
  return SIGNS[code] ?? (/\w+$/.exec(name)?.[0] ?? code).slice(0, 1).toUpperCase();
}
