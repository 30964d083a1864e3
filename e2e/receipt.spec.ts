import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { verifyReceipt } from '#lib/client/receipts/verify-receipt';
import { someOf } from '#lib/testing/long-count';
import { expectAccessible } from './accessible.ts';
import type { ConverterServer } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

test('makes a receipt from the converter and says what was asked, answered and signed', async ({ page }) => {
  await openReceipt(page, '/convert/USD/JPY?amount=1200');
  await expect(page.getByText('/v1/convert?from=USD&to=JPY&amount=1200', { exact: true })).toBeVisible();
  await expect(page.getByText(ANSWER, { exact: true })).toBeVisible();
  await expect(page.getByText(/^What .+ answered on 14 Apr 2026/)).toBeVisible();
  await expect(page.getByText(SIGNED)).toBeVisible();
});

test('names each published figure with its document @long', async ({ page }) => {
  await openReceipt(page, '/convert/USD/JPY?amount=1200');
  const working = page.getByRole('group').filter({ hasText: 'How this number is made' });
  await expect(working).toContainText(/186\.75.+1\.1684/);
  await expect(working.getByText(/as published, European Central Bank, /)).toHaveCount(2);
  await expect(working.getByTitle(/^SHA-256 of the document: [0-9a-f]{64}$/)).toHaveCount(2);
});

const SCREENS = [
  ['a phone in the dark', 390, 'dark'],
  ['a screen in the light', 1440, 'light'],
] as const;

for (const [name, width, colorScheme] of someOf(SCREENS, 1)) {
  test(`shows a receipt on ${name} without anything cut, for everybody`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    await openReceipt(page, '/convert/USD/JPY?amount=1200');
    await expect(page.getByText(SIGNED)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page);
    await context.close();
  });
}

test('is saved as a file that is good elsewhere @long', async ({ page }) => {
  await openReceipt(page, '/convert/EUR/USD?amount=7');
  await untilLive(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const saved = await saving;
  const id = new URL(page.url()).pathname.split('/').at(-1);
  expect(saved.suggestedFilename()).toBe(`crossrate-receipt-${id}.json`);
  const verified = await verifyReceipt(await readFile(await saved.path(), 'utf8'), await keysOf(page));
  expect(verified).toMatchObject({ ok: true, value: { payload: { id } } });
});

test('prints on one page @long', async ({ page }) => {
  await openReceipt(page, '/convert/USD/JPY?amount=1200');
  await expect(page.getByText(SIGNED)).toBeVisible();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test('is not for search engines, and one that was never made is no page', async ({ page }) => {
  await openReceipt(page, '/convert/EUR/USD?amount=8');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
  const unknown = await page.request.get(`${server.origin}/receipt/AAAAAAAAAAAAAAAAAAAAAA`);
  expect(unknown.status()).toBe(404);
});

/** What is said of a signature that is good. */
const SIGNED = /^The signature is good: Ed25519, by the key [\w-]{43} of /;

const ANSWER = '1200 USD = 191800.753166724 JPY, at 159.83396097227 JPY per USD.';

/** Makes a receipt from what the converter shows, and waits until its page is there. */
async function openReceipt(page: Page, path: string): Promise<void> {
  await page.goto(server.origin + path);
  await untilLive(page);
  await page.getByRole('button', { name: 'Receipt' }).click();
  await page.waitForURL(/\/receipt\/[\w-]{22}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible();
}

async function keysOf(page: Page): Promise<string> {
  const response = await page.request.get(`${server.origin}/.well-known/jwks.json`);
  expect(response.headers()['cache-control']).toBe('public, max-age=300');
  return response.text();
}
