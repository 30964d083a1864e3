import {
  allDigits,
  amountField,
  collectProblems,
  type ConverterServer,
  result,
  resultField,
  shown,
} from './converter-page.ts';
import { expect, test } from './guarded-test.ts';

let server: ConverterServer;
let problems: readonly string[];

test.beforeAll(({ converter }) => {
  server = converter;
});

test.beforeEach(({ page }) => {
  problems = collectProblems(page);
});

test('the first paint shows the figure that the API gives, its source and its instant', async ({ page }) => {
  expect(await server.ask('EUR', 'USD', '100')).toBe(116.84);
  const html = await (await fetch(server.origin)).text();
  expect(html, 'without any script').toContain('aria-label="116.84 USD"');
  await page.goto(server.origin);
  await expect(result(page, '116.84 USD')).toBeVisible();
  await expect(page.getByText('Rate 1.1684')).toBeAttached();
  await expect(page.locator('dl').getByText('European Central Bank', { exact: true })).toBeVisible();
  await expect(page.locator('dl time[datetime="2026-04-13T12:10:00.000Z"]')).toBeVisible();
  await expect(page.locator('dl time[datetime="2026-04-14T14:00:00.000Z"]')).toHaveText(
    '14 Apr 2026, 14:00 UTC',
  );
  await expect(page.getByText('about 16:00 in Frankfurt')).toBeVisible();
  await expect(page.locator('dl').getByText('13 Apr 2026, 12:10 UTC')).toBeVisible();
  await expect(page.getByText('Figures and ages are as of 14 Apr 2026')).toBeVisible();
  await expect(page).toHaveTitle('100.00 EUR = 116.84 USD · Crossrate');
  expect(problems).toEqual([]);
});

test('typed amounts convert to the digit as the API does, and the address follows', async ({ page }) => {
  await page.goto(`${server.origin}/convert/USD/EUR?amount=1`);
  await page.getByRole('button', { name: 'All digits', exact: true }).click();
  for (const [typed, plain] of [
    ['100', '100'],
    ['1,200.50', '1200.5'],
    ['1 234 567,89', '1234567.89'],
    ['0.000123', '0.000123'],
    ['987654321.987654', '987654321.987654'],
  ] as const) {
    await amountField(page).fill(typed);
    await expect(page.locator('[data-figure=result]')).toHaveAttribute(
      'aria-label',
      `${allDigits(await server.ask('USD', 'EUR', plain))} EUR`,
    );
    await expect(page).toHaveURL(`${server.origin}/convert/USD/EUR?amount=${plain}`);
  }
  expect(problems).toEqual([]);
});

test('swaps, goes back, and shows a shared address as it was', async ({ page, context }) => {
  await page.goto(`${server.origin}/convert/USD/JPY?amount=1200`);
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/JPY/USD?amount=1200`);
  const shared = shown(await server.ask('JPY', 'USD', '1200'));
  await expect(result(page, `${shared} USD`)).toBeVisible();
  await page.goBack();
  await expect(result(page, `${shown(await server.ask('USD', 'JPY', '1200'), 'JPY')} JPY`)).toBeVisible();
  await page.goForward();
  await page.reload();
  await expect(result(page, `${shared} USD`)).toBeVisible();
  for (const from of ['USD', 'JPY', 'USD', 'JPY']) {
    await page.getByRole('button', { name: 'Swap currencies' }).click();
    await expect(page).toHaveURL(new RegExp(`/convert/${from}/`));
  }
  await page.goBack();
  await expect(page, 'swaps in a row are one step').toHaveURL(`${server.origin}/convert/JPY/USD?amount=1200`);
  await page.goBack();
  await expect(page).toHaveURL(`${server.origin}/convert/USD/JPY?amount=1200`);
  await page.goForward();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(result(other, `${shared} USD`)).toBeVisible();
  expect(problems).toEqual([]);
});

test('does everything by keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  // A page hears keys once its code runs.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(amountField(page)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('100s');
  await expect(page, 's is a letter while typing').toHaveURL(/EUR\/USD/);
  await amountField(page).fill('100');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(amountField(page)).toHaveValue('110.10');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(`${server.origin}/convert/USD/EUR?amount=110.1`);
  await expect(page.locator('[data-figure=result]')).toBeVisible();
  await page.keyboard.press('c');
  const expected = String(await server.ask('USD', 'EUR', '110.1'));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(expected);
  await page.getByRole('button', { name: /^From / }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Code, name or country' })).toBeFocused();
  await page.keyboard.type('yen');
  await expect(page.getByRole('option', { name: /JPY/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/convert/JPY/EUR?amount=110.1`);
  expect(problems).toEqual([]);
});

