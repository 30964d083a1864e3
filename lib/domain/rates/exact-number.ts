/**
 * A number without any rounding: `numerator / denominator`, times ten to the `exponent`. Published figures, amounts and sums
 * are decimals, 1.1684 is 11684 times ten to the -4, and all that is made of them are products, quotients and sums: exact in
 * whole numbers, rounded once on the way out. Needs no library, so that pages compute as the service does.
 */
export interface ExactNumber {
  readonly numerator: bigint;
  /** Always positive. */
  readonly denominator: bigint;
  readonly exponent: number;
}

/** A figure on the way from base to quote, the decimal that it prints as; the rate divides by it where it is inverted. */
export interface RateLeg {
  readonly figure: number | string;
  readonly inverted: boolean;
}

/**
 * Significant digits of every computed figure. A double holds any decimal of 15 digits and gives it back unchanged;
 * with 16 some are altered (9007199254740993 is read as ...992), so 15 is the most a JSON number carries safely.
 */
export const SIGNIFICANT_DIGITS = 15;

export const ONE: ExactNumber = { numerator: 1n, denominator: 1n, exponent: 0 };

/** Decimals that nearly every published figure keeps within, and where they would make more than 15 digits of it. */
const USUAL_DECIMALS = 8;
const USUAL_POWER = 1e8;
const USUAL_BELOW = 1e7;

/**
 * Reads a plain decimal and what a number prints as, `1200.5` and `1e-7`, with all its digits: 340.750 is 340750 times ten to
 * the -3. Anything else is a bug.
 *
 * Most numbers need no text, which takes four times as long: a whole mantissa below 1e15 that divided by 1e8 gives the number
 * back is what it prints as, because two decimals of at most 15 digits are never the same double.
 */
export function exactNumber(decimal: number | string): ExactNumber {
  if (typeof decimal === 'number' && decimal >= 0 && decimal < USUAL_BELOW) {
    const mantissa = Math.round(decimal * USUAL_POWER);
    if (mantissa / USUAL_POWER === decimal) return decimalOf(BigInt(mantissa), -USUAL_DECIMALS);
  }
  const [mantissa = '', exponent = '0'] = String(decimal).toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return decimalOf(BigInt(whole + fraction), Number(exponent) - fraction.length);
}

function decimalOf(numerator: bigint, exponent: number): ExactNumber {
  return { numerator, denominator: 1n, exponent };
}

/** The product. */
export function multiply(one: ExactNumber, other: ExactNumber): ExactNumber {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
    exponent: one.exponent + other.exponent,
  };
}

/** 1 over it; of 0 there is none, which is a bug and throws. */
export function invert({ numerator, denominator, exponent }: ExactNumber): ExactNumber {
  if (numerator === 0n) throw new RangeError('nothing can be divided by 0');
  return numerator > 0n
    ? { numerator: denominator, denominator: numerator, exponent: -exponent }
    : { numerator: -denominator, denominator: -numerator, exponent: -exponent };
}

/** The quotient; a divisor of 0 is a bug and throws. */
export function divide(one: ExactNumber, divisor: ExactNumber): ExactNumber {
  return multiply(one, invert(divisor));
}

/** The sum. */
export function add(one: ExactNumber, other: ExactNumber): ExactNumber {
  const exponent = Math.min(one.exponent, other.exponent);
  const first = one.numerator * other.denominator * powerOfTen(one.exponent - exponent);
  const second = other.numerator * one.denominator * powerOfTen(other.exponent - exponent);
  return {
    numerator: first + second,
    denominator: one.denominator * other.denominator,
    exponent,
  };
}

/** The difference. */
export function subtract(one: ExactNumber, other: ExactNumber): ExactNumber {
  return add(one, { ...other, numerator: -other.numerator });
}

/** 1 where the first is more, -1 where it is less, 0 where both are the same number, however they are written. */
export function compareExact(one: ExactNumber, other: ExactNumber): -1 | 0 | 1 {
  const { numerator } = subtract(one, other);
  if (numerator === 0n) return 0;
  return numerator > 0n ? 1 : -1;
}

/** A published figure as a rate in its own direction, or turned round: EUR/USD 1.1684 inverted is 1 / 1.1684 for USD/EUR. */
export function publishedRate(figure: number | string, inverted: boolean): ExactNumber {
  const published = exactNumber(figure);
  return inverted ? invert(published) : published;
}

/** The unrounded rate that legs make in order from base to quote, in units of quote per unit of base; 1 where there are none. */
export function rateOfLegs(legs: readonly RateLeg[]): ExactNumber {
  return legs.reduce((rate, { figure, inverted }) => multiply(rate, publishedRate(figure, inverted)), ONE);
}

/**
 * `amount` units of base in quote: amount times the unrounded rate, rounded once to 15 significant digits.
 * 7.5345 HRK at 1/7.53450 is exactly 1, which a product with the rounded inverse would miss.
 */
export function convertAmount(amount: number | string, rate: ExactNumber): number {
  return roundExact(multiply(exactNumber(amount), rate));
}

/** The amount of base that converts to `result` units of quote, rounded once. 1 EUR of 1/7.5345 needs 7.5345 HRK. */
export function amountFor(result: number | string, rate: ExactNumber): number {
  return roundExact(divide(exactNumber(result), rate));
}

/** The arithmetic mean of some rates: their exact sum divided by their number, rounded once, half-even, to 15 significant digits. */
export function averageRate(rates: readonly ExactNumber[]): number {
  return roundExact(divide(rates.reduce(add), exactNumber(rates.length)));
}

