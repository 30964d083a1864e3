import { Decimal } from 'decimal.js';

/** Amounts of 15 digits and rates of six are multiplied and divided exactly. */
const Exact = Decimal.clone({ defaults: true, precision: 200 });

/** Decimals of the amount in euro between two currencies: the fewest that Article 4 (4) allows. */
export const EURO_DECIMALS = 3;

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
  /** Both with all their digits, of which numbers hold some 15. */
  readonly decimals: { readonly result: string; readonly euro: string | null };
}

/**
 * Converts a sum of money as Council Regulation (EC) No 1103/97 has it. Article 4: rates are taken with their six digits, neither
 * rounded nor turned round; from one replaced currency to another the amount is first converted into euro and rounded to three
 * decimals. Article 5: what is to be paid is rounded to the nearest smallest unit, a half up.
 */
export function convertByRegulation(
  amount: number,
  from: StatutoryCurrency,
  to: StatutoryCurrency,
): StatutoryAmount {
  const decimals = resultDecimals(to.minorUnits);
  const given = new Exact(amount);
  if (from.rate === null) return statutoryAmount(multiplied(given, to.rate ?? '1', decimals), null);
  if (to.rate === null) return statutoryAmount(divided(given, from.rate, decimals), null);
  const euro = divided(given, from.rate, EURO_DECIMALS);
  return statutoryAmount(multiplied(euro, to.rate, decimals), euro);
}

function statutoryAmount(result: Decimal, euro: Decimal | null): StatutoryAmount {
  return {
    result: result.toNumber(),
    euro: euro?.toNumber() ?? null,
    decimals: { result: result.toFixed(), euro: euro?.toFixed() ?? null },
  };
}

/** Decimals of what is to be paid in a currency with these minor units. */
export function resultDecimals(minorUnits: number | null): number {
  return minorUnits ?? CENT_DECIMALS;
}

function multiplied(amount: Decimal, rate: string, decimals: number): Decimal {
  return amount.mul(rate).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
}

/** Rounded once, from the exact quotient. */
function divided(amount: Decimal, rate: string, decimals: number): Decimal {
  const unit = new Exact(10).pow(-decimals);
  const units = amount.div(unit);
  const whole = units.divToInt(rate);
  const isUp = units.sub(whole.mul(rate)).mul(2).gte(rate);
  return whole.add(isUp ? 1 : 0).mul(unit);
}
