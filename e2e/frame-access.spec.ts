import type { ConverterServer } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

for (const path of ['/convert/EUR/USD', '/rates', '/status', '/docs', '/account/sign-in']) {
  test(`the first Tab of a page offers to skip its frame: ${path}`, async ({ page }) => {
    await page.goto(server.origin + path);
    await untilLive(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(
      () => document.activeElement?.closest('main') !== null && document.activeElement !== document.body,
    );
    expect(isInside, 'the next stop is in the page itself').toBe(true);
  });
}

test('the form of numbers rests without a network, as the page is written anew for another', async ({
  page,
  context,
}) => {
  await page.goto(`${server.origin}/docs`);
  await untilLive(page);
  const choice = page.getByRole('combobox', { name: 'Numbers and dates' });
  await expect(choice).toBeEnabled();
  await context.setOffline(true);
  await expect(choice).toBeDisabled();
  await context.setOffline(false);
  await expect(choice).toBeEnabled();
});

test('the palette leads to who publishes a pair, in sight on its page', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto(`${server.origin}/rates`);
  await untilLive(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('eur usd sources');
  await page.getByRole('option', { name: 'Who publishes EUR/USD' }).click();
  await expect(page).toHaveURL(/\/convert\/EUR\/USD[^#]*#sources$/);
  await expect(page.getByRole('heading', { name: 'EUR/USD at every source' })).toBeInViewport();
});

test('a page that fails to show itself says so, and opens again without its settings', async ({
  browser,
  violations,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100&source=ecb`);
  await untilLive(page);
  await page.route('**/v1/rates/compare?*', (route) => route.fulfill({ json: {} }));
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  await expect(page.getByText('The figures are not affected')).toBeVisible();
  await page.unroute('**/v1/rates/compare?*');
  await page.getByRole('button', { name: 'Open it without its settings' }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/USD/EUR`);
  await expect(page.getByRole('heading', { name: 'USD/EUR at every source' })).toBeVisible();
  violations.splice(0);
  await context.close();
});
