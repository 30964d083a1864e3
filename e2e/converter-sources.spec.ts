import { collectProblems, type ConverterServer, result } from './converter-page.ts';
import { drawnText } from './drawn-text.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;
let problems: readonly string[];

test.beforeAll(({ twoBanks }) => {
  server = twoBanks;
});

test.beforeEach(({ page }) => {
  problems = collectProblems(page);
});

test.afterEach(() => {
  expect(problems).toEqual([]);
});

test('puts every source side by side, measured from their median, and uses the one that is chosen', async ({
  page,
}) => {
  await page.goto(`${server.origin}/convert/GBP/USD?amount=100`);
  await untilLive(page);
  const table = page.getByRole('table', { name: 'GBP/USD at every source' });
  const ecb = 1.15 / 0.86393;
  const boe = 1.3323;
  const median = (ecb + boe) / 2;
  const points = ((boe / median - 1) * 10_000).toFixed(1);
  await expect(table.getByRole('row', { name: /^European Central Bank/ })).toContainText('cross via EUR');
  await expect(table.getByRole('row', { name: /^European Central Bank/ })).toContainText('1.33112636');
  await expect(table.getByRole('row', { name: /^European Central Bank/ })).toContainText('in use');
  const row = table.getByRole('row', { name: /^Bank of England/ });
  await expect(row).toContainText('1.3323');
  await expect(row).toContainText('direct');
  await expect(row).toContainText('Latest fixing');
  await expect(row).toContainText(`+${points}`);
  await expect(row.locator('time')).toHaveAttribute('datetime', '2026-03-18T16:00:00.000Z');
  await expect(row.getByRole('img')).toHaveAccessibleName(`+${points} basis points from the median`);
  await expect(table.getByRole('row', { name: /fixed/ })).toContainText('no law fixes the pair');
  await expect(page.getByText('Distance from the median 1.3317')).toBeVisible();
  await row.getByRole('radio').click();
  await expect(row.getByRole('radio')).toBeChecked();
  await expect(page).toHaveURL(`${server.origin}/convert/GBP/USD?amount=100&source=boe`);
  await expect(result(page, '133.23 USD')).toBeVisible();
  await expect(row).toContainText('in use');
  await expect(page.getByText('about 09:30 in London')).toBeVisible();
  // A press on a source leaves the page its keys.
  await expect(row.getByRole('radio')).toBeFocused();
  await page.keyboard.press('s');
  await expect(page).toHaveURL(`${server.origin}/convert/USD/GBP?amount=100&source=boe`);
});

test('the same amount in other currencies is of the chosen source, and says what that one lacks @long', async ({
  page,
}) => {
  await page.goto(`${server.origin}/convert/GBP/USD?amount=100&source=boe&also=JPY,CHF`);
  const list = page.getByRole('region', { name: 'The same amount in other currencies' });
  await expect(list.getByRole('heading')).toHaveText('100.00 GBP at the Bank of England in');
  const asked = await server.get('/v1/rates?base=GBP&source=boe');
  expect(asked).toMatchObject({ rates: { JPY: 212.4739 } });
  await expect(list.getByRole('link', { name: /JPY/ })).toContainText('21,247');
  await expect(list.getByRole('link', { name: /CHF/ })).toContainText('no rate at the Bank of England');
});

test('has the figures of the API, in what the server wrote already', async () => {
  const comparison = await server.get('/v1/rates/compare?from=EUR&to=USD');
  expect(comparison).toMatchObject({
    rates: [
      { source: 'ecb', rate: 1.15 },
      { source: 'boe', rate: 1.15131351538196 },
    ],
    without: [{ source: 'fixed', code: 'pair_unavailable' }],
  });
  const html = await (await fetch(`${server.origin}/convert/EUR/USD`)).text();
  expect(html).toContain('basis points from the median');
  expect(html.replace(/<[^>]+>/g, '')).toContain('1.15131351538');
});

