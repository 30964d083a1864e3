import type { BankTerm } from '#lib/domain/bank/bank-terms';
import { plainAmount } from '#lib/contract/plain-amount';
import { decimalFraction, type DecimalFraction } from '#lib/domain/rates/decimal-fraction';
import { figureText, rateParts } from '#lib/format/numbers/figures';
import { localNumber } from '#lib/format/numbers/number-text';
import type { BankContext, PartReading, TermFix } from './bank-context.ts';
import { moneyText, termText } from './bank-words.ts';

/** A figure this near to another one may well be that one: cards and exchange offices are up to a fifth beside mid-market. */
const NEAR = Math.log(1.2);

/** An amount with its currency this near to a rate may be one rather than a fee. */
const NEAR_RATE = Math.log(1.15);

/** How much nearer the other reading of a figure has to be than its own. */
const CLEARLY_NEARER = 0.75;

/** A figure this near to a power of ten of another one has likely lost its point. */
const NEAR_TENFOLD = Math.log(1.25);

/** A sum of the other side is this near to the amount that mid-market gives. */
const NEAR_SUM = Math.log(1.05);

/** An amount of at least this part of what is paid is an unlikely fee, and what was paid is not less. */
const LIKELY_PART = 0.5;

/** A figure, and the same one with its mark read the other way. */
interface Figure {
  readonly amount: string;
  readonly other: string | null;
  readonly code: string | null;
}

interface RateFigure {
  readonly base: string;
  readonly quote: string;
  readonly rate: string;
  readonly other: string | null;
  /** Whether it says its direction beyond doubt, as `1 EUR = 1.12 USD` does. */
  readonly isDecided: boolean;
}

/** A rate: taken, unless it is rather the other way round, in another notation, or has lost its point. */
export function checkedRate(
  { base, quote, rate, other, isDecided }: RateFigure,
  context: BankContext,
): PartReading {
  const mid = midOf(base, quote, context);
  const term: BankTerm = { kind: 'rate', base, quote, rate };
  if (mid === null) return { kind: 'term', term };
  const figure = Number(rate);
  const turned: BankTerm = { kind: 'rate', base: quote, quote: base, rate };
  const keep: TermFix = { label: 'No, keep it', term };
  const asked = (meantTerm: BankTerm, label: string): PartReading => ({
    kind: 'doubted',
    sentence: `Did you mean ${termText(meantTerm)}?`,
    fixes: [{ label, term: meantTerm }, keep],
  });
  if (!isDecided && isOtherWay(figure, { expected: mid, other: 1 / mid })) {
    return asked(turned, 'Yes, turn it round');
  }
  if (other !== null && distance(figure, mid) > NEAR) {
    const label = `Yes, ${localNumber(other)}`;
    if (distance(Number(other), mid) < NEAR) return asked({ ...term, rate: other }, label);
    if (!isDecided && distance(Number(other), 1 / mid) < NEAR)
      return asked({ ...turned, rate: other }, label);
  }
  const power = tenfold(figure, mid);
  const meant = power === 0 ? null : shifted(rate, -power);
  if (meant === null) return { kind: 'term', term };
  return {
    kind: 'doubted',
    sentence: `${localNumber(rate)} is about ${timesText(power)} the mid-market rate of ${figureText(rateParts(mid))}: did you mean ${localNumber(meant)}?`,
    fixes: [{ label: `Yes, ${localNumber(meant)}`, term: { ...term, rate: meant } }, keep],
  };
}

