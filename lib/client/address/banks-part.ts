import { plainAmount } from '#lib/contract/plain-amount';
import {
  BANK_LINES_MAX,
  BANK_NAME_MAX,
  type BankLine,
  type BankTerm,
  hasSum,
  type StatedFor,
  statedFor,
} from '#lib/domain/bank/bank-terms';

/** What ends a name in an address, or would be read as something else there. */
const NO_NAME = /[\p{Cc}:;,&=#+%?/\\]+/gu;

const CODE_FORM = /^[A-Z0-9]{2,10}$/;

/** What of a text of lines could be read, and the pieces that could not. */
export interface ReadBanks {
  readonly lines: readonly BankLine[];
  readonly wrong: readonly string[];
}

/**
 * Reads the lines of an address or a cookie, `Card:rate-1.12-EUR-USD,pct-2,for-EUR-USD;Bureau:get-112-USD,for-100-EUR-USD`:
 * names, each with what is stated and for which conversion. A line of which a piece is broken is left out, and so are those
 * beyond the most there can be.
 */
export function readBanks(text: string): ReadBanks {
  const read = text
    .split(';')
    .filter((line) => line !== '')
    .map((line) => ({ line, read: readLine(line) }));
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
      return `${text}:${[...terms.map(writeTerm), ...writeStated(stated)].join(',')}`;
    })
    .join(';');
}

/** A line that does not say what it was stated for, as of what is shown beside it; null where that does not say it either. */
export function completedLine(line: BankLine, shown: StatedFor | null): BankLine | null {
  const { terms, stated } = line;
  if (stated !== null) return line;
  const needed = statedFor(terms, shown ?? { from: '', to: '', amount: null });
  if (needed === null) return line;
  return shown === null || (hasSum(terms) && shown.amount === null) ? null : { ...line, stated: needed };
}

/** A name as it is kept: without marks that separate, and not too long. */
export function bankName(typed: string): string {
  const name = typed.replace(NO_NAME, ' ').replace(/\s+/g, ' ').trim();
  return [...name].slice(0, BANK_NAME_MAX).join('').trim();
}

function readLine(line: string): BankLine | null {
  const [named = '', stated = '', ...more] = line.split(':');
  const pieces = stated.split(',');
  const [conversion, ...others] = pieces.filter((piece) => piece.startsWith(FOR));
  const terms = pieces.filter((piece) => !piece.startsWith(FOR)).map(readTerm);
  const known = terms.filter((term) => term !== null);
  if (more.length > 0 || others.length > 0 || terms.length === 0 || known.length < terms.length) return null;
  const name = bankName(named);
  if (conversion === undefined) return { name, terms: known, stated: null };
  const read = readStated(conversion);
  if (read === null || (hasSum(known) && read.amount === null)) return null;
  return { name, terms: known, stated: statedFor(known, read) };
}

const FOR = 'for-';

/** `for-EUR-USD`, or `for-100-EUR-USD` of what was stated for an amount. */
function readStated(text: string): StatedFor | null {
  const pieces = text.slice(FOR.length).split('-');
  const [from = '', to = ''] = pieces.slice(-2);
  const [figure] = pieces.slice(0, -2);
  const isPair = pieces.length <= 3 && CODE_FORM.test(from) && CODE_FORM.test(to) && from !== to;
  if (!isPair) return null;
  if (figure === undefined) return { from, to, amount: null };
  const read = plainAmount(figure);
  return read.ok && read.amount === figure ? { from, to, amount: figure } : null;
}

function writeStated(stated: StatedFor | null): readonly string[] {
  if (stated === null) return [];
  const { from, to, amount } = stated;
  return [`${FOR}${amount === null ? '' : `${amount}-`}${from}-${to}`];
}

function readTerm(text: string): BankTerm | null {
  const [word, figure = '', code = '', quote = '', ...more] = text.split('-');
  const read = plainAmount(figure);
  if (!read.ok || read.amount !== figure || more.length > 0) return null;
  const isMoney = CODE_FORM.test(code) && quote === '';
  switch (word) {
    case 'rate':
      return CODE_FORM.test(code) && CODE_FORM.test(quote) && code !== quote && figure !== '0'
        ? { kind: 'rate', base: code, quote, rate: figure }
        : null;
    case 'pct':
      return code === '' && Number(figure) <= 100 ? { kind: 'percent', percent: figure } : null;
    case 'get':
      return isMoney ? { kind: 'received', amount: figure, code } : null;
    case 'paid':
    case 'fee':
      return isMoney ? { kind: word, amount: figure, code } : null;
    default:
      return null;
  }
}

function writeTerm(term: BankTerm): string {
  switch (term.kind) {
    case 'rate':
      return `rate-${term.rate}-${term.base}-${term.quote}`;
    case 'percent':
      return `pct-${term.percent}`;
    case 'received':
      return `get-${term.amount}-${term.code}`;
    case 'paid':
    case 'fee':
      return `${term.kind}-${term.amount}-${term.code}`;
    default:
      return term satisfies never;
  }
}
