import { plainAmount } from '#lib/contract/plain-amount';
import { isSourceId, SOURCE_IDS, type SourceId } from '#lib/domain/source-id';

/** What the converter shows: the state that its address carries. */
export interface ConverterView {
  readonly from: string;
  readonly to: string;
  /** A plain decimal such as `1200.5`. */
  readonly amount: string;
  /** Null lets the service choose. */
  readonly source: SourceId | null;
}

/** Something in an address that means nothing: what is wrong, and what is shown instead. */
export interface IgnoredPart {
  readonly wrong: string;
  readonly instead: string;
}

/** An address read: the nearest sensible view, and what had to be ignored for it. */
export interface ReadAddress {
  readonly view: ConverterView;
  readonly ignored: readonly IgnoredPart[];
}

/** What `/` shows. */
export const DEFAULT_VIEW: ConverterView = { from: 'EUR', to: 'USD', amount: '100', source: null };

/** Longer texts of an address are not repeated in full. */
const QUOTED_MAX = 24;

/**
 * Reads `/convert/USD/EUR?amount=100&source=ecb`; `/` and missing parts are the default view. `codes` are the known ones,
 * the common ones first: for an unknown code the first one that differs in a single letter is taken (USX is USD).
 */
export function readConverterAddress(address: string, codes: readonly string[]): ReadAddress {
  const [path = '/', search = ''] = address.split('?', 2);
  const [fromText, toText, ...rest] = path.split('/').filter(Boolean).slice(1).map(decoded);
  const query = new URLSearchParams(search);
  const from = readCode(fromText, DEFAULT_VIEW.from, codes);
  const to = readCode(toText, from === DEFAULT_VIEW.to ? DEFAULT_VIEW.from : DEFAULT_VIEW.to, codes);
  const amount = readAmount(query.get('amount'));
  const source = readSource(query.get('source'));
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
  if (rest.length > 0) {
    ignored.push({ wrong: `${quoted(rest.join('/'))} was not understood.`, instead: 'It is left out.' });
  }
  return { view: { from, to, amount: amount.value, source: source.value }, ignored };
}

/** The address of a view, without the server's name. */
export function converterAddress({ from, to, amount, source }: ConverterView): string {
  return `/convert/${from}/${to}?amount=${amount}${source === null ? '' : `&source=${source}`}`;
}

function readCode(text: string | undefined, fallback: string, codes: readonly string[]): string {
  if (text === undefined) return fallback;
  const code = text.toUpperCase();
  if (codes.includes(code)) return code;
  return codes.find((known) => known.length === code.length && differences(known, code) === 1) ?? fallback;
}

function unknownIn(text: string | undefined, codes: readonly string[]): string | null {
  return text === undefined || codes.includes(text.toUpperCase()) ? null : text;
}

function differences(one: string, other: string): number {
  return [...one].filter((letter, index) => letter !== other[index]).length;
}

function readAmount(text: string | null): { readonly value: string; readonly ignored?: IgnoredPart } {
  if (text === null) return { value: DEFAULT_VIEW.amount };
  const read = plainAmount(text);
  if (read.ok) return { value: read.amount };
  return {
    value: DEFAULT_VIEW.amount,
    ignored: {
      wrong: `${quoted(text)} is not an amount.`,
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

function quoted(text: string): string {
  return `“${text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text}”`;
}

/** A part of a path as it was meant; a broken escape stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
