import { amountField, type ConverterServer, result } from './converter-page.ts';
import { drawing } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

declare global {
  interface Window {
    /** What the page handed to the device's own sheet. */
    handedOn?: string | undefined;
    /** How often the page asked for paper. */
    printed?: number;
  }
}

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

test('the link of the converter has the amount that was typed just before', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await amountField(page).fill('250');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${server.origin}/convert/EUR/USD?amount=250`);
  await page.goto(copied);
  await expect(result(page, '292.10 USD')).toBeVisible();
});

test('a phone shares a link with its own sheet', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    navigator.share = ({ url } = {}) => {
      window.handedOn = url;
      return Promise.resolve();
    };
  });
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await page.getByRole('button', { name: 'Share' }).tap();
  await expect.poll(() => page.evaluate(() => window.handedOn)).toBe(page.url());
  await context.close();
});

test('the rate the other way round is copied with all its digits @long', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await page.getByRole('button', { name: 'Copy all digits' }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(String(await server.ask('USD', 'EUR', '1')));
});

test('the converter has a button that prints @long', async ({ page }) => {
  await page.addInitScript(() => {
    window.printed = 0;
    window.print = () => {
      window.printed = (window.printed ?? 0) + 1;
    };
  });
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => window.printed)).toBe(1);
});

test('a chart gives the link of its view and leads to the converter @long', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/charts/EUR/USD?range=max`);
  await expect(drawing(page)).toBeVisible();
  await untilLive(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('The address of this view is copied.')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${server.origin}/charts/EUR/USD?range=max`,
  );
  await page.getByRole('main').getByRole('link', { name: 'Convert' }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD`);
});
