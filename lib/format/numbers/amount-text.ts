import { type AmountRefusal, plainAmount } from '#lib/contract/plain-amount';
import { otherCodesIn, useInstead } from '#lib/domain/currencies/other-codes';
import { compareExact, type ExactNumber, exactNumber, roundedText } from '#lib/domain/rates/exact-number';
import { DECIMAL_MARKS, type SumReading, workOutSum } from './amount-sum.ts';
import { currentLocale } from './current-locale.ts';
import { groupWhole, localNumber } from './number-text.ts';

/** What a typed text means as an amount; `amount` and `readings` are plain decimals such as `1200.5`. */
export type AmountReading =
  | { readonly kind: 'amount'; readonly amount: string; readonly isSum: boolean }
  /** Two readings, the larger first: 1.200 is 1200 with a grouping point and 1.2 with a decimal one. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly sentence: string };

const REFUSALS: Readonly<Record<AmountRefusal | 'sum' | 'zero' | 'negative' | 'unclear', string>> = {
  form: 'This is not an amount. Type a number, or a sum such as 1200*1.19.',
  sum: 'This sum cannot be worked out. Numbers with + − × ÷ and brackets are understood.',
  digits: 'An amount has at most 15 digits, so that no digit is lost on the way.',
  small: 'The smallest amount is 0.000000000001.',
  large: 'The largest amount is 1,000,000,000,000,000.',
  zero: 'Nothing can be divided by 0.',
  negative: 'An amount is 0 or more.',
  unclear: 'This can be read in more than two ways. Write it without grouping, and 15% as 0.15.',
};

/** A longer text is no amount; a bound also on how large a sum can grow. */
const LENGTH_MAX = 120;

const IS_SUM = /[-+*/()%]/;

/**
 * Reads an amount or a sum: as the visitor's locale writes it, and what that cannot be as any country does; asks back where
 * those disagree.
 */
export function readAmountText(typed: string): AmountReading {
  const ascii = asciiAmount(typed);
  if (ascii?.text === '') return { kind: 'empty' };
  if (ascii === null || ascii.text.length > LENGTH_MAX) return refused('form');
  const { text, isPointOnly } = ascii;
  const isSum = IS_SUM.test(text);
  const worked = workedOut(text, isPointOnly);
  const values = distinct(worked.flatMap((one) => (one.ok ? [one.value] : [])));
  if (values.length === 0) {
    const isZero = worked.some((one) => !one.ok && one.why === 'zero');
    return refused(isZero ? 'zero' : isSum ? 'sum' : 'form');
  }
  return answerOf(values, isSum);
}

/** A currency as amounts name it. */
export interface AmountUnit {
  readonly code: string;
  /** The sign in its mark: `€`, `C$`, `kr`. */
  readonly mark: string;
}

/**
 * Reads what stands in the field of a currency: with `isGrouped` its grouping marks are our own and say nothing. The currency's
 * own code or sign may stand at the amount; another one's sign, or the
 * code of a part of a unit, would make another amount of it and is refused.
 */
export function readFieldText({ text, isGrouped }: FieldText, unit: AmountUnit): AmountReading {
  const bare = withoutUnit(isGrouped ? text.replaceAll(currentLocale().group, '') : text, unit);
  const foreign = bare.match(/\p{Sc}/gu)?.find((sign) => !unit.mark.includes(sign));
  if (foreign !== undefined) {
    const sentence = `“${foreign}” is not a sign of ${unit.code}. Choose its currency, or leave the sign out.`;
    return { kind: 'refused', sentence };
  }
  const [other] = otherCodesIn(text);
  if (other) return { kind: 'refused', sentence: useInstead(other) };
  return readSign(bare, unit) ?? readAmountText(bare);
}

/** `5k` of a currency whose sign is K is five thousand or five; null where no such sign stands there. */
function readSign(text: string, { mark }: AmountUnit): AmountReading | null {
  if (!/^[km]$/i.test(mark) || !text.trim().toLowerCase().endsWith(mark.toLowerCase())) return null;
  const multiple = readAmountText(text);
  const plain = readAmountText(text.trim().slice(0, -1));
  if (multiple.kind !== 'amount' || plain.kind !== 'amount') return null;
  return { kind: 'ambiguous', readings: [multiple.amount, plain.amount] };
}

