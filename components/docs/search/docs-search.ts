import MiniSearch from 'minisearch';
import { ERROR_NOTES } from '#lib/contract/openapi/openapi-errors';
import { HEADER_NOTES } from '#lib/contract/openapi/openapi-headers';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { type JsonSchema, nameOf, openApiSchemas } from '#lib/contract/openapi/openapi-schemas';
import { TOPICS } from '#components/docs/docs-pages.ts';
import { ERROR_CODES, parameterTerms } from '#components/docs/topics/contract-terms.ts';
import { plainText, type ServedFacts, type Term } from '#components/docs/topics/topic.ts';

/** A part of the docs in which something was found. */
export interface FoundPart {
  readonly href: string;
  /** The title of its page. */
  readonly page: string;
  /** Null for the beginning of a page. */
  readonly heading: string | null;
  /** Some of its text around the first word that was found; the words that were found are marked. */
  readonly excerpt: readonly { readonly text: string; readonly isFound: boolean }[];
}

/** A part of the docs as it is searched. */
interface SearchedPart {
  readonly id: string;
  readonly page: string;
  readonly heading: string | null;
  /** Other names of it, such as the path of an endpoint. */
  readonly names: string;
  readonly text: string;
}

/** A reader looks through so many. */
const FOUND_MAX = 20;

/** Shorter words are only found as they are written, or as the beginning of one. */
const FUZZY_LENGTH = 5;

/**
 * The parts of the docs with all of these words, or without any such part those with some, the best first. A word is also found
 * by its beginning and with a slip in it. The parts are some hundred short texts, indexed within a few milliseconds.
 */
export function searchDocs(words: string, served: ServedFacts): readonly FoundPart[] {
  const parts = [...topicParts(served), ...endpointParts(), ...errorParts()];
  const index = new MiniSearch<SearchedPart>({
    fields: ['page', 'heading', 'names', 'text'],
    searchOptions: {
      boost: { page: 3, names: 4, heading: 2 },
      // The beginning of a page says what it is about.
      boostDocument: (id) => (String(id).includes('#') ? 1 : 2),
      prefix: true,
      fuzzy: (word) => (word.length < FUZZY_LENGTH ? false : 0.2),
      combineWith: 'AND',
    },
  });
  index.addAll(parts);
  const all = index.search(words);
  const found = all.length > 0 ? all : index.search(words, { combineWith: 'OR' });
  const byId = new Map(parts.map((part) => [part.id, part]));
  return found.slice(0, FOUND_MAX).flatMap(({ id, terms }) => {
    const part = byId.get(String(id));
    if (part === undefined) return [];
    const { page, heading, text } = part;
    return [{ href: part.id, page, heading, excerpt: excerptOf(text, terms) }];
  });
}

function topicParts(served: ServedFacts): readonly SearchedPart[] {
  return [...TOPICS.values()].flatMap(({ slug, name, title, summary, parts }) =>
    parts(served).map(({ id, heading, text, terms = [], examples = [] }, place) => ({
      id: place === 0 ? `/docs/${slug}` : `/docs/${slug}#${id}`,
      page: title,
      heading: place === 0 ? null : heading,
      names: place === 0 ? name : '',
      text: [
        ...(place === 0 ? [summary] : []),
        ...text,
        ...terms.map(termText),
        ...examples.map(({ label }) => label),
      ]
        .map(plainText)
        .join(' '),
    })),
  );
}

function endpointParts(): readonly SearchedPart[] {
  const schemas = openApiSchemas();
  return OPERATIONS.flatMap(({ id, path, name, title, description, parameters, answer, answerHeaders }) => {
    const part = (anchor: string, heading: string, terms: readonly Term[]): SearchedPart => ({
      id: `/docs/${id}#${anchor}`,
      page: title,
      heading,
      names: '',
      text: plainText(terms.map(termText).join(' ')),
    });
    const fields = fieldTerms(schemas[nameOf(answer)]);
    const headers = answerHeaders.map((header) => ({ name: header, text: HEADER_NOTES[header].description }));
    return [
      {
        id: `/docs/${id}`,
        page: title,
        heading: null,
        names: `${path} ${name}`,
        text: plainText(description),
      },
      part('query', 'Query', parameterTerms(parameters)),
      part('answer', 'Answer', fields),
      part('headers', 'Headers of the answer', headers),
    ];
  });
}

function errorParts(): readonly SearchedPart[] {
  return ERROR_CODES.map(({ code, statuses }) => ({
    id: `/docs/errors#error-${code}`,
    page: 'Errors',
    heading: `${statuses.join(', ')} ${code}`,
    names: '',
    text: plainText(`${ERROR_NOTES[code].when} ${ERROR_NOTES[code].remedy}`),
  }));
}

function fieldTerms({ properties = {} }: JsonSchema = {}): readonly Term[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    text: typeof schema === 'object' ? (schema.description ?? '') : '',
  }));
}

function termText({ name, kind, text }: Term): string {
  return `${name}${kind === undefined ? '' : ` (${kind})`}: ${text}`;
}

/** Characters of a text before the first word that was found, and in all. */
const BEFORE = 60;
const EXCERPT = 200;

function excerptOf(text: string, terms: readonly string[]): FoundPart['excerpt'] {
  const escaped = terms.map((term) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const found = new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  const first = terms.length === 0 ? -1 : text.search(found);
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const end = start + EXCERPT >= text.length ? text.length : text.lastIndexOf(' ', start + EXCERPT);
  const cut = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  if (first < 0) return [{ text: cut, isFound: false }];
  // Splitting by a group puts what it matched at the odd places.
  return cut.split(found).map((piece, place) => ({ text: piece, isFound: place % 2 === 1 }));
}
