import { plainAmount } from '#lib/contract/plain-amount';
import { BANK_LINES_MAX, BANK_NAME_MAX, type BankLine, type BankTerm } from '#lib/domain/bank/bank-terms';

/** What ends a name in an address, or would be read as something else there. */
const NO_NAME = /[\p{Cc}:;,&=#+%?/\\]+/gu;

const CODE_FORM = /^[A-Z0-9]{2,10}$/;

/** What of a text of lines could be read, and the pieces that could not. */
export interface ReadBanks {
  readonly lines: readonly BankLine[];
  readonly wrong: readonly string[];
}

/**
 * Reads the lines of an address or a cookie, `Card:rate-1.12-EUR-USD,pct-2,fee-5-EUR;Bureau:get-112-USD`: names, each with
 * what is stated. A line of which a piece is broken is left out, and so are those beyond the most there can be.
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
    .map(({ name, terms }) => {
      const text = encodeURIComponent(bankName(name)).replaceAll('%20', '+');
      return `${text}:${terms.map(writeTerm).join(',')}`;
    })
    .join(';');
}

/** A name as it is kept: without marks that separate, and not too long. */
export function bankName(typed: string): string {
  const name = typed.replace(NO_NAME, ' ').replace(/\s+/g, ' ').trim();
  return [...name].slice(0, BANK_NAME_MAX).join('').trim();
}

function readLine(line: string): BankLine | null {
  const [named = '', stated = '', ...more] = line.split(':');
  const terms = stated.split(',').map(readTerm);
  const known = terms.filter((term) => term !== null);
  if (more.length > 0 || known.length < terms.length) return null;
  return { name: bankName(named), terms: known };
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
