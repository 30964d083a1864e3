import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readPage } from './documentation.ts';
import { PROJECT_ROOT } from './run-script.ts';

const { text } = readPage('docs/pages.md');

/** A row of the tables: a feature, and the test that holds it. */
interface FeatureRow {
  readonly feature: string;
  readonly file: string;
  readonly title: string;
}

const ROW = /^\| ([^|`]+) \| `([^`]+)`, `([^`]+)` \|$/;

/** Head and rule of each table. */
const NO_ROW = /^\| feature \| test \|$|^\|---\|---\|$/;

const LINES = text.split('\n').filter((line) => line.startsWith('|') && !NO_ROW.test(line));

const ROWS: readonly FeatureRow[] = LINES.flatMap((line) => {
  const [, feature = '', file = '', title = ''] = ROW.exec(line) ?? [];
  return feature === '' ? [] : [{ feature, file, title }];
});

describe('docs/pages.md', () => {
  it('has in each row a feature, a file and a title', () => {
    expect(LINES.length).toBeGreaterThan(100);
    expect(LINES.filter((line) => !ROW.test(line))).toEqual([]);
  });

  it('names each feature once', () => {
    const features = ROWS.map(({ feature }) => feature);
    expect(features.filter((feature, place) => features.indexOf(feature) !== place)).toEqual([]);
  });

  it('names only tests that exist', () => {
    expect(ROWS.filter((row) => !isHeld(row))).toEqual([]);
  });

  it('has a section for every page', () => {
    const headings = text.split('\n').filter((line) => line.startsWith('## '));
    const described = headings.flatMap((heading) =>
      [...heading.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    );
    const pages = globSync('app/**/page.tsx', { cwd: PROJECT_ROOT }).map(addressOf);
    expect(described.toSorted()).toEqual([...new Set(pages)].toSorted());
  });
});

/** Whether a file has this title, or a part of it, in a text: behind a quotation mark in the same line. */
function isHeld({ file, title }: FeatureRow): boolean {
  const path = join(PROJECT_ROOT, file);
  if (!existsSync(path)) return false;
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.some((line) => /['"`]/.test(line.split(title)[0] ?? '') && line.includes(title));
}

/** The address of a page by its file. What may follow an address is left out, and a page of any other address is a star. */
function addressOf(file: string): string {
  const parts = file.split('/').slice(1, -1);
  const named = parts
    .filter((part) => !part.startsWith('(') && !part.startsWith('[['))
    .map((part) => (part.startsWith('[') ? '*' : part));
  return `/${named.join('/')}`;
}
