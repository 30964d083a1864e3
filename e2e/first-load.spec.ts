import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Page } from '@playwright/test';
import { drawing } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import type { SharedServer } from '#lib/testing/worlds/running-server';

/** What a page may bring before anybody can use it, in bytes of brotli; of these, 115,000 come with every page of Next. */
const FIRST_LOAD_MAX = 170_000;

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
  '/docs/historical',
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

/** Most scripts come with every page. */
const sizes = new Map<string, Promise<number>>();

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

test('pages without a chart do not carry the drawing library @long', async ({ context, charts }) => {
  // Each in a page of its own: what one brings late cannot be read once the next has taken its place.
  const carried = async (address: string, until: (page: Page) => Promise<void> = untilLive) => {
    const page = await context.newPage();
    const texts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) texts.push(response.text());
    });
    await page.goto(charts.origin + address);
    await until(page);
    page.removeAllListeners('response');
    const isCarried = (await Promise.all(texts)).some((text) => text.includes('recharts-'));
    await page.close();
    return isCarried;
  };
  for (const address of ['/rates', '/status', '/docs']) expect(await carried(address), address).toBe(false);
  const isDrawn = (page: Page) => expect(drawing(page)).toBeVisible();
  expect(await carried('/charts/EUR/USD', isDrawn), 'the chart does').toBe(true);
});

/** Bytes of the scripts that a page names when it comes; what is loaded on use, or by old browsers only, is not among them. */
async function firstLoad(path: string): Promise<number> {
  const page = await (await fetch(server.origin + path)).text();
  const tags = [...page.matchAll(/<script[^>]* src="([^"]+)"[^>]*>/g)];
  const modern = tags.filter(([tag]) => !/ nomodule/i.test(tag));
  const scripts = new Set(modern.map(([, address = '']) => address));
  expect(scripts.size).toBeGreaterThan(3);
  let bytes = 0;
  for (const address of scripts) {
    const size = sizes.get(address) ?? compressedSize(address);
    sizes.set(address, size);
    bytes += await size;
  }
  return bytes;
}

async function compressedSize(address: string): Promise<number> {
  const script = await fetch(new URL(address, server.origin));
  return (await compressed(await script.bytes())).byteLength;
}
