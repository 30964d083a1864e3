import type { Provenance } from '#lib/contract/responses';

/** As the service: 15 significant digits, rounded once, half-even. */
const SIGNIFICANT_DIGITS = 15;

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * The result of another amount at the figures that the service gave, to the digit what the service itself would answer:
 * the amount times the product of the published figures over those that divide, rounded once, half-even, to 15 digits.
 * 7.5345 HRK at 1/7.5345 is exactly 1. `amount` is a plain decimal.
 */
export function convertExactly(amount: string, { legs }: Pick<Provenance, 'legs'>): number {
  let { numerator, denominator } = fractionOf(amount);
  for (const { figure, inverted } of legs) {
    const leg = fractionOf(String(figure));
    numerator *= inverted ? leg.denominator : leg.numerator;
    denominator *= inverted ? leg.numerator : leg.denominator;
  }
  return roundedQuotient({ numerator, denominator });
}

/** An amount at a rate that is itself rounded to 15 digits, as those of GET /v1/rates: good for the 12 digits that are shown. */
export function convertAtRate(amount: string, rate: number): number {
  return convertExactly(amount, { legs: [{ ...NO_LEG, figure: rate }] });
}

/** What a rate of a table lacks to be a leg; only figure and direction count here. */
const NO_LEG: Provenance['legs'][number] = {
  source: 'fixed',
  base: '',
  quote: '',
  figure: 1,
  inverted: false,
  observedAt: '',
  age: 'fresh',
  firstSeenAt: null,
  act: null,
  document: null,
};

/** Reads `1200.5` and what a number prints, `1e-7` included. */
function fractionOf(decimal: string): Fraction {
  const [mantissa = '0', exponent = '0'] = decimal.split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places >= 0
    ? { numerator: digits, denominator: 10n ** BigInt(places) }
    : { numerator: digits * 10n ** BigInt(-places), denominator: 1n };
}

function roundedQuotient({ numerator, denominator }: Fraction): number {
  if (numerator === 0n) return 0;
  // The quotient has this many digits before its point, or one more.
  const magnitude = numerator.toString().length - denominator.toString().length;
  let shift = SIGNIFICANT_DIGITS - magnitude;
  let [scaled, divisor] = shifted(numerator, denominator, shift);
  if (scaled / divisor >= 10n ** BigInt(SIGNIFICANT_DIGITS)) {
    shift -= 1;
    [scaled, divisor] = shifted(numerator, denominator, shift);
  }
  const quotient = scaled / divisor;
  const twiceRest = (scaled % divisor) * 2n;
  const isUp = twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n);
  return Number(`${isUp ? quotient + 1n : quotient}e${-shift}`);
}

function shifted(numerator: bigint, denominator: bigint, shift: number): readonly [bigint, bigint] {
  return shift >= 0
    ? [numerator * 10n ** BigInt(shift), denominator]
    : [numerator, denominator * 10n ** BigInt(-shift)];
}