/** An amount that may be the rate in its currency; null where it is none, or is about what the whole amount gives. */
export function doubtedAsRate(
  { amount, code }: Figure,
  taken: BankTerm,
  context: BankContext,
): PartReading | null {
  const { from, to, mid } = context;
  const [figure, rate] = [Number(amount), midRate(context)];
  if (code !== from.code && distance(figure, Number(mid.amount) * rate) < NEAR) return null;
  const rates: readonly BankTerm[] = [
    { kind: 'rate', base: from.code, quote: to.code, rate: amount },
    { kind: 'rate', base: to.code, quote: from.code, rate: amount },
  ];
  const [meant] = rates.filter(
    (one) =>
      one.kind === 'rate' &&
      (code === null || code === one.quote) &&
      distance(figure, midOf(one.base, one.quote, context) ?? Number.NaN) < NEAR_RATE,
  );
  if (meant === undefined) return null;
  return {
    kind: 'doubted',
    sentence: `${localNumber(amount)} is near the mid-market rate: did you mean ${termText(meant)}?`,
    fixes: [meant, taken].map((term) => ({ label: termText(term), term })),
  };
}

/** A sum received, of `to` as far as anybody can tell. */
export function doubtedSum(money: Figure, context: BankContext): PartReading {
  const { from, to, mid } = context;
  const { amount, other, code } = money;
  const [figure, given, rate] = [Number(amount), Number(mid.amount), midRate(context)];
  const term: BankTerm = { kind: 'received', amount, code: to.code };
  const asRate = doubtedAsRate(money, term, context);
  if (asRate !== null) return asRate;
  if (code === null && isSwappedSum(figure, { expected: given * rate, other: given / rate })) {
    return {
      kind: 'doubted',
      sentence: `${localNumber(amount)} is about what ${givenText(context, to)} give in ${from.code}: swap the currencies above, or type the sum in ${to.code}.`,
      fixes: [{ label: `It is ${localNumber(amount)} ${to.code}`, term }],
    };
  }
  const fair = moneyText(fractionOf(given * rate), to);
  const keep: TermFix = { label: 'No, keep it', term };
  const asOther = isOtherNotation(money, given * rate) ? other : null;
  const power = tenfold(figure, given * rate);
  const meant = asOther ?? (power === 0 ? null : shifted(amount, -power));
  if (meant === null) return { kind: 'term', term };
  const size = asOther === null ? `is about ${timesText(power)}` : 'is far from';
  return {
    kind: 'doubted',
    sentence: `${localNumber(amount)} ${size} the ${fair} of mid-market: did you mean ${localNumber(meant)}?`,
    fixes: [{ label: `Yes, ${localNumber(meant)}`, term: { ...term, amount: meant } }, keep],
  };
}

/** All that was paid: taken, unless it is so far from the amount that it is rather a fee, or another amount. */
export function doubtedPaid(amount: string, context: BankContext): PartReading {
  const { from, mid } = context;
  const [figure, given] = [Number(amount), Number(mid.amount)];
  const paid: BankTerm = { kind: 'paid', amount, code: from.code };
  if (given === 0 || distance(figure, given) <= -Math.log(LIKELY_PART)) return { kind: 'term', term: paid };
  const fee: BankTerm = { kind: 'fee', amount, code: from.code };
  return {
    kind: 'doubted',
    sentence: `${localNumber(amount)} ${from.code} is far from the ${givenText(context, from)} above: correct it, or say what it is.`,
    fixes: [
      ...(figure < given ? [{ label: 'It is a fee', term: fee }] : []),
      { label: `I paid ${localNumber(amount)} ${from.code} in all`, term: paid },
    ],
  };
}

/** An amount of `from` without a word for what it is: a fee, unless it is too much for one. */
export function doubtedFee(amount: string, context: BankContext): PartReading {
  const { from, to, mid } = context;
  const [figure, given, rate] = [Number(amount), Number(mid.amount), midRate(context)];
  const fee: BankTerm = { kind: 'fee', amount, code: from.code };
  if (given === 0 || figure < given * LIKELY_PART) return { kind: 'term', term: fee };
  const text = `${localNumber(amount)} ${from.code}`;
  const paid: TermFix = { label: `I paid ${text} in all`, term: { ...fee, kind: 'paid' } };
  if (figure > given) {
    const sentence = `A fee of ${text} is more than the ${givenText(context, from)} that you pay: correct it, or say that you paid that much in all.`;
    return { kind: 'doubted', sentence, fixes: [paid] };
  }
  const sentence =
    distance(figure * rate, given) < NEAR_SUM
      ? `${text} is about what ${givenText(context, to)} give: swap the currencies above, or type the sum in ${to.code}.`
      : `Is ${text} the fee, or all that you paid?`;
  return { kind: 'doubted', sentence, fixes: [{ label: 'It is a fee', term: fee }, paid] };
}