/** `100 EUR`, `eur 100`, `100 kr` and `US$100` without what names the currency. */
function withoutUnit(text: string, { code, mark }: AmountUnit): string {
  for (const name of [code, `${code.slice(0, 2)}${mark}`, mark]) {
    // A lone letter may be a multiple: 5k kwacha are five thousand, not five.
    const bare = name.length < 2 || /\d/.test(name) ? null : withoutName(text, name);
    if (bare !== null) return bare;
  }
  return text;
}

/** A text without a name, in any case, at its beginning or end; null where it has none there. */
function withoutName(text: string, name: string): string | null {
  const given = text.trim();
  const [lower, lowerName] = [given.toLowerCase(), name.toLowerCase()];
  const [after, before] = [given.slice(name.length), given.slice(0, -name.length)];
  if (lower.startsWith(lowerName) && !/^\p{L}/u.test(after)) return after;
  if (lower.endsWith(lowerName) && !/\p{L}$/u.test(before)) return before;
  return null;
}

/** The readings with the decimal mark of the visitor's locale, or every one where those are none. */
function workedOut(text: string, isPointOnly: boolean) {
  const readings = readingsOf(isPointOnly);
  const { decimal } = currentLocale();
  const own = readings.filter(({ mark }) => mark === decimal).map((reading) => workOutSum(text, reading));
  if (own.some(({ ok }) => ok)) return own;
  return readings.map((reading) => workOutSum(text, reading));
}

function readingsOf(isPointOnly: boolean): readonly SumReading[] {
  return DECIMAL_MARKS.filter((mark) => mark === '.' || !isPointOnly).flatMap((mark) => [
    { mark, percent: 'of-before' as const },
    { mark, percent: 'hundredth' as const },
  ]);
}

function distinct(values: readonly ExactNumber[]): readonly ExactNumber[] {
  return values.filter(
    (value, index) => values.findIndex((other) => compareExact(value, other) === 0) === index,
  );
}

function answerOf(values: readonly ExactNumber[], isSum: boolean): AmountReading {
  if (values.some(({ numerator }) => numerator < 0n)) return refused('negative');
  const amounts = new Set<string>();
  for (const value of values) {
    const rounded = roundedText(value);
    // A sum is rounded once, as every result here; what was typed in full is never.
    if (!isSum && compareExact(exactNumber(rounded), value) !== 0) return refused('digits');
    const read = plainAmount(rounded);
    if (!read.ok) return refused(read.refusal);
    amounts.add(read.amount);
  }
  const [one = '0', other, ...more] = [...amounts].toSorted((a, b) => Number(b) - Number(a));
  if (other === undefined) return { kind: 'amount', amount: one, isSum };
  return more.length === 0 ? { kind: 'ambiguous', readings: [one, other] } : refused('unclear');
}

function refused(why: keyof typeof REFUSALS): AmountReading {
  return { kind: 'refused', sentence: REFUSALS[why] };
}

/** A plain amount as the field shows it: in the visitor's locale, at least the currency's minor units. 1200 with 2 is `1,200.00`. */
export function amountFieldText(amount: string, minorUnits: number | null): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const shown = fraction.padEnd(minorUnits ?? 0, '0');
  return localNumber(shown === '' ? whole : `${whole}.${shown}`);
}

/** A field's text. */
export interface FieldText {
  readonly text: string;
  /** Whether the commas in it are our grouping, not typed. */
  readonly isGrouped: boolean;
}

/** A field's text after an edit: its caret, and what was put in before it; empty where something was taken away. */
interface EditedText {
  readonly text: string;
  readonly caret: number;
  readonly inserted: string;
}

/**
 * Keeps the grouping of a text right while it is edited: `1,2005` becomes `12,005`, the caret stays behind its digit. Where
 * what was typed is no longer a plain number, as a sum or one with another mark, our own grouping goes and what was typed stays.
 */
