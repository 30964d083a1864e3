import { readFile } from 'node:fs/promises';
import { someOf } from '#lib/testing/long-count';
import { expect, test } from './guarded-test.ts';
import { collectProblems } from './converter-page.ts';
import { untilLive } from './live-page.ts';
import { drawnCodes, drawnRates, openRates, type RatesServer, row, searchField } from './rates-page.ts';

// Without the worker, which gives a page that was kept where the service is silent for five seconds.
test.use({ serviceWorkers: 'block' });

let server: RatesServer;
let problems: readonly string[];

test.beforeAll(({ rates }) => {
  server = rates;
});

test.beforeEach(({ page }) => {
  problems = collectProblems(page);
});

test.afterEach(() => {
  // The browser itself notes an answer that there is no such rate.
  expect(problems.filter((text) => !text.includes('status of 404'))).toEqual([]);
});

test('the first paint shows the figures that the API gives, with change, age and source', async ({
  page,
}) => {
  const rates = await server.rates('base=USD');
  const html = await (await fetch(`${server.origin}/rates`)).text();
  expect(html, 'without any script').toContain(`data-rate="${rates['EUR']}"`);
  expect(html).toContain('+0.23');
  await openRates(page, `${server.origin}/rates`);
  await expect(page).toHaveTitle('Rates on USD · Crossrate');
  await expect(page.getByRole('heading', { name: 'Rates on the US dollar' })).toBeVisible();
  await expect(
    page.getByText('Figures of the European Central Bank are the fixing of Mon 13 Apr 2026.'),
  ).toBeVisible();
  await expect(row(page, 'EUR')).toContainText('0.85587127696');
  await expect(row(page, 'EUR')).toContainText('European Central Bank');
  await expect(
    page.getByRole('region', { name: 'Rates', exact: true }).getByText('Source: European Central Bank.'),
  ).toBeVisible();
  await expect(row(page, 'EUR').locator('time[datetime="2026-04-13T12:10:00.000Z"]')).toBeVisible();
});

test('every figure of the page is the API’s, to the last row', async ({ page }) => {
  for (const query of someOf(['base=USD', 'base=EUR', 'base=XOF&source=fixed'], 2)) {
    const { [query.slice(5, 8)]: base, ...rates } = await server.rates(query);
    expect(base).toBe(1);
    const seen: Record<string, number> = {};
    for (const shelf of ['', '&kind=ended']) {
      await openRates(page, `${server.origin}/rates?${query}${shelf}`);
      Object.assign(seen, await drawnRates(page));
    }
    expect(seen, query).toEqual(rates);
  }
});

test('keeps a search in the address, and comes back to it', async ({ page }) => {
  await openRates(page, `${server.origin}/rates`);
  await searchField(page).fill('sao tome');
  await expect(page).toHaveURL(`${server.origin}/rates?q=sao+tome`);
  await page.reload();
  await expect.poll(() => drawnCodes(page)).toEqual(['STN', 'STD']);
  await expect(searchField(page)).toHaveValue('sao tome');
  await untilLive(page);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(`${server.origin}/rates`);
  await expect(row(page, 'JPY')).toBeVisible();
});

test('does everything by keyboard alone', async ({ page }) => {
  await openRates(page, `${server.origin}/rates`);
  await page.keyboard.press('j');
  await expect(row(page, 'EUR')).toHaveAttribute('data-cursor', '');
  await expect(row(page, 'EUR').getByRole('button', { name: /^EUR/ })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(row(page, 'GBP')).toHaveAttribute('data-cursor', '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Pound sterling in detail' })).toBeVisible();
  await expect(row(page, 'GBP').getByRole('button', { name: /^GBP/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Pound sterling in detail' })).toHaveCount(0);
  await page.keyboard.press('p');
  await expect.poll(async () => (await drawnCodes(page)).slice(0, 2)).toEqual(['EUR', 'JPY']);
  await page.keyboard.press('/');
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type('krone');
  await expect.poll(() => drawnCodes(page)).toEqual(['DKK']);
  await page.keyboard.press('Enter');
  await expect(row(page, 'DKK').getByRole('button', { name: /^DKK/ })).toBeFocused();
  await page.keyboard.press('f');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await drawnCodes(page)).slice(0, 3)).toEqual(['EUR', 'JPY', 'DKK']);
});

