import { globSync } from 'node:fs';

/** What a file of code is for: the product, a test, or what only tests and benchmarks use. */
export type Kind = 'product' | 'tests' | 'helpers';

const TEST = /\.(?:test|spec)\.tsx?$/;
const HELPER = /^(?:lib\/testing|bench|e2e)\//;

/** The files of code of a tree, style sheets among them, as paths below it with `/`, in the order of their names. */
export function codeFiles(root: string): readonly string[] {
  return globSync(['*.{ts,mjs}', '{app,bench,components,e2e,lib}/**/*.{ts,tsx,mjs,css}'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file !== 'next-env.d.ts')
    .toSorted();
}

/** What a file is for, told by its path. */
export function kindOf(file: string): Kind {
  if (TEST.test(file)) return 'tests';
  return HELPER.test(file) ? 'helpers' : 'product';
}

/** The room of a file: `lib/domain`, `components`; files of no room are those of `.`. */
export function roomOf(file: string): string {
  const [first = '', second = '', third] = file.split('/');
  if (second === '') return '.';
  return first === 'lib' ? (third === undefined ? 'lib' : `lib/${second}`) : first;
}