/** Whether a bare number is a rate rather than a sum: by which of the two it is nearer to, as factors. */
export function isRateRather({ amount, other }: Figure, context: BankContext): boolean {
  const [value, given, rate] = [Number(amount), Number(context.mid.amount), midRate(context)];
  if (given === 0) return true;
  // In the other notation it is a rate, and as it stands no likely sum.
  if (other !== null && distance(Number(other), rate) < NEAR && distance(value, given * rate) > NEAR)
    return true;
  const isSwapped = isSwappedSum(value, { expected: given * rate, other: given / rate });
  const toRate = Math.min(distance(value, rate), distance(value, 1 / rate));
  if (isSwapped && toRate > NEAR_TENFOLD) return false;
  return toRate <= distance(value, given * rate);
}

/** A sum so large that it is what comes out, and no fee; or that is it in the other notation. */
export function isSumRather(money: Figure, context: BankContext): boolean {
  const fair = Number(context.mid.amount) * midRate(context);
  return Number(money.amount) >= fair * LIKELY_PART || isOtherNotation(money, fair);
}

function isOtherNotation({ amount, other }: Figure, expected: number): boolean {
  return (
    other !== null && distance(Number(amount), expected) > NEAR && distance(Number(other), expected) < NEAR
  );
}

/** Units of `to` per unit of `from`, near enough to compare by. */
function midRate({ mid: { rate } }: BankContext): number {
  return Number(rate.numerator) / Number(rate.denominator);
}

/** Units of `quote` per unit of `base`; null of another pair. */
function midOf(base: string, quote: string, context: BankContext): number | null {
  const { from, to } = context;
  if (base === from.code && quote === to.code) return midRate(context);
  return base === to.code && quote === from.code ? 1 / midRate(context) : null;
}

function distance(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}

interface Readings {
  readonly expected: number;
  readonly other: number;
}

/** Whether a figure is near to `other`, and clearly nearer than to what is expected. */
function isOtherWay(figure: number, { expected, other }: Readings): boolean {
  const near = distance(figure, other);
  return near < NEAR && near < CLEARLY_NEARER * distance(figure, expected);
}

/** The same of a sum, which is compared with a sum of the other side and not with a rate. */
function isSwappedSum(figure: number, readings: Readings): boolean {
  return distance(figure, readings.other) < NEAR_SUM && isOtherWay(figure, readings);
}

/** The power of ten that a figure seems to be off by; 0 for none. */
function tenfold(figure: number, expected: number): number {
  const power = Math.round(Math.log10(figure / expected));
  return Number.isFinite(power) && distance(figure, expected * 10 ** power) < NEAR_TENFOLD ? power : 0;
}

function shifted(amount: string, power: number): string | null {
  const read = plainAmount(`${amount}e${power}`);
  return read.ok ? read.amount : null;
}

function timesText(power: number): string {
  const times = localNumber(`1${'0'.repeat(Math.abs(power))}`);
  return power > 0 ? `${times} times` : `1/${times} of`;
}

/** The amount of the conversion, as so much of a currency. */
function givenText({ mid }: BankContext, unit: BankContext['from']): string {
  return moneyText(decimalFraction(mid.amount), unit);
}

function fractionOf(figure: number): DecimalFraction {
  return decimalFraction(String(figure));
}