test('says that a rate is stale, in words and by its mark', async ({ page, threeDaysLater: later }) => {
  await page.goto(`${later.origin}/convert/EUR/USD`);
  await expect(page.getByText('This rate is stale.')).toBeVisible();
  await expect(page.getByText('this figure is of Mon 13 Apr')).toBeVisible();
  await expect(page.locator('dl').getByText('Stale', { exact: true })).toBeVisible();
});

test('shows the nearest sensible view of a nonsense address and says what it left out @long', async ({
  page,
}) => {
  await page.goto(`${server.origin}/convert/USX/JPY?amount=abc&source=foo`);
  await expect(page.getByText('“USX” is not a currency.')).toBeVisible();
  await expect(page.getByText('“abc” is not an amount in plain digits, such as 1200.50.')).toBeVisible();
  await expect(page.getByText('“foo” is not a source.')).toBeVisible();
  await expect(result(page, `${shown(await server.ask('USD', 'JPY', '100'), 'JPY')} JPY`)).toBeVisible();
  for (const address of [
    '/convert',
    '/convert/%F0%9F%92%B6/EUR',
    '/convert/usd/jpy/x',
    '/convert/EUR/USD?amount=-1&amount=2',
  ]) {
    const response = await page.goto(server.origin + address);
    expect(response?.status(), address).toBeLessThan(500);
  }
});

test('a page asked for under a foreign name is refused, so that no other site can read it', async ({
  threeDaysLater: server,
}) => {
  const { request } = await import('node:http');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(server.origin, { headers: { Host: 'rates.example.org' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
  expect(status).toBe(403);
});

test('back shows what its address says, also right after typing @long', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=10`);
  await page.getByRole('button', { name: /swap/i }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/USD/EUR?amount=10`);
  await amountField(page).fill('999');
  await page.goBack();
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=10`);
  await expect(amountField(page)).toHaveValue('10.00');
  await expect(page).toHaveTitle(/^10\.00 EUR = /);
});

test('takes the amount that is wanted in the end, and computes what it takes @long', async ({ page }) => {
  await page.goto(`${server.origin}/convert/USD/JPY?amount=100`);
  await resultField(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5000');
  await expect(page).toHaveURL(`${server.origin}/convert/USD/JPY?result=5000`);
  await page.getByRole('button', { name: 'All digits', exact: true }).click();
  const needed = page.locator('[data-figure=amount]');
  await expect(needed).toHaveAttribute('aria-label', /^31\.28\d+ USD$/);
  const figure = ((await needed.getAttribute('aria-label')) ?? '').replace(' USD', '');
  expect(await server.ask('USD', 'JPY', figure), 'the service converts it back').toBeCloseTo(5000, 7);
  await page.reload();
  const rounded = `${Number(figure).toFixed(2)} USD`;
  await expect(needed).toHaveAttribute('aria-label', rounded);
  await expect(resultField(page)).toHaveValue('5,000');
  const html = await (await fetch(`${server.origin}/convert/USD/JPY?result=5000`)).text();
  expect(html, 'without any script').toContain(`aria-label="${rounded}"`);
  await amountField(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100');
  await expect(page, 'typing into the other one turns it round').toHaveURL(
    `${server.origin}/convert/USD/JPY?amount=100`,
  );
});
