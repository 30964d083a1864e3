import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './run-script.ts';

/** A page of the documentation: its path from the project's folder, and its text. */
export interface DocumentedPage {
  readonly path: string;
  readonly text: string;
}

/** README.md and every page of docs/. */
export function readDocumentation(): readonly DocumentedPage[] {
  const names = readdirSync(join(PROJECT_ROOT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.toSorted().map((name) => `docs/${name}`)].map(readPage);
}

/** One page by its path from the project's folder. */
export function readPage(path: string): DocumentedPage {
  return { path, text: readFileSync(join(PROJECT_ROOT, path), 'utf8') };
}
