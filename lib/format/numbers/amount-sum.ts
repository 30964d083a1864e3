import {
  add,
  type ExactNumber,
  exactNumber,
  divide,
  multiply,
  subtract,
} from '#lib/domain/rates/exact-number';

/** How a text is read where two ways are common: its decimal mark, and what `%` behind a plus or minus is a percentage of. */
export interface SumReading {
  readonly mark: DecimalMark;
  /** 200 + 15 % is 230 of what stands before it, as on a calculator, and 200.15 as a hundredth. */
  readonly percent: 'of-before' | 'hundredth';
}

/** A sum worked out exactly, or why it could not be. */
export type WorkedSum =
  | { readonly ok: true; readonly value: ExactNumber }
  | { readonly ok: false; readonly why: 'form' | 'zero' };

const TOKEN = /(?:\d|[.,]\d)(?:[\d.,']| (?=\d))*(?:e-?\d{1,3})?|[-+*/()%]/gi;
const ZERO = exactNumber(0);
const PERCENT = exactNumber(0.01);

/** What of a sum is still to be read, and what was wrong with it. */
interface Cursor {
  readonly tokens: readonly string[];
  at: number;
  why: 'form' | 'zero';
}

/** Works out numbers with + - * / ( ) and %, by the usual precedence, exactly. */
export function workOutSum(text: string, reading: SumReading): WorkedSum {
  const tokens = tokensOf(text);
  if (tokens === null) return { ok: false, why: 'form' };
  const cursor: Cursor = { tokens, at: 0, why: 'form' };
  const value = readSum(cursor, reading);
  if (value === null) return { ok: false, why: cursor.why };
  return cursor.at === tokens.length ? { ok: true, value } : { ok: false, why: 'form' };
}

function tokensOf(text: string): readonly string[] | null {
  const tokens = text.match(TOKEN) ?? [];
  const isWhole = withoutSpaces(tokens.join('')) === withoutSpaces(text);
  return isWhole ? tokens : null;
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}

function readSum(cursor: Cursor, reading: SumReading): ExactNumber | null {
  let sum = readProduct(cursor, reading);
  for (let sign = sum && take(cursor, '+-'); sum && sign; sign = take(cursor, '+-')) {
    const start = cursor.at;
    const product = readProduct(cursor, reading);
    if (product === null) return null;
    const isShare = reading.percent === 'of-before' && isPercentAlone(cursor, start);
    const term = isShare ? multiply(sum, product) : product;
    sum = sign === '+' ? add(sum, term) : subtract(sum, term);
  }
  return sum;
}

/** Whether what was read from `start` on is nothing but a number with its %. */
function isPercentAlone({ tokens, at }: Cursor, start: number): boolean {
  return at === start + 2 && tokens[start + 1] === '%';
}

function readProduct(cursor: Cursor, reading: SumReading): ExactNumber | null {
  let product = readSigned(cursor, reading);
  for (let operator = product && take(cursor, '*/'); product && operator; operator = take(cursor, '*/')) {
    const factor = readSigned(cursor, reading);
    if (factor === null) return null;
    if (operator === '/' && factor.numerator === 0n) {
      cursor.why = 'zero';
      return null;
    }
    product = operator === '*' ? multiply(product, factor) : divide(product, factor);
  }
  return product;
}

function readSigned(cursor: Cursor, reading: SumReading): ExactNumber | null {
  const sign = take(cursor, '-+');
  if (sign === null) return readWithPercent(cursor, reading);
  const value = readSigned(cursor, reading);
  return value && sign === '-' ? subtract(ZERO, value) : value;
}

function readWithPercent(cursor: Cursor, reading: SumReading): ExactNumber | null {
  const value = readPrimary(cursor, reading);
  return value && take(cursor, '%') !== null ? multiply(value, PERCENT) : value;
}

function readPrimary(cursor: Cursor, reading: SumReading): ExactNumber | null {
  if (take(cursor, '(') !== null) {
    const inner = readSum(cursor, reading);
    return inner && take(cursor, ')') !== null ? inner : null;
  }
  const value = readWrittenNumber(cursor.tokens[cursor.at] ?? '', reading.mark);
  cursor.at += 1;
  return value;
}

/** The next token where it is one of these, taken. */
function take(cursor: Cursor, signs: string): string | null {
  const token = cursor.tokens[cursor.at];
  if (token === undefined || token.length !== 1 || !signs.includes(token)) return null;
  cursor.at += 1;
  return token;
}

/** The mark between whole and fraction: a point, or a comma where points group. */
export type DecimalMark = '.' | ',';

/** Both ways in which the world writes decimals. */
export const DECIMAL_MARKS: readonly DecimalMark[] = ['.', ','];

/** Every way to group that does not depend on the decimal mark: none, or spaces and apostrophes by threes. */
const PLAIN_OR_SPACED = /^(?:\d+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:'\d{3})+)$/;

/** Western groups of three and Indian ones: 1,234,567 and 12,34,567. */
const COMMA_GROUPS = /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})$/;
const POINT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

const FORM = /^([\d., ']*?)(?:([.,])(\d*))?(?:e(-?\d{1,3}))?$/i;

/**
 * The number that a text means when `mark` is its decimal mark, exactly; null where it then means none: `1.200` is 1.2 with
 * a point and 1200 with a comma, `1.200,5` is 1200.5 with a comma and nothing with a point. A fraction may lack its whole
 * or its digits, as while it is typed.
 */
function readWrittenNumber(text: string, mark: DecimalMark): ExactNumber | null {
  const form = FORM.exec(text);
  if (!form) return null;
  const [, before = '', lastMark, after = '', exponent = '0'] = form;
  const isFraction = lastMark === mark;
  const whole = isFraction || lastMark === undefined ? before : before + lastMark + after;
  const fraction = isFraction ? after : '';
  if (whole + fraction === '' || !isWhole(whole, mark)) return null;
  const written = exactNumber(`${whole.replace(/\D/g, '') || '0'}.${fraction}`);
  return multiply(written, exactNumber(`1e${exponent}`));
}

function isWhole(whole: string, mark: DecimalMark): boolean {
  if (whole === '' || PLAIN_OR_SPACED.test(whole)) return true;
  return (mark === '.' ? COMMA_GROUPS : POINT_GROUPS).test(whole);
}
