import type { Page } from '@playwright/test';
import { FIRST_ACCOUNT_MS, OWNER, passwordField, startAccountServer } from './account-page.ts';
import {
  amountField,
  type ConverterServer,
  result,
  startConverter,
  startTwoBanks,
} from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { row, searchField } from './rates-page.ts';

let server: ConverterServer;
let page: Page;
let release: () => void;

test.beforeAll(async () => {
  server = await startConverter();
});

test.afterAll(async () => {
  await server.stop();
});

test.beforeEach(async ({ browser }) => {
  // Requests that pass through a service worker cannot be held up.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  page = await context.newPage();
});

test.afterEach(async () => {
  await page.context().close();
});

test('a press before the page’s code has come opens what was pressed', async () => {
  await visit('/convert/EUR/USD?amount=100');
  await page.getByRole('button', { name: /^To / }).click();
  release();
  await expect(page.getByRole('combobox', { name: 'Code, name or country' })).toBeFocused();
});

test('of several presses the last one is done, once', async () => {
  await visit('/convert/EUR/USD?amount=100');
  await page.getByRole('button', { name: /^To / }).click();
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  release();
  await expect(page).toHaveURL(/\/convert\/USD\/EUR/);
  await expect(page.getByRole('combobox', { name: 'Code, name or country' })).toHaveCount(0);
});

test('an amount typed and a swap pressed before are both done', async () => {
  await visit('/convert/EUR/USD?amount=100');
  await amountField(page).fill('250');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  release();
  await expect(page).toHaveURL(/\/convert\/USD\/EUR\?amount=250/);
});

test('an amount that is typed on while the code takes over is whole', async () => {
  await visit('/convert/EUR/USD?amount=100');
  await amountField(page).fill('2');
  release();
  await amountField(page).pressSequentially('500');
  await expect(result(page, '2,921.00 USD')).toBeVisible();
  await amountField(page).pressSequentially('0');
  await expect(result(page, '29,210.00 USD')).toBeVisible();
});

test('a search typed and a source chosen before are the table’s', async () => {
  await visit('/rates');
  await searchField(page).fill('yen');
  await page.getByLabel('Source', { exact: true }).selectOption('ecb');
  release();
  await expect(page).toHaveURL(/source=ecb&q=yen/);
  await expect(row(page, 'JPY')).toBeVisible();
  await expect(row(page, 'GBP')).toHaveCount(0);
  await expect(searchField(page)).toHaveValue('yen');
});

test('a span and a scale chosen before are drawn', async () => {
  await visit('/charts/EUR/USD');
  await page.getByRole('radio', { name: '5 years' }).check({ force: true });
  await page.getByRole('radio', { name: 'Logarithmic' }).check({ force: true });
  release();
  await expect(page).toHaveURL(/range=5y&scale=log/);
  await expect(page.getByRole('radio', { name: '5 years' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Logarithmic' })).toBeChecked();
});

test('a source chosen before is one step of the history', async () => {
  const banks = await startTwoBanks();
  await visit('/convert/EUR/USD?amount=100', { origin: banks.origin });
  const before = await page.evaluate(() => history.length);
  await page.getByRole('radio', { name: /^boe/ }).check({ force: true });
  release();
  await expect(page).toHaveURL(/source=boe/);
  await untilLive(page);
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await banks.stop();
});

test('who types in the middle of an amount goes on in the middle', async () => {
  await visit('/convert/EUR/USD?amount=100');
  await amountField(page).evaluate((field: HTMLInputElement) => {
    field.focus();
    field.setSelectionRange(1, 1);
  });
  await page.keyboard.type('5');
  release();
  await expect(page).toHaveURL(/amount=1500/);
  await page.keyboard.type('6');
  await expect(page).toHaveURL(/amount=15600/);
});

test('what is typed into a grouped amount before is grouped like any typing', async () => {
  await visit('/convert/EUR/USD?amount=1500');
  await amountField(page).press('End');
  for (const key of ['Backspace', 'Backspace', 'Backspace', '0', '0']) await page.keyboard.press(key);
  release();
  await expect(page).toHaveURL(/amount=150000$/);
  await expect(amountField(page)).toHaveValue('150,000');
});

test('a separator typed before is read as any typed one', async () => {
  await visit('/convert/EUR/USD?amount=1500');
  await amountField(page).press('Control+a');
  await page.keyboard.type('1,25');
  release();
  await expect(page).toHaveURL(/amount=1\.25$/);
});

test('an amount pasted before is read as its country writes it, also with a digit more', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit('/convert/EUR/USD?amount=1500');
  await page.evaluate(() => navigator.clipboard.writeText('1.234,5'));
  await amountField(page).press('Control+a');
  await page.keyboard.press('Control+v');
  await page.keyboard.type('7');
  release();
  await expect(page).toHaveURL(/amount=1234\.57$/);
});

test('pressing before what is in use already changes nothing', async () => {
  await visit('/charts/EUR/USD?range=5y');
  const before = await page.evaluate(() => history.length);
  await page.getByRole('radio', { name: '5 years' }).check({ force: true });
  await page.getByRole('radio', { name: 'Linear' }).click({ force: true });
  release();
  await untilLive(page);
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('a star that proves to be set is not taken away', async () => {
  await page.addInitScript(() =>
    localStorage.setItem('crossrate-currencies', '{"favourites":["USD"],"recents":[]}'),
  );
  await visit('/convert/EUR/USD');
  const star = page.getByRole('button', { name: 'Favourite USD' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  release();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await untilLive(page);
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('a press on what has its code while another part of the page waits for its own is done', async () => {
  await visit('/convert/EUR/USD', { held: await chunkWith('Swap currencies') });
  const palette = page.getByRole('button', { name: 'Pair, currency or page' });
  await palette.evaluate(untilTaken);
  await palette.click();
  release();
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
});

test('a form filled in and sent before is sent', async () => {
  const fresh = await startAccountServer();
  await visit('/account/set-up', { origin: fresh.origin });
  await page.getByRole('textbox', { name: 'Set-up token' }).fill(await fresh.setUpToken());
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await passwordField(page).fill(OWNER.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  release();
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible({
    timeout: FIRST_ACCOUNT_MS,
  });
  await fresh.stop();
});

/** Goes to a page of which the scripts of that name do not come until they are released. */
async function visit(path: string, { origin = server.origin, held = '*.js' } = {}): Promise<void> {
  const released = Promise.withResolvers<void>();
  release = released.resolve;
  await page.route(`**/_next/static/chunks/${held}`, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(origin + path, { waitUntil: 'commit' });
  await expect(page.locator('#page-end')).toBeAttached();
}

/** The file name of the script of the converter's page in which a text stands. */
async function chunkWith(text: string): Promise<string> {
  const html = await (await fetch(`${server.origin}/convert/EUR/USD`)).text();
  for (const [address] of html.matchAll(/\/_next\/static\/chunks\/[^"]+\.js/g))
    if ((await (await fetch(server.origin + address)).text()).includes(text))
      return address.slice(address.lastIndexOf('/') + 1);
  throw new Error(`no script of the page has ${text}`);
}

/** Waits until React has met the control, whether or not it hears it already. */
async function untilTaken(control: Element): Promise<void> {
  while (!Object.keys(control).some((name) => name.startsWith('__reactFiber$')))
    await new Promise((resolve) => requestAnimationFrame(resolve));
}
