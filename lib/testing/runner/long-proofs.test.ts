import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';

// @ts-expect-error plain JavaScript without declarations: it runs before anything is installed
import { PROOFS } from './long-proofs.mjs';

interface NamedRun {
  readonly tests?: readonly string[];
  readonly specs?: readonly string[];
  readonly program?: readonly string[];
}

/** What makes a test smaller in `npm test` than it is in the long run. */
const SMALLER = /\b(?:someOf|isLong|longCount|propertyRuns|shortHistory)\(/;

/** The tests of the helpers themselves. */
const OF_THE_HELPERS = 'lib/testing/long-count.test.ts';

const NAMED: readonly string[] = PROOFS.flatMap(({ runs }: { readonly runs: readonly NamedRun[] }) =>
  runs.flatMap(({ tests = [], specs = [], program = [] }) => [
    ...tests,
    ...specs.map((name) => `e2e/${name}`),
    ...program.slice(0, 1),
  ]),
);

it('every test that npm test makes smaller is in a long proof', () => {
  const files = globSync(['lib/**/*.test.ts', 'components/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'], {
    cwd: PROJECT_ROOT,
    exclude: (name) => name.endsWith('node_modules'),
  });
  const smaller = files.filter(
    (file) => file !== OF_THE_HELPERS && SMALLER.test(readFileSync(join(PROJECT_ROOT, file), 'utf8')),
  );
  expect(smaller.length).toBeGreaterThan(30);
  expect(smaller.filter((file) => !NAMED.some((name) => file.startsWith(name)))).toEqual([]);
});

it('every file that a long proof names is there', () => {
  expect(NAMED.filter((file) => !existsSync(join(PROJECT_ROOT, file)))).toEqual([]);
});
