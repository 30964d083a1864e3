import { type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { isSourceId, SOURCE_IDS } from '#lib/domain/source-id';
import { type IgnoredPart, quoted, type ReadAddress } from './address-parts.ts';

/** A part of an address's query: what its text means, and the text that means a value. */
export interface AddressField<T> {
  readonly name: string;
  /** What is meant where the part is missing, empty or nonsense; it is never written. */
  readonly usual: T;
  /** Null for a text that means nothing. */
  readonly read: (text: string) => T | null;
  /** The text of a value; without it, the value itself. */
  readonly write?: (value: T) => string;
  /** What such a text is not, and what becomes of it unless it is left out. */
  readonly what: string;
  readonly instead?: string | undefined;
}

/** A part that is left out, or one word of several. */
export function wordField<T extends string>(
  name: string,
  what: string,
  isKnown: (text: string) => text is T,
  instead?: string,
): AddressField<T | null> {
  return {
    name,
    usual: null,
    read: (text) => (isKnown(text) ? text : null),
    what,
    instead,
  };
}

/** A part that is one of two or three words; the first is the usual one. */
export function choiceField<T extends string>(
  name: string,
  what: string,
  known: readonly [T, ...T[]],
  instead = `It is left out; there are ${known.join(' and ')}.`,
): AddressField<T> {
  return {
    name,
    usual: known[0],
    read: (text) => known.find((one) => one === text) ?? null,
    what,
    instead,
  };
}

/** The source that is asked; without one the service chooses. */
export const SOURCE_FIELD = wordField(
  'source',
  'a source',
  isSourceId,
  `The service chooses one of ${SOURCE_IDS.length}.`,
);

/** The UTC day that rates are of; without one they are of now. */
export const DATE_FIELD: AddressField<IsoDay | null> = {
  name: 'date',
  usual: null,
  read: parseIsoDay,
  what: 'a day that exists, such as 2026-04-13',
  instead: 'The current rate is shown.',
};

/** What an address shows on a day: the rate of today is that of now, and there is none of a day to come. */
export function asOfToday<View extends { readonly date: IsoDay | null }>(
  read: ReadAddress<View>,
  today: IsoDay,
): ReadAddress<View> {
  const { date } = read.view;
  if (date === null || date < today) return read;
  const view = { ...read.view, date: null };
  if (date === today) return { ...read, view };
  const ahead = { wrong: `${quoted(date)} is in the future.`, instead: 'The current rate is shown.' };
  return { view, ignored: [...read.ignored, ahead] };
}

/** What the part of a field means in a query; what means nothing is added to `ignored`. */
export function readField<T>(
  { name, usual, read, what, instead = 'It is left out.' }: AddressField<T>,
  query: URLSearchParams,
  ignored: IgnoredPart[],
): T {
  const text = query.get(name) ?? '';
  if (text === '') return usual;
  const value = read(text);
  if (value === null) ignored.push({ wrong: `${quoted(text)} is not ${what}.`, instead });
  return value ?? usual;
}

/** A value as a part of a query, `source=ecb`; null for the usual one. */
export function writeField<T>(
  { name, usual, write = (one) => String(one ?? '') }: AddressField<T>,
  value: T,
): string | null {
  const text = write(value);
  return text === write(usual) ? null : `${name}=${text}`;
}

/** A path with the parts of its query, in their order. */
export function withQuery(path: string, parts: readonly (string | null)[]): string {
  const query = parts.filter((part) => part !== null).join('&');
  return query === '' ? path : `${path}?${query}`;
}