test('keeps pins in this browser, and the server draws them at once @long', async ({ page, context }) => {
  await openRates(page, `${server.origin}/rates`);
  await row(page, 'CZK').hover();
  await page.getByRole('button', { name: 'Pin CZK' }).click();
  await expect.poll(async () => (await drawnCodes(page)).slice(0, 4)).toEqual(['EUR', 'GBP', 'JPY', 'CZK']);
  const cookies = await context.cookies(`${server.origin}/rates`);
  const html = await (
    await fetch(`${server.origin}/rates`, {
      headers: { Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
    })
  ).text();
  const codes = [...html.matchAll(/<tr[^>]*data-code="(\w+)"/g)].map(([, code]) => code);
  expect(codes.slice(0, 4)).toEqual(['EUR', 'GBP', 'JPY', 'CZK']);
});

test('the detail of a row has all digits both ways and leads on @long', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRates(page, `${server.origin}/rates`);
  await row(page, 'JPY').click({ position: { x: 400, y: 20 } });
  const detail = page.getByRole('region', { name: 'Japanese yen in detail' });
  await expect(
    detail.getByText('a cross of two figures from one publication of the European Central Bank'),
  ).toBeVisible();
  await expect(detail.getByText('13 Apr 2026, 12:10 UTC')).toBeVisible();
  const there = await server.ask('/v1/rates/pair?from=USD&to=JPY');
  const back = await server.ask('/v1/rates/pair?from=JPY&to=USD');
  const copy = (of: string) =>
    detail
      .locator('dl > div')
      .filter({ has: page.getByText(of, { exact: true }) })
      .getByRole('button')
      .click();
  await copy('JPY for 1 USD');
  await expect.poll(async () => Number(await clipboard(page))).toBe(rateOf(there));
  await copy('USD for 1 JPY');
  await expect.poll(async () => Number(await clipboard(page))).toBe(rateOf(back));
  await expect(detail.getByRole('link', { name: 'Show its chart' })).toHaveAttribute(
    'href',
    '/charts/USD/JPY',
  );
  await detail.getByRole('link', { name: 'Convert USD to JPY' }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/USD/JPY?amount=1`);
});

test('gives the chosen rows as CSV, as JSON and to the clipboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openRates(page, `${server.origin}/rates?base=EUR&kind=pegged&region=africa`);
  const rates = await server.rates('base=EUR');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('rates-EUR-2026-04-14.csv');
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n').slice(1);
  expect(lines.length).toBe((await drawnCodes(page)).length);
  for (const line of lines) {
    const [code = '', , kind, base, rate] = line.split(',');
    expect([kind, base, Number(rate)], line).toEqual(['pegged', 'EUR', rates[code]]);
  }
  const [json] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSON' }).click(),
  ]);
  const body: unknown = JSON.parse(await readFile(await json.path(), 'utf8'));
  expect(body).toMatchObject({ base: 'EUR', source: 'default', credits: expect.any(Object) });
  await page.getByRole('button', { name: 'Copy table' }).click();
  await expect(page.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  expect((await clipboard(page)).split('\n')).toHaveLength(lines.length + 1);
});

test('marks the page that is open among all @long', async ({ page }) => {
  await openRates(page, `${server.origin}/rates`);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveText(['Converter', 'Rates', 'Charts', 'Status', 'Docs']);
  await expect(bar.locator('[aria-current=page]')).toHaveText('Rates');
  await page.goto(`${server.origin}/convert/EUR/USD`);
  await expect(bar.locator('[aria-current=page]')).toHaveText('Converter');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar.getByRole('link')).toHaveCount(5);
  await expect
    .poll(async () => {
      const box = await bar.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBe(844);
});

function clipboard(page: { evaluate: (read: () => Promise<string>) => Promise<string> }): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

function rateOf(body: unknown): number {
  if (typeof body === 'object' && body && 'rate' in body && typeof body.rate === 'number') return body.rate;
  throw new Error(`no rate in ${JSON.stringify(body)}`);
}
