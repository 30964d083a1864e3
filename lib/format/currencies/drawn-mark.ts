import type { CurrencyOption } from './currency-list.ts';

/** A letter that is a sign of its own, and currencies whose sign is another one's. */
const EXCEPTIONS: Readonly<Record<string, string>> = { ZAR: 'R', KPW: 'KP', USDT: '₮' };

/** Units of account beside a country's money, whose two letters that has. */
const BESIDE_MONEY: ReadonlySet<string> = new Set([
  'BOV',
  'CHE',
  'CHW',
  'CLF',
  'COU',
  'MXV',
  'USN',
  'UYI',
  'UYW',
  'VED',
]);

/** A sign that says the unit alone: the crown of four countries, the first letter of dinar, franc, peso. */
const SHARED = /^(?:kr|[A-Z])$/;

/** Characters of a crypto asset's ticker in its mark. */
const TICKER_CHARS = 3;

/**
 * What stands in a currency's mark, at most three characters: its sign where no other currency in use has it, else with the
 * country's letter (`Skr`) or the country's two letters (`KW`), and of a crypto asset how its ticker begins. Pages
 * draw marks at once, and load the list of currencies only for a picker.
 */
export function drawnMark({ code, mark, shape }: Pick<CurrencyOption, 'code' | 'mark' | 'shape'>): string {
  const exception = EXCEPTIONS[code];
  if (exception !== undefined) return exception;
  if (!SHARED.test(mark)) return mark;
  if (shape === 'round') return code.slice(0, TICKER_CHARS);
  if (mark === 'kr') return `${code.slice(0, 1)}kr`;
  // No country: money of several, and units of account.
  return code.startsWith('X') || BESIDE_MONEY.has(code) ? code : code.slice(0, 2);
}
