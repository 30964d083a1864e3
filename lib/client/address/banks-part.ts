import { plainAmount } from '#lib/contract/plain-amount';
import {
  BANK_LINES_MAX,
  BANK_NAME_MAX,
  type BankLine,
  type BankTerm,
  ENDS_OF_KIND,
  type End,
  figureFault,
  kindsBeside,
  type StatedFor,
  statedFor,
  TERM_KINDS,
  type TermKind,
  TERMS_MAX,
} from '#lib/domain/bank/bank-terms';

/** What ends a name in an address, or would be read as something else there. */
const NO_NAME = /[\p{Cc}:;,&=#+%?/\\]+/gu;

const CODE_FORM = /^[A-Z0-9]{2,10}$/;

/** What an address calls a kind. */
const WORDS: Readonly<Record<TermKind, string>> = {
  rate: 'rate',
  received: 'get',
  paid: 'paid',
  percent: 'pct',
  fee: 'fee',
};

/** What begins the conversion that a line was stated for. */
const FOR = 'for-';

/** What of a text of lines could be read, and the lines that could not. */
export interface ReadBanks {
  readonly lines: readonly BankLine[];
  readonly wrong: readonly string[];
}

/**
 * Reads the lines of an address or a cookie, `Card:rate-1.12-EUR-USD,pct-2,for-EUR-USD;Bureau:get-112-USD,for-100-EUR-USD`:
 * names, each with what is stated and for which conversion. A line that does not say that was stated for `shown`, where there is
 * one. A line of which a piece is broken is left out, and so are those beyond the most there can be.
 */
export function readBanks(text: string, shown: StatedFor | null): ReadBanks {
  const read = text
    .split(';')
    .filter((line) => line !== '')
    .map((line) => ({ line, read: readLine(line, shown) }));
  return {
    lines: read.flatMap((one) => one.read ?? []).slice(0, BANK_LINES_MAX),
    wrong: read.flatMap((one) => (one.read === null ? [one.line] : [])),
  };
}

/** The lines as an address carries them; a space of a name is a plus. */
export function writeBanks(lines: readonly BankLine[]): string {
  return lines
    .map(({ name, terms, stated }) => {
      const text = encodeURIComponent(bankName(name)).replaceAll('%20', '+');
      return `${text}:${[...terms.map((term) => writeTerm(term, stated)), ...writeStated(stated)].join(',')}`;
    })
    .join(';');
}

/** A name as it is kept: without marks that separate, and not too long. */
export function bankName(typed: string): string {
  const name = typed.replace(NO_NAME, ' ').replace(/\s+/g, ' ').trim();
  return [...name].slice(0, BANK_NAME_MAX).join('').trim();
}

function readLine(line: string, shown: StatedFor | null): BankLine | null {
  const [named = '', text = '', ...more] = line.split(':');
  const pieces = text.split(',');
  const [given, ...others] = pieces.filter((piece) => piece.startsWith(FOR));
  if (more.length > 0 || others.length > 0) return null;
  const conversion = given === undefined ? shown : readStated(given);
  if (given !== undefined && conversion === null) return null;
  const terms: BankTerm[] = [];
  for (const piece of pieces.filter((one) => one !== given)) {
    const term = readTerm(piece, conversion);
    if (term === null || !kindsBeside(terms.map(({ kind }) => kind)).includes(term.kind)) return null;
    terms.push(term);
  }
  const stated = statedFor(terms, conversion);
  if (stated === undefined || terms.length === 0 || terms.length > TERMS_MAX) return null;
  return { name: bankName(named), terms, stated };
}

/** `for-EUR-USD`, or `for-100-EUR-USD` of what was stated for an amount. */
function readStated(text: string): StatedFor | null {
  const pieces = text.slice(FOR.length).split('-');
  const [from = '', to = ''] = pieces.slice(-2);
  const [figure] = pieces.slice(0, -2);
  const isPair = pieces.length <= 3 && CODE_FORM.test(from) && CODE_FORM.test(to) && from !== to;
  if (!isPair) return null;
  if (figure === undefined) return { from, to, amount: null };
  return isPlain(figure) ? { from, to, amount: figure } : null;
}

function writeStated(stated: StatedFor | null): readonly string[] {
  if (stated === null) return [];
  const { from, to, amount } = stated;
  return [`${FOR}${amount === null ? '' : `${amount}-`}${from}-${to}`];
}

function readTerm(text: string, conversion: StatedFor | null): BankTerm | null {
  const [word, figure = '', ...codes] = text.split('-');
  const kind = TERM_KINDS.find((one) => WORDS[one] === word);
  if (kind === undefined || !isPlain(figure) || figureFault(kind, figure) !== null) return null;
  const end = ENDS_OF_KIND[kind].find((one) => codesOf(kind, one, conversion).join('-') === codes.join('-'));
  return end === undefined ? null : { kind, end, figure };
}

function writeTerm({ kind, end, figure }: BankTerm, stated: StatedFor | null): string {
  return [WORDS[kind], figure, ...codesOf(kind, end, stated)].join('-');
}

/** The currencies that stand behind a figure: base and quote of a rate, one of an amount, none of a percentage. */
function codesOf(kind: TermKind, end: End, conversion: StatedFor | null): readonly string[] {
  if (kind === 'percent' || conversion === null) return [];
  if (kind !== 'rate') return [conversion[end]];
  return [conversion[end === 'from' ? 'to' : 'from'], conversion[end]];
}

function isPlain(figure: string): boolean {
  const read = plainAmount(figure);
  return read.ok && read.amount === figure;
}
