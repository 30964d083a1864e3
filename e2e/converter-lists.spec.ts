import {
  collectProblems,
  type ConverterServer,
  highlighted,
  result,
  search,
  shown,
} from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;
let problems: readonly string[];

test.beforeAll(({ converter }) => {
  server = converter;
});

test.beforeEach(({ page }) => {
  problems = collectProblems(page);
});

test.afterEach(() => {
  expect(problems).toEqual([]);
});

test('offers favourites and what was chosen last first, in the next visit too @long', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Favourite USD' })).toHaveAttribute('aria-pressed', 'true');
  await search(page, 'To', 'koruna');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByRole('option', { name: /CZK.*favourite/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Code, name or country' }).fill('dkk');
  await expect(highlighted(page)).toContainText('DKK');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/DKK?amount=100`);
  await page.reload();
  await page.getByRole('button', { name: /^To / }).click();
  await expect(page.getByRole('group', { name: 'Favourites' }).getByRole('option')).toHaveText([
    /USD/,
    /CZK/,
  ]);
  await expect(page.getByRole('group', { name: 'Recently chosen' }).getByRole('option')).toHaveText([/DKK/]);
  await page.getByRole('combobox', { name: 'Code, name or country' }).fill('do');
  await expect(page.getByRole('option').first(), 'a favourite first among what is found').toContainText(
    'USD',
  );
});

test('stands it when the browser refuses its storage @long', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new Error('refused');
      },
    });
  });
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await expect(result(page, '116.84 USD')).toBeVisible();
  await page.getByRole('button', { name: /^To / }).click();
  await expect(page.getByRole('option').first()).toContainText('EUR');
});

test('keeps the further currencies as they were put together, by keyboard alone', async ({
  page,
  context,
}) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  const list = page.getByRole('region', { name: 'The same amount in other currencies' });
  await expect(list.getByRole('link')).toHaveText([/GBP/, /JPY/]);
  await list.getByRole('button', { name: 'Add' }).press('Enter');
  await page.getByRole('combobox', { name: 'Code, name or country' }).fill('czk');
  await expect(highlighted(page)).toContainText('CZK');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('link', { name: /CZK/ })).toContainText(
    shown(await server.ask('EUR', 'CZK', '100')),
  );
  await list.getByRole('button', { name: 'Edit the list' }).press('Enter');
  await list.getByRole('button', { name: 'Move CZK up' }).focus();
  for (let step = 0; step < 11; step += 1) await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem').first()).toContainText('CZK');
  await expect(list.getByRole('button', { name: 'Move CZK down' }), 'the focus goes along').toBeFocused();
  for (const code of ['CHF', 'CNY', 'INR', 'AUD', 'CAD', 'KRW', 'BRL', 'GBP'])
    await list.getByRole('button', { name: `Remove ${code}` }).press('Enter');
  await list.getByRole('button', { name: 'Edit the list' }).press('Enter');
  await expect(list.getByRole('link')).toHaveText([/CZK/, /JPY/]);
  await expect(page).toHaveURL(/&also=CZK,EUR,USD,JPY$/);
  const html = await (await context.request.get(`${server.origin}/convert/EUR/USD`)).text();
  expect(html.indexOf('Czech koruna'), 'drawn by the server, so that nothing moves').toBeGreaterThan(0);
  await page.goto(server.origin);
  await untilLive(page);
  await expect(list.getByRole('link'), 'kept in this browser').toHaveText([/CZK/, /JPY/]);
  await list.getByRole('button', { name: 'Edit the list' }).click();
  await list.getByRole('button', { name: 'Back to the common ones' }).click();
  await list.getByRole('button', { name: 'Edit the list' }).click();
  await expect(list.getByRole('link')).toHaveText([/GBP/, /JPY/]);
});

test('comes back to the last pair, and offers the others and favourites beside it @long', async ({
  page,
}) => {
  const offered = page.getByRole('navigation', { name: 'Other pairs' }).getByRole('link');
  await page.goto(server.origin);
  await untilLive(page);
  await expect(page, 'a first visit begins with the default pair').toHaveURL(`${server.origin}/`);
  await expect(offered).toHaveCount(6);
  for (const pair of ['GBP/DKK', 'USD/JPY']) {
    await page.goto(`${server.origin}/convert/${pair}`);
    await expect(offered.first()).toBeVisible();
  }
  await page.goto(server.origin);
  await expect(page).toHaveURL(`${server.origin}/convert/USD/JPY`);
  await expect(offered.nth(0)).toHaveText('GBP/DKK');
  await expect(offered.nth(1)).toHaveText('EUR/USD');
  await offered.nth(0).click();
  await expect(page).toHaveURL(`${server.origin}/convert/GBP/DKK?amount=100`);
  await expect(page).toHaveTitle(/DKK · Crossrate$/);
  await expect(offered.nth(0)).toHaveText('USD/JPY');
  await page.getByRole('button', { name: 'Favourite DKK' }).click();
  await page.getByRole('button', { name: 'Favourite GBP' }).click();
  await expect(offered.filter({ hasText: 'GBP/DKK' }), 'the shown pair itself').toHaveCount(0);
  await page.goto(`${server.origin}/convert/USD/JPY`);
  await expect(offered.filter({ has: page.locator('svg') })).toHaveText(['USD/DKK', 'USD/GBP']);
});