test('shows the last days honestly, with their change, and leads to the chart @long', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  const month = page.getByRole('region', { name: '30 days of EUR/USD' });
  await expect(month.getByRole('img')).toHaveAccessibleName(
    'EUR/USD over 30 days, from 1.1641 on Tue 10 Mar, between 1.1476 and 1.1641',
  );
  await expect(month).toContainText('High, Tue 10 Mar1.1641');
  await expect(month).toContainText('Low, Fri 13 Mar1.1476');
  await expect(month).toContainText('Start, Tue 10 Mar1.1641');
  const drawn = (line: string) => month.locator(line).getAttribute('d');
  await expect
    .poll(async () => (await drawn('.recharts-line-curve'))?.match(/[ML]/g)?.join(''))
    .toBe('MLLLMLL');
  expect((await drawn('.recharts-area-curve'))?.match(/[ML]/g)?.join(''), 'bridged over the weekend').toBe(
    'MLLLLLL',
  );
  await month.getByRole('link', { name: 'Open the chart' }).click();
  await expect(page).toHaveURL(`${server.origin}/charts/EUR/USD?from=2026-03-10`);
});

test('says why there is no line of days @long', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/KPW?amount=100`);
  await expect(page.getByRole('heading', { name: 'No source has EUR to KPW' })).toBeVisible();
  for (const source of ['European Central Bank', 'Bank of England', 'Legally fixed rates'])
    await expect(page.getByRole('listitem').filter({ hasText: source })).toBeVisible();
  await expect(page.getByRole('region', { name: '30 days of EUR/KPW' })).toContainText(
    'There is no current rate. What is known of earlier days is in the chart.',
  );
});

test('keeps every shape while the answers are on their way @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  let answer = () => {};
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/v1\/rates[/?]/u, (route) => wait.then(() => route.continue()));
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  for (const name of ['USD/EUR at every source', '30 days of USD/EUR']) {
    const card = page.getByRole('region', { name });
    await expect(card).toHaveAttribute('aria-busy', 'true');
  }
  const heights = () =>
    page.getByRole('region').evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  // What a person sees is what was painted since.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const before = await heights();
  answer();
  await expect(page.getByRole('region', { name: 'USD/EUR at every source' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  await expect(page.getByRole('region', { name: '30 days of USD/EUR' })).toHaveAttribute(
    'aria-busy',
    'false',
  );
  // The last answer may still be on its way into the page.
  const moved = async () => {
    const after = await heights();
    return Math.max(
      ...before.map((height, index) => Math.abs(height - (after[index] ?? 0))),
      after.length - before.length,
    );
  };
  await expect.poll(moved).toBeLessThan(16);
  await context.close();
});

test('says what could not be asked and asks again @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await page.route('**/v1/rates/compare?*', (route) => route.abort());
  await page.route('**/v1/rates/series?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page.getByRole('heading', { name: 'The other sources could not be loaded' })).toBeVisible();
  await expect(page.getByText('The last days could not be loaded.')).toBeVisible();
  await expect(result(page, '86.96 EUR')).toBeVisible();
  await page.unroute('**/v1/rates/compare?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'USD/EUR at every source' })).toContainText('inverse');
  await context.close();
});

test('shows five digits of each source on a phone, rounded @long', async ({ page }) => {
  await page.goto(`${server.origin}/convert/GBP/USD?amount=100`);
  await untilLive(page);
  const table = page.getByRole('table', { name: 'GBP/USD at every source' });
  const rateOf = (source: RegExp) =>
    drawnText(table.getByRole('row', { name: source }).getByRole('cell').first());
  const drawn = () => Promise.all([rateOf(/^European Central Bank/), rateOf(/^Bank of England/)]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(drawn).toEqual([expect.stringMatching(/^1\.33112636\d*$/), '1.3323']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(drawn).toEqual(['1.3311', '1.3323']);
});

test('nothing moves from the first paint on', async ({ page }) => {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.origin}/convert/GBP/USD?amount=100`);
    await untilLive(page);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value);
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    // An age that grows by a letter may move its own line.
    expect(shift, `${width} px`).toBeLessThan(0.001);
  }
});
