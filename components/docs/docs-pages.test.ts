import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { listSources } from '#lib/sources/registry';
import { readPage } from '#lib/testing/documentation';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { DOCS_PAGES, TOPICS } from './docs-pages.ts';
import { searchDocs } from './search/docs-search.ts';
import { ERROR_CODES } from './topics/contract-terms.ts';
import type { ServedFacts } from './topics/topic.ts';

const SERVED: ServedFacts = {
  origin: 'https://rates.example.net',
  sources: listSources('kraken').filter(({ isOnByDefault }) => isOnByDefault),
  perMinute: 600,
};

/** Every part of every topic. */
const PARTS = [...TOPICS.values()].flatMap(({ slug, parts }) =>
  parts(SERVED).map((part) => ({ slug, ...part })),
);

/** All that topics say, in one text. */
const TEXT = PARTS.flatMap(({ text, terms = [] }) => [...text, ...terms.map((term) => term.text)]).join('\n');

/** Addresses within the docs to which something may lead. */
const PLACES = new Set([
  '/docs',
  '/docs#start',
  '/docs#pages',
  ...DOCS_PAGES.map(({ slug }) => `/docs/${slug}`),
  ...PARTS.map(({ slug, id }) => `/docs/${slug}#${id}`),
  ...OPERATIONS.flatMap(({ id }) =>
    ['query', 'answer', 'headers', 'errors'].map((part) => `/docs/${id}#${part}`),
  ),
  ...ERROR_CODES.map(({ code }) => `/docs/errors#error-${code}`),
]);

describe('the pages of the docs', () => {
  it('are one for each endpoint and subject, each under an address of its own', () => {
    const slugs = DOCS_PAGES.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(OPERATIONS.filter(({ id }) => !slugs.includes(id))).toEqual([]);
  });

  it('give each part of a page an anchor of its own', () => {
    const anchors = PARTS.map(({ slug, id }) => `${slug}#${id}`);
    expect(new Set(anchors).size).toBe(anchors.length);
  });

  it('link only pages and parts that exist', () => {
    const links = [...TEXT.matchAll(/\]\((\/docs[^)]*)\)/g)].map(([, href = '']) => href);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((href) => !PLACES.has(href))).toEqual([]);
  });

  it('name only commands, variables and files that exist', () => {
    const { scripts } = asManifest(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')));
    const commands = [...TEXT.matchAll(/npm (?:run )?([a-z-]+)/g)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(8);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const variables = [...TEXT.matchAll(/`([A-Z]+_[A-Z_]+|SOURCES|HOST)(?:=[^`]*)?`/g)];
    const known = readPage('docs/configuration.md').text;
    expect(variables.length).toBeGreaterThan(8);
    expect(variables.filter(([, name]) => !known.includes(`\`${name}\``)).map(([all]) => all)).toEqual(
      ['`CROSSRATE_API_KEY`'].filter((name) => TEXT.includes(name)),
    );
    for (const [, file = ''] of TEXT.matchAll(/`(docs\/[a-z]+\.md)`/g))
      expect(readPage(file).text).not.toBe('');
  });

  it('say the limits of this server only where it has some', () => {
    const said = (perMinute: number) => JSON.stringify(TOPICS.get('limits')?.parts({ ...SERVED, perMinute }));
    expect(said(600)).toContain('600 requests a minute, 120 of them at once');
    expect(said(0)).not.toContain('60 a minute');
  });
});

describe('a search in the docs', () => {
  const found = (words: string) => searchDocs(words, SERVED).map(({ href }) => href);

  it.each(DOCS_PAGES)('finds $slug by its title', ({ slug, title }) => {
    expect(found(title).slice(0, 3)).toContain(`/docs/${slug}`);
  });

  it.each(OPERATIONS)('finds $path by its path', ({ id, path }) => {
    expect(found(path).slice(0, 3)).toContain(`/docs/${id}`);
  });

  it.each([
    ['historical', '/docs/historical'],
    ['histor', '/docs/historical'],
    ['historcal', '/docs/historical'],
    ['retry-after', '/docs/limits#again'],
    ['429', '/docs/errors#error-rate_limited'],
    ['pair_unavailable', '/docs/errors#error-pair_unavailable'],
    ['knownAt', '/docs/dates'],
    ['excel', '/docs/spreadsheets'],
    ['verify signature', '/docs/receipts#verify'],
    ['european central bank', '/docs/sources'],
    ['if-none-match', '/docs/caching'],
    ['backup', '/docs/self-hosting#keep'],
  ])('finds by “%s” among the first three %s', (words, href) => {
    expect(found(words).slice(0, 3)).toContain(href);
  });

  it('leads only to parts that exist', () => {
    for (const words of ['rate', 'source', 'the key', 'figure']) {
      expect(found(words).length).toBeGreaterThan(5);
      expect(found(words).filter((href) => !PLACES.has(href))).toEqual([]);
    }
  });

  it('marks what was found in an excerpt around it', () => {
    const [first] = searchDocs('spreadsheet comma', SERVED);
    const words = first?.excerpt.filter(({ isFound }) => isFound).map(({ text }) => text.toLowerCase());
    expect(words).toContain('comma');
    const whole = first?.excerpt.map(({ text }) => text).join('') ?? '';
    expect(whole.length).toBeLessThan(220);
  });

  it.each(['qqqqzzzz', '?', '(((', '.*', '<b>'])('finds nothing by “%s”, and fails by nothing', (words) => {
    expect(found(words)).toEqual([]);
  });
});

/** Holds because it is our own package.json. */
function asManifest(value: unknown): { readonly scripts: Readonly<Record<string, string>> } {
  return value as { scripts: Record<string, string> };
}
