import { choiceField, readField } from './address-fields.ts';
import type { IgnoredPart, ReadAddress } from './address-parts.ts';

/** What a page of the docs shows: the state that its address carries. */
export interface DocsView<Language extends string = string> {
  /** The endpoint whose box the values are of; null on every page without a box. */
  readonly tried: string | null;
  /** What is in the box; empty where it holds its example. */
  readonly values: Readonly<Record<string, string>>;
  readonly language: Language;
}

/** What an address can name. */
export interface DocsNames<Language extends string> {
  /** The first is what is shown unless another is asked for. */
  readonly languages: readonly [Language, ...Language[]];
  readonly endpoints: readonly { readonly id: string; readonly parameters: readonly string[] }[];
}

/** The part of an address that names the language of requests. */
export const LANGUAGE_PART = 'lang';

/** The part of an address that says what is searched for, and how long it may be. */
export const SEARCH_PART = 'q';
export const SEARCH_MAX = 100;

/** Longer texts are no parameter of any endpoint. */
const VALUE_MAX = 400;

/** Reads `/docs/convert?from=USD&to=JPY&amount=1200&lang=python`. Missing parts are as by default. */
export function readDocsAddress<Language extends string>(
  address: string,
  { languages, endpoints }: DocsNames<Language>,
): ReadAddress<DocsView<Language>> {
  const [path = '', text = ''] = address.split('?', 2);
  const query = new URLSearchParams(text);
  const ignored: IgnoredPart[] = [];
  const isEndpoint = (id: string): id is string => endpoints.some((endpoint) => endpoint.id === id);
  const languageInstead = `Requests are shown as ${languages[0]}.`;
  const languageField = choiceField(LANGUAGE_PART, 'a language of this page', languages, languageInstead);
  const [, , page = ''] = path.split('/');
  const tried = isEndpoint(page) ? page : null;
  const language = readField(languageField, query, ignored);
  const endpoint = endpoints.find(({ id }) => id === tried);
  const values = (endpoint?.parameters ?? []).flatMap((parameter) => {
    const value = query.get(parameter);
    return value === null || value.length > VALUE_MAX ? [] : [[parameter, value]];
  });
  return { view: { tried, values: Object.fromEntries(values), language }, ignored };
}

/** The address of a view without its anchor; empty values and the default language are left out. */
export function docsAddress({ tried, values, language }: DocsView, defaultLanguage: string): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  if (language !== defaultLanguage) query.set(LANGUAGE_PART, language);
  const path = tried === null ? '/docs' : `/docs/${tried}`;
  return query.size === 0 ? path : `${path}?${query}`;
}