export function regroupEdited(
  previous: FieldText,
  { text, caret, inserted }: EditedText,
): FieldText & Pick<EditedText, 'caret'> {
  const { group } = currentLocale();
  const wasOurs = previous.isGrouped || group === '' || !previous.text.includes(group);
  if (!wasOurs) return { text, caret, isGrouped: false };
  const before = text.slice(0, caret - inserted.length).replaceAll(group, '') + inserted;
  const own = before + text.slice(caret).replaceAll(group, '');
  const grouped = groupTyped(own);
  if (grouped === null) return { text: own, caret: before.length, isGrouped: false };
  let position = 0;
  for (let seen = 0; seen < before.length; position += 1) if (grouped[position] !== group) seen += 1;
  return { text: grouped, caret: position, isGrouped: true };
}

/** A text with its whole digits grouped; null unless it is digits with at most one decimal mark of the visitor's locale. */
function groupTyped(text: string): string | null {
  const { decimal } = currentLocale();
  const [whole = '', ...fraction] = text.split(decimal);
  const isUnderWay = fraction.length <= 1 && /^\d*$/.test(whole + fraction.join(''));
  return isUnderWay ? [groupWhole(whole), ...fraction].join(decimal) : null;
}

/** A typed amount in plain characters: ASCII digits, `.` `,` `'` and spaces as marks, `+ - * / ( ) %`, and letters of exponents. */
interface AsciiAmount {
  readonly text: string;
  /** Whether its decimal mark is certain, as with the Arabic one; it is then written as a point. */
  readonly isPointOnly: boolean;
}

const ARABIC_DECIMAL_MARK = '\u066b';

/** Signs of other scripts and of typesetters, by what they mean. */
const MEANINGS: readonly (readonly [signs: RegExp, ascii: string])[] = [
  [/[\u066b\u3002]/g, '.'],
  [/\u3001/g, ','],
  [/[\u066c\u2018\u2019\u02bc\u00b4]/g, "'"],
  [/\u066a/g, '%'],
  [/[\u2212\u2010-\u2014]/g, '-'],
  [/[\u00d7\u2217\u22c5\u00b7]/g, '*'],
  [/[\u00f7\u2215]/g, '/'],
  [/\p{Zs}/gu, ' '],
];

/** What is as wide as a Chinese character stands in the same order as ASCII. */
const FULL_WIDTH = { signs: /[\uff01-\uff5e]/g, shift: 0xfee0 } as const;

/** Powers of ten by what stands behind a number: `10k`, `1.5 million`. */
const MULTIPLES: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  millions: 6,
  bn: 9,
  billion: 9,
};
const MULTIPLE = /(?<=\d)\s*(k|thousand|m|mn|mio|millions?|bn|billion)(?![a-z\d])/gi;

/**
 * Writes an amount of any script in ASCII; currency signs are left out. Null for characters that are no part of an amount:
 * fractions and superscripts such as `½` and `²` too, which plain digits would make another number of.
 */
function asciiAmount(typed: string): AsciiAmount | null {
  const kept = typed.replace(/[\p{Cf}\p{Sc}]/gu, '');
  let text = kept
    .replace(FULL_WIDTH.signs, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH.shift))
    .replace(/\p{Nd}/gu, digitOf);
  for (const [signs, ascii] of MEANINGS) text = text.replace(signs, ascii);
  if (/[^\0-~]/.test(text)) return null;
  text = text
    .trim()
    .replace(MULTIPLE, (_whole, name: string) => `e${MULTIPLES[name.toLowerCase()] ?? 0}`)
    .replace(/%\s*of\s+/i, '%*')
    .replace(/(?<=[\d)%]\s*)x(?=\s*[\d(.,])/gi, '*');
  return { text, isPointOnly: kept.includes(ARABIC_DECIMAL_MARK) };
}

/** The ASCII digit of any script's: every script has its ten digits in a row. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
  return String(code - zero);
}

function isDigit(code: number): boolean {
  return /\p{Nd}/u.test(String.fromCodePoint(code));
}
