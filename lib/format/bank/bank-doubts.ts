import type { BankTerm } from '#lib/domain/bank/bank-terms';
import { plainAmount } from '#lib/contract/plain-amount';
import { decimalFraction, type DecimalFraction } from '#lib/domain/rates/decimal-fraction';
import { figureText, rateParts } from '#lib/format/numbers/figures';
import { localNumber } from '#lib/format/numbers/number-text';
import type { BankContext, PartReading } from './bank-context.ts';
import { moneyText, termText } from './bank-words.ts';

/** A figure this near to another one may well be that one: banks are a few per cent beside mid-market. */
const NEAR = Math.log(1.05);

/** A figure this near to a power of ten of another one has likely lost its point. */
const NEAR_TENFOLD = Math.log(1.25);

/** A sum of the other side is no likely fee where it is less than this part of the amount. */
const FEE_PART_MIN = 0.25;

/** A rate of `to` per 1 `from` that nothing but its figure says the direction of: taken, unless it is near to another rate. */
export function doubtedRate(rate: string, context: BankContext): PartReading {
  const { from, to } = context;
  const [figure, mid] = [Number(rate), midRate(context)];
  const term: BankTerm = { kind: 'rate', base: from.code, quote: to.code, rate };
  if (isOtherWay(figure, { expected: mid, other: 1 / mid })) {
    const turned: BankTerm = { kind: 'rate', base: to.code, quote: from.code, rate };
    return {
      kind: 'doubted',
      sentence: `Did you mean ${termText(turned)}?`,
      fixes: [
        { label: 'Yes, turn it round', term: turned },
        { label: 'No, keep it', term },
      ],
    };
  }
  const power = tenfold(figure, mid);
  const meant = power === 0 ? null : shifted(rate, -power);
  if (meant === null) return { kind: 'term', term };
  return {
    kind: 'doubted',
    sentence: `${localNumber(rate)} is about ${timesText(power)} the mid-market rate of ${figureText(rateParts(mid))}: did you mean ${localNumber(meant)}?`,
    fixes: [
      { label: `Yes, ${localNumber(meant)}`, term: { ...term, rate: meant } },
      { label: 'No, keep it', term },
    ],
  };
}

/** A sum received, of `to` as far as anybody can tell. */
export function doubtedSum(amount: string, context: BankContext, isOfTo: boolean): PartReading {
  const { from, to, mid } = context;
  const [figure, given, rate] = [Number(amount), Number(mid.amount), midRate(context)];
  const term: BankTerm = { kind: 'received', amount, code: to.code };
  if (!isOfTo && isOtherWay(figure, { expected: given * rate, other: given / rate })) {
    return {
      kind: 'doubted',
      sentence: `${localNumber(amount)} is about what ${givenText(context, to)} give in ${from.code}: swap the currencies above, or type the sum in ${to.code}.`,
      fixes: [{ label: `It is ${localNumber(amount)} ${to.code}`, term }],
    };
  }
  const power = tenfold(figure, given * rate);
  const meant = power === 0 ? null : shifted(amount, -power);
  if (meant === null) return { kind: 'term', term };
  const fair = moneyText(fractionOf(given * rate), to);
  return {
    kind: 'doubted',
    sentence: `${localNumber(amount)} is about ${timesText(power)} the ${fair} of mid-market: did you mean ${localNumber(meant)}?`,
    fixes: [
      { label: `Yes, ${localNumber(meant)}`, term: { ...term, amount: meant } },
      { label: 'No, keep it', term },
    ],
  };
}

/** An amount of `from` without a word for what it is: a fee, unless it is too much for one. */
export function doubtedFee(amount: string, context: BankContext): PartReading {
  const { from, to, mid } = context;
  const [figure, given, rate] = [Number(amount), Number(mid.amount), midRate(context)];
  const fee: BankTerm = { kind: 'fee', amount, code: from.code };
  if (given === 0) return { kind: 'term', term: fee };
  if (figure > given) {
    return {
      kind: 'doubted',
      sentence: `A fee of ${localNumber(amount)} ${from.code} is more than the ${givenText(context, from)} that you pay: correct it, or say that you paid that much in all.`,
      fixes: [{ label: `I paid ${localNumber(amount)} ${from.code} in all`, term: { ...fee, kind: 'paid' } }],
    };
  }
  const isSwapped = figure / given >= FEE_PART_MIN && Math.abs(Math.log((figure * rate) / given)) < NEAR;
  if (!isSwapped) return { kind: 'term', term: fee };
  return {
    kind: 'doubted',
    sentence: `${localNumber(amount)} ${from.code} is about what ${givenText(context, to)} give: swap the currencies above, or type the sum in ${to.code}.`,
    fixes: [{ label: 'It is a fee', term: fee }],
  };
}

/** Whether a bare number is a rate rather than a sum: by which of the two it is nearer to, as factors. */
export function isRateRather(figure: string, context: BankContext): boolean {
  const [value, given, rate] = [Number(figure), Number(context.mid.amount), midRate(context)];
  if (given === 0) return true;
  const isSwappedSum = isOtherWay(value, { expected: given * rate, other: given / rate });
  if (isOtherWay(value, { expected: rate, other: 1 / rate })) return true;
  if (isSwappedSum && distance(value, rate) > NEAR_TENFOLD) return false;
  return distance(value, rate) <= distance(value, given * rate);
}

/** A sum so large that it is what comes out, and no fee. */
export function isSumRather(amount: string, context: BankContext): boolean {
  return Number(amount) * 2 >= Number(context.mid.amount) * midRate(context);
}

/** Units of `to` per unit of `from`, near enough to compare by. */
function midRate({ mid: { rate } }: BankContext): number {
  return Number(rate.numerator) / Number(rate.denominator);
}

function distance(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}

/** Whether a figure is near to `other`, and that is not just as near to what is expected. */
function isOtherWay(
  figure: number,
  { expected, other }: { readonly expected: number; readonly other: number },
): boolean {
  const [near, far] = [distance(figure, other), distance(figure, expected)];
  return near < NEAR && far > Math.max(NEAR, 2 * near);
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
