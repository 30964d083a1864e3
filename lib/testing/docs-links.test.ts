import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DocumentedPage, readDocumentation, readPage } from './documentation.ts';
import { PROJECT_ROOT } from './run-script.ts';

const PAGES = readDocumentation();

/** Pages with links that are not documentation. */
const MORE_PAGES = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map(readPage);

/** A reader has README read in five minutes; what is longer belongs into docs/. */
const README_WORDS = { min: 1000, max: 1600 };

/** Folders of the project in which a path in backticks must exist; other paths are addresses or of the reader's machine. */
const PROJECT_PATH = /^(?:\.ci|app|bench|components|docs|e2e|lib|public)(?:\/|$)/;
const PROJECT_FILE = /^[\w.-]+\.(?:conf|css|json|md|mjs|ts|tsx)$/;

/** Where code and lint rules name a page, and with it often a heading: docs/development.md, "The dependency rule". */
const CITING_FILES = [
  '*.{json,ts,mjs}',
  '{app,bench,components,e2e,lib}/**/*.{ts,tsx,mjs}',
  '.oxlintrc.json',
];
const CITATION = /\b((?:docs\/[\w-]+|README|CHANGELOG|SECURITY)\.md)(?:, \\?"([^"\\]+)\\?")?/g;

describe('README.md', () => {
  it(`has ${README_WORDS.min} to ${README_WORDS.max} words`, () => {
    const words = readPage('README.md')
      .text.split(/\s+/)
      .filter((word) => word !== '').length;
    expect(words).toBeGreaterThanOrEqual(README_WORDS.min);
    expect(words).toBeLessThanOrEqual(README_WORDS.max);
  });

  it('links every page of docs/ once', () => {
    const linked = linksOf(readPage('README.md')).filter((link) => link.startsWith('docs/'));
    const pages = PAGES.map(({ path }) => path).filter((path) => path.startsWith('docs/'));
    expect(linked.toSorted()).toEqual(pages);
  });
});

describe.each([...PAGES, ...MORE_PAGES])('$path', (page) => {
  it('links only files and headings that exist', () => {
    const broken = linksOf(page).filter((link) => !isThere(page, link));
    expect(broken).toEqual([]);
  });
});

describe.each(PAGES)('$path', (page) => {
  it('names only files of the project that exist', () => {
    const paths = codeWordsOf(page).filter((word) => PROJECT_PATH.test(word) || PROJECT_FILE.test(word));
    expect(paths.filter((path) => !isFile(path))).toEqual([]);
  });

  it('has no heading twice, as links could not tell them apart', () => {
    const anchors = anchorsOf(page);
    expect(anchors).toEqual([...new Set(anchors)]);
  });
});

describe('code and lint rules', () => {
  it('cite only pages and headings that exist', () => {
    const files = CITING_FILES.flatMap((pattern) => globSync(pattern, { cwd: PROJECT_ROOT }));
    const citations = files.flatMap((file) =>
      [...readFileSync(join(PROJECT_ROOT, file), 'utf8').matchAll(CITATION)].map(
        ([, path = '', heading]) => ({ file, path, heading }),
      ),
    );
    expect(citations.length).toBeGreaterThan(20);
    const isWrong = ({ path, heading }: (typeof citations)[number]) =>
      !existsSync(join(PROJECT_ROOT, path)) ||
      (heading !== undefined && !anchorsOf(readPage(path)).includes(anchorOf(heading)));
    expect(citations.filter(isWrong)).toEqual([]);
  });
});

/** Targets of the links and pictures of a page that are not addresses of other hosts. */
function linksOf({ text }: DocumentedPage): readonly string[] {
  const prose = withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function isThere(page: DocumentedPage, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page.path : join(dirname(page.path), file);
  if (!existsSync(join(PROJECT_ROOT, path))) return false;
  return anchor === undefined || anchorsOf(readPage(path)).includes(anchor);
}

/** Words in backticks and in blocks of commands. */
function codeWordsOf({ text }: DocumentedPage): readonly string[] {
  const blocks = [...text.matchAll(/^```sh\n(.+?)^```/gms)].map(([, block = '']) => block);
  const spans = [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...blocks, ...spans].flatMap((code) => code.split(/\s+/));
}

/** A pattern such as lib/account/*.test.ts stands for at least one file; (site) is a folder's own name. */
function isFile(path: string): boolean {
  return path.includes('*')
    ? globSync(path, { cwd: PROJECT_ROOT }).length > 0
    : existsSync(join(PROJECT_ROOT, path));
}

function anchorsOf({ text }: DocumentedPage): readonly string[] {
  return [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** The anchor that code hosts give a heading: lower case, no punctuation, hyphens for spaces. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '');
}
