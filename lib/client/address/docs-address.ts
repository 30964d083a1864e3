import { choiceField, readField, wordField } from './address-fields.ts';
import type { IgnoredPart, ReadAddress } from './address-parts.ts';

/** What the boxes of the docs start with: the state that the address of the page carries. */
export interface DocsView<Language extends string = string> {
  /** The endpoint whose box the values are of; null when none was tried. */
  readonly tried: string | null;
  readonly values: Readonly<Record<string, string>>;
  readonly language: Language;
}

/** What an address can name. */
export interface DocsNames<Language extends string> {
  /** The first is what is shown unless another is asked for. */
  readonly languages: readonly [Language, ...Language[]];
  readonly endpoints: readonly { readonly id: string; readonly parameters: readonly string[] }[];
}

/** Longer texts are no parameter of any endpoint. */
const VALUE_MAX = 400;

/** Reads `/docs?try=convert&from=USD&to=JPY&amount=1200&lang=python`; missing parts are as by default. */
export function readDocsAddress<Language extends string>(
  address: string,
  { languages, endpoints }: DocsNames<Language>,
): ReadAddress<DocsView<Language>> {
  const query = new URLSearchParams(address.split('?', 2)[1] ?? '');
  const ignored: IgnoredPart[] = [];
  const isEndpoint = (text: string): text is string => endpoints.some(({ id }) => id === text);
  const tryField = wordField('try', 'an endpoint', isEndpoint, 'The boxes hold their examples.');
  const languageInstead = `Requests are shown as ${languages[0]}.`;
  const languageField = choiceField('lang', 'a language of this page', languages, languageInstead);
  const tried = readField(tryField, query, ignored);
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
  const query = new URLSearchParams();
  if (tried !== null) {
    query.set('try', tried);
    for (const [name, value] of Object.entries(values)) if (value !== '') query.set(name, value);
  }
  if (language !== defaultLanguage) query.set('lang', language);
  const text = query.toString();
  return text === '' ? '/docs' : `/docs?${text}`;
}
