import { type AmountRefusal, plainAmount } from '#lib/contract/plain-amount';

/** What a typed text means as an amount; `amount` and `readings` are plain decimals such as `1200.5`. */
export type AmountReading =
  | { readonly kind: 'amount'; readonly amount: string }
  /** Two readings, the larger first: 1.200 is 1200 with a grouping point and 1.2 with a decimal one. */
  | { readonly kind: 'ambiguous'; readonly readings: readonly [string, string] }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly sentence: string };

const REFUSALS: Readonly<Record<AmountRefusal, string>> = {
  form: 'This is not an amount. Digits, a point and grouping commas are understood.',
  digits: 'An amount has at most 15 digits, so that no digit is lost on the way.',
  small: 'The smallest amount is 0.000000000001.',
  large: 'The largest amount is 1,000,000,000,000,000.',
};

const NEGATIVE = 'An amount is 0 or more.';

/** Three digits after a lone point, as 1.200: thousands to one half of the world, decimals to the other. */
const AMBIGUOUS_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const COMMA_GROUPS = /^[1-9]\d{0,2}(,\d{2,3})*,\d{3}$/;
const POINT_GROUPS = /^[1-9]\d{0,2}(\.\d{3}){2,}$/;
const SPACE_GROUPS = /^\d{1,3}([ '’]\d{3})+([.,]\d*)?$/;

/** Reads what a person typed: English grouping, other countries' where it is unmistakable, and a question back where it is not. */
export function readAmountText(typed: string): AmountReading {
  const text = typed
    .normalize('NFKC')
    .replace(/\p{Sc}/gu, '')
    .trim();
  if (text === '') return { kind: 'empty' };
  if (/^[-−–]/.test(text)) return { kind: 'refused', sentence: NEGATIVE };
  if (AMBIGUOUS_POINT.test(text)) {
    const readings = [plainAmount(text.replace('.', '')), plainAmount(text)] as const;
    if (readings[0].ok && readings[1].ok) {
      return { kind: 'ambiguous', readings: [readings[0].amount, readings[1].amount] };
    }
  }
  const plain = plainAmount(completed(englishDecimal(text)));
  if (plain.ok) return { kind: 'amount', amount: plain.amount };
  return { kind: 'refused', sentence: REFUSALS[plain.refusal] };
}

/** A plain amount as the field shows it: grouped, at least the currency's minor units. 1200 with 2 is `1,200.00`. */
export function amountFieldText(amount: string, minorUnits: number | null): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const shown = fraction.padEnd(minorUnits ?? 0, '0');
  return shown === '' ? groupDigits(whole) : `${groupDigits(whole)}.${shown}`;
}

/** A field's text with its caret. */
export interface CaretText {
  readonly text: string;
  readonly caret: number;
}

/**
 * Keeps the grouping of a text right while it is edited: `1,2005` becomes `12,005`, the caret stays behind its digit.
 * A comma that the person typed, and whatever was not in our own grouping before, is left alone: it may be a decimal comma.
 */
export function regroupEdited(previous: string, { text, caret }: CaretText): CaretText {
  const digits = text.replaceAll(',', '');
  const isOurs = groupTyped(previous.replaceAll(',', '')) === previous;
  if (!isOurs || !/^\d*\.?\d*$/.test(digits) || insertedInto(previous, text).includes(','))
    return { text, caret };
  const before = text.slice(0, caret).replaceAll(',', '').length;
  const grouped = groupTyped(digits);
  let position = 0;
  for (let seen = 0; seen < before; position += 1) if (grouped[position] !== ',') seen += 1;
  return { text: grouped, caret: position };
}

/** Turns the separators of any country into English ones where only one reading is possible; otherwise the text as it is. */
function englishDecimal(text: string): string {
  if (SPACE_GROUPS.test(text)) return text.replace(/[ '’]/g, '').replace(',', '.');
  const hasPoint = text.includes('.');
  if (text.includes(',') && hasPoint) return withLastAsPoint(text);
  if (COMMA_GROUPS.test(text)) return text.replaceAll(',', '');
  if (POINT_GROUPS.test(text)) return text.replaceAll('.', '');
  return hasPoint ? text : text.replace(',', '.');
}

function withLastAsPoint(text: string): string {
  const isPointLast = text.lastIndexOf('.') > text.lastIndexOf(',');
  const [grouping, mark] = isPointLast ? [',', '.'] : ['.', ','];
  const at = text.lastIndexOf(mark);
  const whole = text.slice(0, at);
  const groups = isPointLast ? COMMA_GROUPS : /^[1-9]\d{0,2}(\.\d{3})+$/;
  return groups.test(whole) ? `${whole.replaceAll(grouping, '')}.${text.slice(at + 1)}` : text;
}

/** Lets a number be under way: `.5` is 0.5 and `1200.` is 1200. */
function completed(text: string): string {
  if (!/^\d*\.?\d*$/.test(text) || text === '.') return text;
  return text.replace(/^\./, '0.').replace(/\.$/, '');
}

function groupTyped(digits: string): string {
  const [whole = '', ...fraction] = digits.split('.');
  return [groupDigits(whole), ...fraction].join('.');
}

function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** What an edit put in: the part of the new text between what it has in common with the old one at both ends. */
function insertedInto(previous: string, text: string): string {
  const shorter = Math.min(previous.length, text.length);
  let start = 0;
  while (start < shorter && previous[start] === text[start]) start += 1;
  let end = 0;
  while (end < shorter - start && previous.at(-1 - end) === text.at(-1 - end)) end += 1;
  return text.slice(start, text.length - end);
}