/** The number nearest to it of 15 significant digits, half-even: what a rate, a result and every other computed figure is. */
export function roundExact(exact: ExactNumber): number {
  const { digits, exponent } = quickDigits(exact) ?? roundDigits(exact, SIGNIFICANT_DIGITS);
  const power = DOUBLE_POWERS[Math.abs(exponent)];
  if (power === undefined || power > EXACT_POWER_MAX) return Number(`${digits}e${exponent}`);
  // One operation on two exact doubles rounds correctly, as reading a text does, in a quarter of the time.
  return exponent < 0 ? Number(digits) / power : Number(digits) * power;
}

/** The nearest decimal of so many significant digits, half-even, written plainly: 1/3 to three is `0.333`. */
export function roundedText(exact: ExactNumber, digits = SIGNIFICANT_DIGITS): string {
  const rounded = roundDigits(exact, digits);
  return withoutIdleZeros(plainText(rounded.digits, rounded.exponent));
}

/** More digits than a double prints with. */
const PRINTED_DIGITS_MAX = 17;

/** A double with all the digits that it prints with, written plainly: 5.4e-7 is `0.00000054`. For files, which programs read. */
export function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? roundedText(exactNumber(value), PRINTED_DIGITS_MAX) : text;
}

/** A plain decimal without the zeros at the end of its fraction. */
export function withoutIdleZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

/**
 * The nearest number with so many decimals, a half away from nought, and all of them written: 1.005 to two is `1.01`, 1 is
 * `1.00`. Below none it is whole tens: 1250 to -2 is `1300`.
 */
export function halfUpText({ numerator, denominator, exponent }: ExactNumber, decimals: number): string {
  const [over, under] = shifted(sizeOf(numerator), denominator, exponent + decimals);
  const text = plainText((2n * over + under) / (2n * under), -decimals);
  return numerator < 0n ? `-${text}` : text;
}

/** A decimal: whole digits, times ten to the exponent. */
interface RoundedDigits<Whole extends bigint | number> {
  readonly digits: Whole;
  readonly exponent: number;
}

function roundDigits(
  { numerator, denominator, exponent }: ExactNumber,
  count: number,
): RoundedDigits<bigint> {
  if (numerator === 0n) return { digits: 0n, exponent: 0 };
  const size = sizeOf(numerator);
  let shift = count - 1 - magnitudeOf(size, denominator);
  for (;;) {
    const [over, under] = shifted(size, denominator, shift);
    const quotient = over / under;
    if (quotient >= powerOfTen(count)) shift -= 1;
    else if (quotient < powerOfTen(count - 1)) shift += 1;
    else {
      const twiceRest = 2n * (over - quotient * under);
      const isUp = twiceRest > under || (twiceRest === under && quotient % 2n === 1n);
      const rounded = isUp ? quotient + 1n : quotient;
      return { digits: numerator < 0n ? -rounded : rounded, exponent: exponent - shift };
    }
  }
}

/**
 * The 15 digits of a quotient of doubles, as most quotients of two figures are, in a third less time; null for others. Divided
 * and scaled as doubles it is off by 0.34 of the last digit, and rounded by half of one more: what it leaves of the numerator
 * is less than the denominator, so the low 64 bits are all of it, and say exactly whether it was rounded to the nearest.
 */
function quickDigits({ numerator, denominator, exponent }: ExactNumber): RoundedDigits<number> | null {
  const [over, under] = [Number(numerator), Number(denominator)];
  if (over <= 0 || over > Number.MAX_SAFE_INTEGER || under > Number.MAX_SAFE_INTEGER) return null;
  const shift = SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(over / under));
  const power = DOUBLE_POWERS[shift];
  if (power === undefined) return null;
  const near = Math.round((over / under) * power);
  // At the ends of a power of ten there may be a digit too few or too many.
  if (near <= 1e14 || near >= 1e15) return null;
  const rest = BigInt.asIntN(64, numerator * powerOfTen(shift) - BigInt(near) * denominator);
  const twiceRest = 2 * Number(rest);
  const isBeyond = Math.abs(twiceRest) > under || (Math.abs(twiceRest) === under && near % 2 === 1);
  return { digits: isBeyond ? near + Math.sign(twiceRest) : near, exponent: exponent - shift };
}

/** The power of ten in a quotient, or one beside it. */
function magnitudeOf(size: bigint, denominator: bigint): number {
  const guess = Math.floor(Math.log10(Number(size) / Number(denominator)));
  return Number.isFinite(guess) ? guess : size.toString().length - denominator.toString().length;
}

function shifted(numerator: bigint, denominator: bigint, shift: number): readonly [bigint, bigint] {
  return shift >= 0
    ? [numerator * powerOfTen(shift), denominator]
    : [numerator, denominator * powerOfTen(-shift)];
}

function plainText(whole: bigint, exponent: number): string {
  if (exponent >= 0) return `${whole}${'0'.repeat(exponent)}`;
  const digits = sizeOf(whole)
    .toString()
    .padStart(1 - exponent, '0');
  return `${whole < 0n ? '-' : ''}${digits.slice(0, exponent)}.${digits.slice(exponent)}`;
}

function sizeOf(whole: bigint): bigint {
  return whole < 0n ? -whole : whole;
}

const POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, power) => 10n ** BigInt(power));

const DOUBLE_POWERS: readonly number[] = POWERS.map(Number);

/** The last one that is a double exactly: 5^22 has 52 bits. */
const EXACT_POWER_MAX = 1e22;

function powerOfTen(power: number): bigint {
  return POWERS[power] ?? 10n ** BigInt(power);
}
