import {
  allDigits,
  amountField,
  collectProblems,
  type ConverterServer,
  result,
  search,
  shown,
} from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { startServer } from '#lib/testing/worlds/running-server';

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
  await expect(page.getByText('13 Apr 2026, 12:10 UTC')).toBeVisible();
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

test('an amount that can be read in two ways asks back', async ({ page }) => {
  await page.goto(server.origin);
  await amountField(page).fill('200+15%');
  await expect(page.getByText('200+15% can be read in two ways.')).toBeVisible();
  await expect(page.locator('[data-figure=result]')).toHaveCount(0);
  await page.getByRole('button', { name: '230.00' }).click();
  await expect(result(page, '268.73 USD')).toBeVisible();
  await amountField(page).fill('200+15%');
  await page.getByRole('button', { name: '200.15', exact: true }).click();
  await expect(result(page, '233.86 USD')).toBeVisible();
  await amountField(page).fill('twelve');
  await expect(page.getByText('This is not an amount.')).toBeVisible();
  await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true');
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

test('finds a currency by name, country and code', async ({ page }) => {
  await page.goto(server.origin);
  for (const [search, code] of [
    ['yen', 'JPY'],
    ['czechia', 'CZK'],
    ['denmark', 'DKK'],
    ['gbp', 'GBP'],
  ] as const) {
    await page.getByRole('button', { name: /^To / }).click();
    await page.getByRole('combobox', { name: 'Code, name or country' }).fill(search);
    await page
      .getByRole('option', { name: new RegExp(code) })
      .first()
      .click();
    await expect(page).toHaveURL(`${server.origin}/convert/EUR/${code}?amount=100`);
    await expect(result(page, `${shown(await server.ask('EUR', code, '100'), code)} ${code}`)).toBeVisible();
  }
  await page.getByRole('button', { name: /^From / }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('qqqq');
  await expect(page.getByText('No currency matches “qqqq”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^From / })).toBeFocused();
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

test('asks one source alone when told to', async ({ page }) => {
  await page.goto(server.origin);
  await page.getByRole('combobox', { name: /^Source/ }).selectOption('ecb');
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=100&source=ecb`);
  await expect(page.getByText('the source you chose')).toBeVisible();
  await page.goto(`${server.origin}/convert/EUR/USD?source=fixed`);
  await expect(
    page.getByRole('heading', { name: 'The table of legal rates has no rate for EUR to USD' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Ask every source' }).click();
  await expect(result(page, '116.84 USD')).toBeVisible();
});

test('says how a number is made: published, inverse, cross, law', async ({ page }) => {
  await page.goto(`${server.origin}/convert/USD/JPY?amount=1`);
  await expect(
    page.getByText('a cross of two figures from one publication of the European Central Bank'),
  ).toBeVisible();
  await page.goto(`${server.origin}/convert/USD/EUR?amount=1`);
  await expect(
    page.getByText('1 divided by EUR/USD as the European Central Bank published it'),
  ).toBeVisible();
  await page.goto(`${server.origin}/convert/EUR/GRD?amount=1`);
  await expect(page.getByText('by law: Council Regulation (EC) No 1478/2000')).toBeVisible();
  await expect(page.locator('dl').getByText('By law', { exact: true })).toBeVisible();
  await page.goto(`${server.origin}/convert/EUR/KPW`);
  await expect(page.getByRole('heading', { name: 'No source has EUR to KPW' })).toBeVisible();
});

test('says that a rate is stale, in words and by its mark', async ({ page }) => {
  const later = await startServer(server.folder, { CLOCK: '2026-04-16T18:00:00Z' });
  await page.goto(`${later.origin}/convert/EUR/USD`);
  await expect(page.getByText('This rate is stale.')).toBeVisible();
  await expect(page.getByText('this figure is of Mon 13 Apr')).toBeVisible();
  await expect(page.locator('dl').getByText('Stale', { exact: true })).toBeVisible();
  await later.stop();
});

test('shows the nearest sensible view of a nonsense address and says what it left out', async ({ page }) => {
  await page.goto(`${server.origin}/convert/USX/JPY?amount=abc&source=foo`);
  await expect(page.getByText('“USX” is not a currency.')).toBeVisible();
  await expect(page.getByText('“abc” is not an amount in plain digits, as 1200.50 is.')).toBeVisible();
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

test('a page asked for under a foreign name is refused, so that no other site can read it', async () => {
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

test('a pasted amount is read as its country writes it, whatever stood in the field', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/convert/EUR/USD?amount=1000`);
  for (const [pasted, plain] of [
    ['1.234,56', '1234.56'],
    ['2,50', '2.5'],
    ['1,00', '1'],
    ['12.345,67', '12345.67'],
  ] as const) {
    await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
    await amountField(page).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+V');
    await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=${plain}`);
    await amountField(page).press('Enter');
  }
});

test('choosing the currency of the other end changes the two over', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=10`);
  await search(page, 'From', 'USD');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/convert/USD/EUR?amount=10`);
});

test('shows the credit that the publisher asks for beside its figure', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD`);
  await expect(
    page.getByRole('region', { name: 'Converter' }).getByText('Source: European Central Bank.'),
  ).toBeVisible();
});

test('back shows what its address says, also right after typing', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=10`);
  await page.getByRole('button', { name: /swap/i }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/USD/EUR?amount=10`);
  await amountField(page).fill('999');
  await page.goBack();
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=10`);
  await expect(amountField(page)).toHaveValue('10.00');
  await expect(page).toHaveTitle(/^10\.00 EUR = /);
});
