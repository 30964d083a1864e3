import { type AmountRefusal, plainAmount } from '#lib/contract/plain-amount';
import { isSourceId, SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import {
  type CodeBook,
  type IgnoredPart,
  knownCode,
  meantCode,
  pairParts,
  quoted,
  unknownIn,
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
  /** Further currencies for the same amount, in their order; null leaves them to the visitor's browser. */
  readonly also: readonly string[] | null;
}

/** What a link to the converter has to say; the rest is as usual. */
export type ConverterLink = Omit<ConverterView, 'end' | 'also'> & Partial<ConverterView>;

/** An address read: the nearest sensible view, and what had to be ignored for it. */
export interface ReadAddress {
  readonly view: ConverterView;
  readonly ignored: readonly IgnoredPart[];
}

/** What `/` shows. */
export const DEFAULT_VIEW: ConverterView = {
  from: 'EUR',
  to: 'USD',
  amount: '100',
  end: 'from',
  source: null,
  also: null,
};

/** More further currencies would be a table; there is one at /rates. */
export const FURTHER_MAX = 24;

/**
 * Reads `/convert/USD/EUR?amount=100&source=ecb&also=GBP,CHF`, or `result=100` for what is wanted in the end; `/` and missing
 * parts are the default view. For what is no code the one that was most likely meant is taken, and never the
 * other end's.
 */
export function readConverterAddress(address: string, book: CodeBook): ReadAddress {
  const { codes } = book;
  const [path = '/', search = ''] = address.split('?', 2);
  const query = new URLSearchParams(search);
  const named = pairParts(path, codes);
  // As /v1/convert is asked, too.
  const [fromText = given(query, 'from'), toText = given(query, 'to'), ...rest] = named;
  const knownTo = knownCode(toText, codes);
  const from =
    knownCode(fromText, codes) ?? meantCode(fromText, book, [DEFAULT_VIEW.from, DEFAULT_VIEW.to], knownTo);
  const to = knownTo ?? meantCode(toText, book, [DEFAULT_VIEW.to, DEFAULT_VIEW.from], from);
  const end = query.get('amount') === null && query.get('result') !== null ? 'to' : 'from';
  const amount = readAmount(query.get(end === 'to' ? 'result' : 'amount'));
  const source = readSource(query.get('source'));
  const also = readAlso(query.get('also'), codes);
  const ignored: IgnoredPart[] = [];
  for (const text of [unknownIn(fromText, codes), unknownIn(toText, codes)]) {
    if (text === null) continue;
    ignored.push({
      wrong: `${quoted(text)} is not a currency.`,
      instead: `The nearest sensible pair is shown instead: ${from} to ${to}.`,
    });
  }
  if (amount.ignored) ignored.push(amount.ignored);
  if (source.ignored) ignored.push(source.ignored);
  if (also.ignored) ignored.push(also.ignored);
  if (rest.length > 0) {
    ignored.push({ wrong: `${quoted(rest.join('/'))} was not understood.`, instead: 'It is left out.' });
  }
  return { view: { from, to, amount: amount.value, end, source: source.value, also: also.value }, ignored };
}

function given(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) ?? undefined;
}

/** The address of a view, without the server's name. */
export function converterAddress({ from, to, amount, source, end, also }: ConverterLink): string {
  const parts = [
    `${end === 'to' ? 'result' : 'amount'}=${amount}`,
    ...(source === null ? [] : [`source=${source}`]),
    ...(also ? [`also=${also.join(',')}`] : []),
  ];
  return `/convert/${from}/${to}?${parts.join('&')}`;
}

const AMOUNT_WRONG: Readonly<Record<AmountRefusal, string>> = {
  form: 'is not an amount in plain digits, as 1200.50 is',
  digits: 'is an amount of more than 15 digits',
  small: 'is a smaller amount than the service takes',
  large: 'is a larger amount than the service takes',
};

function readAmount(text: string | null): { readonly value: string; readonly ignored?: IgnoredPart } {
  if (text === null) return { value: DEFAULT_VIEW.amount };
  const read = plainAmount(text);
  if (read.ok) return { value: read.amount };
  return {
    value: DEFAULT_VIEW.amount,
    ignored: {
      wrong: `${quoted(text)} ${AMOUNT_WRONG[read.refusal]}.`,
      instead: `${DEFAULT_VIEW.amount} is shown instead.`,
    },
  };
}

function readSource(text: string | null): {
  readonly value: SourceId | null;
  readonly ignored?: IgnoredPart;
} {
  if (text === null || text === '') return { value: null };
  if (isSourceId(text)) return { value: text };
  return {
    value: null,
    ignored: {
      wrong: `${quoted(text)} is not a source.`,
      instead: `The service chooses one of ${SOURCE_IDS.length}.`,
    },
  };
}

function readAlso(
  text: string | null,
  codes: readonly string[],
): { readonly value: readonly string[] | null; readonly ignored?: IgnoredPart } {
  if (text === null) return { value: null };
  const named = [...new Set(text.toUpperCase().split(','))].filter((code) => code !== '');
  const value = named.filter((code) => codes.includes(code)).slice(0, FURTHER_MAX);
  const wrong = named.filter((code) => !codes.includes(code));
  if (wrong.length === 0) return { value };
  return {
    value: value.length === 0 ? null : value,
    ignored: {
      wrong: `${quoted(wrong.join(', '))} is not a currency.`,
      instead: 'It is left out of the further currencies.',
    },
  };
}

export function swapped({ from, to }: ConverterView): Pick<ConverterView, 'from' | 'to'> {
  return { from: to, to: from };
}

/** The pair with one end chosen: to choose what stands at the other end changes the two over. */
export function withEnd(view: ConverterView, end: 'from' | 'to', code: string): Partial<ConverterView> {
  return code === view[end === 'from' ? 'to' : 'from'] ? swapped(view) : { [end]: code };
}
