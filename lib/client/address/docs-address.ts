import { type IgnoredPart, quoted, type ReadAddress } from './address-parts.ts';

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
  const name = query.get('try');
  const endpoint = endpoints.find(({ id }) => id === name);
  if (name !== null && !endpoint) {
    ignored.push({ wrong: `${quoted(name)} is not an endpoint.`, instead: 'The boxes hold their examples.' });
  }
  const asked = query.get('lang');
  const language = languages.find((one) => one === asked);
  if (asked !== null && !language) {
    ignored.push({
      wrong: `${quoted(asked)} is not a language of this page.`,
      instead: `Requests are shown as ${languages[0]}.`,
    });
  }
  const values = (endpoint?.parameters ?? []).flatMap((parameter) => {
    const value = query.get(parameter);
    return value === null || value.length > VALUE_MAX ? [] : [[parameter, value]];
  });
  return {
    view: {
      tried: endpoint?.id ?? null,
      values: Object.fromEntries(values),
      language: language ?? languages[0],
    },
    ignored,
  };
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
