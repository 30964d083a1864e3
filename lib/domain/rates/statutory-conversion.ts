import { divide, exactNumber, halfUpText, multiply, SIGNIFICANT_DIGITS } from './exact-number.ts';

/** Decimals of the amount in euro between two currencies: the fewest that Article 4 (4) allows. */
const EURO_DECIMALS = 3;

/** Of euro, as of what people pay with anywhere that has no subunit known. */
const CENT_DECIMALS = 2;

/** A currency as the Regulation sees it: the euro itself, or one that it replaced. */
export interface StatutoryCurrency {
  /** One euro is so many units, with the six digits of the act; null for the euro. */
  readonly rate: string | null;
  /** Decimals of the smallest unit that is paid; null where there is none. */
  readonly minorUnits: number | null;
}

/** A sum of money that was converted, and the amount in euro on the way from one replaced currency to another. */
export interface StatutoryAmount {
  readonly result: number;
  readonly euro: number | null;
}

/**
 * Converts a sum of money as Council Regulation (EC) No 1103/97 has it. Article 4: rates are taken with their six digits, neither
 * rounded nor turned round; from one replaced currency to another the amount is first converted into euro and rounded to three
 * decimals. Article 5: what is to be paid is rounded to the nearest smallest unit, a half up. Null where that has more digits than
 * a JSON number carries safely.
 */
export function convertByRegulation(
  amount: number,
  from: StatutoryCurrency,
  to: StatutoryCurrency,
): StatutoryAmount | null {
  const decimals = to.minorUnits ?? CENT_DECIMALS;
  const given = exactNumber(amount);
  const ofEuro = exactNumber(to.rate ?? 1);
  if (from.rate === null) return statutoryAmount(halfUpText(multiply(given, ofEuro), decimals), null);
  const inEuro = divide(given, exactNumber(from.rate));
  if (to.rate === null) return statutoryAmount(halfUpText(inEuro, decimals), null);
  const euro = halfUpText(inEuro, EURO_DECIMALS);
  return statutoryAmount(halfUpText(multiply(exactNumber(euro), ofEuro), decimals), euro);
}

function statutoryAmount(result: string, euro: string | null): StatutoryAmount | null {
  if (!fits(result) || (euro !== null && !fits(euro))) return null;
  return { result: Number(result), euro: euro === null ? null : Number(euro) };
}

/** Whether a plain decimal has at most 15 significant digits. */
function fits(decimal: string): boolean {
  return decimal.replace('.', '').replace(/^0+|0+$/g, '').length <= SIGNIFICANT_DIGITS;
}
