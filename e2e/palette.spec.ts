import type { Page } from '@playwright/test';
import { expectAccessible, faceContext, faceName, inEachLook, loadedFaces, OPENED } from './accessible.ts';
import { amountField, collectProblems, type ConverterServer } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

async function openPalette(page: Page, address: string) {
  await page.goto(server.origin + address);
  await untilLive(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('combobox')).toBeFocused();
  return palette;
}

function chosen(page: Page) {
  return page.locator('[role="option"][data-highlighted]').filter({ visible: true });
}

test('converts what is written, with the figure that the service gives', async ({ page }) => {
  const problems = collectProblems(page);
  const palette = await openPalette(page, '/rates');
  await palette.getByRole('combobox').fill('250 usd in jpy');
  const expected = Math.round(await server.ask('USD', 'JPY', '250')).toLocaleString('en');
  await expect(chosen(page)).toContainText(`250 USD in JPY`);
  await expect(chosen(page)).toContainText(expected);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/convert/USD/JPY?amount=250`);
  await expect(palette).toHaveCount(0);
  await untilLive(page);
  await page.getByRole('button', { name: /^To / }).click();
  const recent = page.getByRole('group', { name: 'Recently chosen' });
  await expect(recent.getByRole('option', { name: /^(USD|JPY)/ })).toHaveCount(2);
  expect(problems).toEqual([]);
});

test('takes what is typed before its code is there, and the page does not @long', async ({ browser }) => {
  // Requests that pass through a service worker cannot be held up.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('status');
  held.resolve();
  await expect(page.getByRole('combobox', { name: 'Pair, currency or page' })).toHaveValue('status');
  await expect(page, 's swaps nothing').toHaveURL(/convert\/EUR\/USD/);
  await context.close();
});

test('a page whose code an upgrade took away offers to load itself again @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/rates`);
  await untilLive(page);
  await page.route('**/_next/static/chunks/*.js', (route) => route.fulfill({ status: 404 }));
  await page.keyboard.press('Control+k');
  await expect(page.getByText('The palette could not be loaded.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByText('The palette could not be loaded.')).toHaveCount(0);
  await untilLive(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await context.close();
});

test('opens in a new tab with Ctrl Enter @long', async ({ page, context }) => {
  await openPalette(page, '/');
  await page.keyboard.type('rates');
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await expect(await opened).toHaveURL(`${server.origin}/rates`);
  await expect(page).toHaveURL(`${server.origin}/`);
});

test('changes theme and locale @long', async ({ page }) => {
  await openPalette(page, '/');
  await page.keyboard.type('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  // All at once, as a quick hand does it: what comes before the field has the focus is kept.
  await page.keyboard.type('numbers german');
  await page.keyboard.press('Enter');
  await expect(amountField(page)).toHaveValue('100,00');
});

test('costs a page nothing until it is wanted', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  await page.goto(`${server.origin}/status`);
  await untilLive(page);
  const before = scripts.length;
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
});

for (const face of loadedFaces([390, 1440])) {
  test(`no accessibility violations, loaded in ${faceName(face)}`, async ({ browser }) => {
    const context = await browser.newContext({ ...faceContext(face), reducedMotion: 'reduce' });
    const page = await context.newPage();
    const lookAt = (what: string) =>
      inEachLook(page, face, (width) =>
        expectAccessible(page, { changed: OPENED, where: `${what}, ${width} px` }),
      );
    await openPalette(page, '/rates');
    await lookAt('the palette');
    await page.keyboard.type('250 eur gbp');
    await expect(chosen(page)).toContainText('250 EUR in GBP');
    await lookAt('a conversion');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await lookAt('the keys');
    await context.close();
  });
}
