/** A typed amount in plain characters: ASCII digits, `.` `,` `'` and spaces as marks, `+ - * / ( ) %`, and letters of exponents. */
export interface AsciiAmount {
  readonly text: string;
  /** Whether its decimal mark is certain, as with the Arabic one; it is then written as a point. */
  readonly isPointOnly: boolean;
}

const ARABIC_DECIMAL_MARK = '\u066b';
const FULL_WIDTH = { first: 0xff01, last: 0xff5e, shift: 0xfee0 } as const;

const SIGNS: Readonly<Record<string, string>> = {
  [ARABIC_DECIMAL_MARK]: '.',
  '\u066c': "'",
  '\u066a': '%',
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '\u00b4': "'",
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u00d7': '*',
  '\u2217': '*',
  '\u22c5': '*',
  '\u00b7': '*',
  '\u00f7': '/',
  '\u2215': '/',
  '\u3001': ',',
  '\u3002': '.',
};

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
  const ascii = [...kept].map(asciiOf);
  if (ascii.includes(null)) return null;
  const text = ascii
    .join('')
    .trim()
    .replace(MULTIPLE, (_whole, name: string) => `e${MULTIPLES[name.toLowerCase()] ?? 0}`)
    .replace(/%\s*of\s+/i, '%*')
    .replace(/(?<=[\d)%]\s*)x(?=\s*[\d(.,])/gi, '*');
  return { text, isPointOnly: kept.includes(ARABIC_DECIMAL_MARK) };
}

function asciiOf(sign: string): string | null {
  const code = sign.codePointAt(0) ?? 0;
  if (code <= 0x7e) return sign;
  if (code >= FULL_WIDTH.first && code <= FULL_WIDTH.last)
    return String.fromCodePoint(code - FULL_WIDTH.shift);
  if (/\p{Zs}/u.test(sign)) return ' ';
  return isDigit(code) ? String(code - zeroOf(code)) : (SIGNS[sign] ?? null);
}

/** The zero of a digit's script: every script has its ten digits in a row. */
function zeroOf(code: number): number {
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
  return zero;
}

function isDigit(code: number): boolean {
  return /\p{Nd}/u.test(String.fromCodePoint(code));
}
