import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { ENDPOINT_PATHS } from './endpoint-paths.ts';

const FILES = [
  '{app,components}/**/*.{ts,tsx}',
  'lib/{api,cli,client,contract,format,pictures,server,status}/**/*.ts',
  '{lib,.}/*.ts',
  'public/*.js',
];

const COMMENTS = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;

it('is the only place where the path of an endpoint is written', () => {
  const files = globSync(FILES, { cwd: PROJECT_ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  const writing = files.filter((file) => {
    const code = readFileSync(join(PROJECT_ROOT, file), 'utf8')
      .replaceAll(COMMENTS, '')
      .replaceAll('\\/', '/');
    return Object.values(ENDPOINT_PATHS).some((path) => code.includes(path));
  });
  expect(writing).toEqual(['lib/contract/endpoint-paths.ts']);
});
