import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { expect, test } from './guarded-test.ts';
import type { SharedServer } from '#lib/testing/worlds/running-server';

/** What a page may bring before anybody can use it, in bytes of brotli; of these, 115,000 come with every page of Next. */
const FIRST_LOAD_MAX = 165_000;

/** Beside what else is going on: a connection that the server closes meanwhile must be seen closed. */
const compressed = promisify(brotliCompress);

const PAGES = [
  '/',
  '/convert/EUR/USD',
  '/rates',
  '/charts/EUR/USD',
  '/status',
  '/status/history',
  '/docs',
  '/sources',
  '/account/set-up',
  '/account/sign-in',
  '/account/keys',
  '/account/usage',
  '/account/watches',
  '/account/webhooks',
  '/account/security',
  '/account/sessions',
  '/account/trail',
];

let server: SharedServer;

test.beforeAll(({ twoDays }) => {
  server = twoDays;
});

for (const path of PAGES) {
  test(`${path} brings no more code than a telephone loads at once`, async () => {
    const bytes = await firstLoad(path);
    process.stdout.write(`${path}: ${(bytes / 1000).toFixed(1)} kB of code\n`);
    expect(bytes).toBeLessThan(FIRST_LOAD_MAX);
  });
}

/** Bytes of the scripts that a page names when it comes; what is loaded on use, or by old browsers only, is not among them. */
async function firstLoad(path: string): Promise<number> {
  const page = await (await fetch(server.origin + path)).text();
  const tags = [...page.matchAll(/<script[^>]* src="([^"]+)"[^>]*>/g)];
  const modern = tags.filter(([tag]) => !/ nomodule/i.test(tag));
  const scripts = new Set(modern.map(([, address = '']) => address));
  expect(scripts.size).toBeGreaterThan(3);
  let bytes = 0;
  for (const address of scripts) {
    const script = await fetch(new URL(address, server.origin));
    bytes += (await compressed(await script.bytes())).byteLength;
  }
  return bytes;
}
