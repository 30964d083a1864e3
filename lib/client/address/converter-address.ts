import { type AmountRefusal, plainAmount } from '#lib/contract/plain-amount';
import { FURTHER_MAX } from '#lib/client/rates/code-lists';
import type { BankLine, StatedFor } from '#lib/domain/bank/bank-terms';
import type { IsoDay } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { readBanks, writeBanks } from './banks-part.ts';
import { DATE_FIELD, readField, SOURCE_FIELD, withQuery, writeField } from './address-fields.ts';
import {
  type CodeBook,
  type IgnoredPart,
  ignoredEnds,
  ignoredRest,
  notCurrency,
  pairEnds,
  pairParts,
  quoted,
  type ReadAddress,
} from './address-parts.ts';

/** What the converter shows: the state that its address carries. */
export interface ConverterView {
  readonly from: string;
  readonly to: string;
  /** A plain decimal such as `1200.5`: of `from` to convert, or of `to` that is wanted, as `end` says. */
  readonly amount: string;
  readonly end: 'from' | 'to';
  /** Null lets the service choose. */
  readonly source: SourceId | null;
  /** The UTC day whose rate is shown; null for now. */
  readonly date: IsoDay | null;
  /** Further currencies for the same amount, in their order; null leaves them to the visitor's browser. */
  readonly also: readonly string[] | null;
  /** What banks state about the conversion, in their order; null leaves them to the visitor's browser. */
  readonly banks: readonly BankLine[] | null;
}

/** What a link to the converter has to say; the rest is as usual. */
export type ConverterLink = Omit<ConverterView, 'end' | 'also' | 'date' | 'banks'> & Partial<ConverterView>;

/** What `/` shows. */
export const DEFAULT_VIEW: ConverterView = {
  from: 'EUR',
  to: 'USD',
  amount: '100',
  end: 'from',
  source: null,
  date: null,
  also: null,
  banks: null,
};

/**
 * Reads `/convert/USD/EUR?amount=100&source=ecb&date=2026-04-13&also=GBP,CHF&banks=Card:pct-2`, or `result=100` for what is wanted in the end; `/` and missing
 * parts are the default view. For what is no code the one that was most likely meant is taken, and never the
 * other end's.
 */
export function readConverterAddress(address: string, book: CodeBook): ReadAddress<ConverterView> {
  const { codes } = book;
  const [path = '/', search = ''] = address.split('?', 2);
  const query = new URLSearchParams(search);
  const named = pairParts(path, codes);
  // As /v1/convert is asked, too.
  const [fromText = query.get('from'), toText = query.get('to'), ...rest] = named;
  const ends = [fromText ?? undefined, toText ?? undefined];
  const [from, to] = pairEnds(ends, book, [DEFAULT_VIEW.from, DEFAULT_VIEW.to]);
  const end = query.get('amount') === null && query.get('result') !== null ? 'to' : 'from';
  const ignored = [...ignoredEnds(ends, codes, `${from} to ${to}`)];
  const amount = readAmount(query.get(AMOUNT_NAMES[end]), ignored);
  const shown = { from, to, amount: end === 'from' ? amount : null };
  const view: ConverterView = {
    from,
    to,
    amount,
    end,
    source: readField(SOURCE_FIELD, query, ignored),
    date: readField(DATE_FIELD, query, ignored),
    also: readAlso(query.get('also'), codes, ignored),
    banks: readBankLines(query.get('banks'), shown, ignored),
  };
  return { view, ignored: [...ignored, ...ignoredRest(rest)] };
}

/** The address of a view, without the server's name. */
export function converterAddress({
  from,
  to,
  amount,
  source,
  date = null,
  end = 'from',
  also,
  banks,
}: ConverterLink): string {
  return withQuery(`/convert/${from}/${to}`, [
    `${AMOUNT_NAMES[end]}=${amount}`,
    writeField(SOURCE_FIELD, source),
    writeField(DATE_FIELD, date),
    also ? `also=${also.join(',')}` : null,
    banks ? `banks=${writeBanks(banks)}` : null,
  ]);
}

/** The part that carries the amount, by the end that it is of. */
const AMOUNT_NAMES = { from: 'amount', to: 'result' } as const;

const AMOUNT_WRONG: Readonly<Record<AmountRefusal, string>> = {
  form: 'is not an amount in plain digits, such as 1200.50',
  digits: 'is an amount of more than 15 digits',
  small: 'is a smaller amount than the service accepts',
  large: 'is a larger amount than the service accepts',
};

function readAmount(text: string | null, ignored: IgnoredPart[]): string {
  if (text === null) return DEFAULT_VIEW.amount;
  const read = plainAmount(text);
  if (read.ok) return read.amount;
  ignored.push({
    wrong: `${quoted(text)} ${AMOUNT_WRONG[read.refusal]}.`,
    instead: `${DEFAULT_VIEW.amount} is shown instead.`,
  });
  return DEFAULT_VIEW.amount;
}

function readAlso(
  text: string | null,
  codes: readonly string[],
  ignored: IgnoredPart[],
): readonly string[] | null {
  if (text === null) return null;
  const named = [...new Set(text.toUpperCase().split(','))].filter((code) => code !== '');
  const known = named.filter((code) => codes.includes(code)).slice(0, FURTHER_MAX);
  const wrong = named.filter((code) => !codes.includes(code));
  if (wrong.length === 0) return known;
  ignored.push({
    wrong: notCurrency(wrong.join(', ')),
    instead: 'It is left out of the other currencies.',
  });
  return known.length === 0 ? null : known;
}

function readBankLines(
  text: string | null,
  shown: StatedFor,
  ignored: IgnoredPart[],
): readonly BankLine[] | null {
  if (text === null) return null;
  const { lines, wrong } = readBanks(text, shown);
  if (wrong.length > 0) {
    const isOne = wrong.length === 1;
    ignored.push({
      wrong: `${isOne ? 'A bank line' : 'Bank lines'} in the address cannot be read: ${quoted(wrong.join('; '))}.`,
      instead: `${isOne ? 'It is' : 'They are'} left out of the comparison.`,
    });
  }
  return lines.length === 0 ? null : lines;
}

export function swapped({ from, to }: ConverterView): Pick<ConverterView, 'from' | 'to'> {
  return { from: to, to: from };
}

/** The pair with one end chosen: to choose what stands at the other end changes the two over. */
export function withEnd(view: ConverterView, end: 'from' | 'to', code: string): Partial<ConverterView> {
  return code === view[end === 'from' ? 'to' : 'from'] ? swapped(view) : { [end]: code };
}
