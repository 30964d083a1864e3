import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { ENDPOINT_PATHS, namesInPath, requestAddress, valuesInPath } from './endpoint-paths.ts';

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

describe('a path with a name in it', () => {
  const path = '/v1/documents/{sha256}';

  it('has the value in its place, and all other parameters behind it', () => {
    expect(namesInPath(path)).toEqual(['sha256']);
    expect(requestAddress(path, { sha256: 'ab/c', limit: '3' })).toBe('/v1/documents/ab%2Fc?limit=3');
    expect(requestAddress('/v1/status', {})).toBe('/v1/status');
  });

  it.each([
    ['/v1/documents/abc', { sha256: 'abc' }],
    ['/v1/documents/', null],
    ['/v1/documents', null],
    ['/v1/documents/abc/d', null],
    ['/v1/rates/abc', null],
  ])('is the path of %s or not', (address, values) => {
    expect(valuesInPath(path, address)).toEqual(values);
  });
});
