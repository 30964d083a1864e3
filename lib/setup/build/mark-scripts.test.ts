import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

// @ts-expect-error plain JavaScript without declarations: it runs before anything is built
import { markScripts } from './mark-scripts.mjs';

it('lays the compile hint once at the head of the large scripts that pages begin with, and of no other', async () => {
  const folder = throwAwayFolder();
  const chunks = join(folder, 'static', 'chunks');
  const page = join(folder, 'server', 'app', 'rates');
  await mkdir(chunks, { recursive: true });
  await mkdir(page, { recursive: true });
  const large = 'work();'.repeat(4000);
  for (const name of ['all', 'rates', 'later']) await writeFile(join(chunks, `${name}.js`), large);
  await writeFile(join(chunks, 'small.js'), 'work();');
  await writeFile(
    join(folder, 'build-manifest.json'),
    JSON.stringify({ rootMainFiles: ['static/chunks/all.js'] }),
  );
  await writeFile(
    join(page, 'page_client-reference-manifest.js'),
    '({"chunks":["/_next/static/chunks/rates.js","/_next/static/chunks/small.js"]})',
  );
  await markScripts(folder);
  await markScripts(folder);
  const texts = ['all', 'rates', 'later', 'small'].map((name) =>
    readFile(join(chunks, `${name}.js`), 'utf8'),
  );
  const hinted = `//# allFunctionsCalledOnLoad\n${large}`;
  expect(await Promise.all(texts)).toEqual([hinted, hinted, large, 'work();']);
});
