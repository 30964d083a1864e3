/** A typed amount in plain characters: ASCII digits, `.` `,` `'` and spaces as marks, `+ - * / ( ) %`, and letters of exponents. */
export interface AsciiAmount {
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
export function asciiAmount(typed: string): AsciiAmount | null {
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
