import { expectAccessible, faceContext, faceName, inEachLook, loadedFaces } from './accessible.ts';
import { expect, test } from './guarded-test.ts';
import { chooseBase, drawnCodes, openRates, type RatesServer, row } from './rates-page.ts';

let server: RatesServer;

test.beforeAll(({ rates }) => {
  server = rates;
});

for (const face of loadedFaces([390, 768, 1440])) {
  test(`no accessibility violations, loaded in ${faceName(face)}`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext(faceContext(face));
    const page = await context.newPage();
    await openRates(page, `${server.origin}/rates`);
    await row(page, 'JPY').getByRole('button', { name: /^JPY/ }).click();
    const way = page.getByText('a cross of two figures from one publication of the European Central Bank');
    await inEachLook(page, face, async (width) => {
      await expect(way).toBeVisible();
      await expectAccessible(page, { where: `a row in detail, ${width} px` });
    });
    for (const address of ['/rates?base=KPW', '/rates?q=drachma&source=ecb', '/rates?base=usx&sort=-day7']) {
      await page.goto(server.origin + address);
      await inEachLook(page, face, (width) => expectAccessible(page, { where: `${address}, ${width} px` }));
    }
    await context.close();
  });
}

test('nothing moves while the page loads, with pins or without', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) Object.assign(window, { shifts: 1 });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await openRates(page, `${server.origin}/rates`);
    await expect(row(page, 'EUR')).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toBe(0);
  }
});

test('keeps the shape of the table while another is on its way @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openRates(page, `${server.origin}/rates`);
  let answer = () => {};
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/v1/rates?*', (route) => wait.then(() => route.continue()));
  await chooseBase(page, 'EUR');
  const card = page.getByRole('region', { name: 'Rates', exact: true });
  await expect(card).toHaveAttribute('aria-busy', 'true');
  const head = await page.getByRole('columnheader', { name: 'Age' }).boundingBox();
  answer();
  await expect(card).toHaveAttribute('aria-busy', 'false');
  expect(await page.getByRole('columnheader', { name: 'Age' }).boundingBox()).toEqual(head);
  await context.close();
});

declare global {
  interface Window {
    firstWait?: string | undefined;
  }
}

/** Keeps the first seconds that a page names until it tries again. */
function noteFirstWait() {
  const look = () =>
    (window.firstWait ??= /Trying again in (\d+ s)/.exec(document.body.textContent ?? '')?.[1]);
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}

test('a table that cannot be had says what happened and tries again when told', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openRates(page, `${server.origin}/rates`);
  await page.route('**/v1/rates?*', (route) => route.fulfill({ status: 500, json: { error: {} } }));
  await page.evaluate(noteFirstWait);
  await chooseBase(page, 'EUR');
  await expect(page.getByRole('heading', { name: 'The table could not be loaded' })).toBeVisible();
  expect(await page.evaluate(() => window.firstWait), 'counts from the whole wait on').toMatch(/^(9|10) s$/);
  await expect(page.getByText(/^The service failed to answer\. Your base, source and pins/)).toContainText(
    'Trying again in',
  );
  await expectAccessible(page);
  // Early enough before it tries by itself.
  await expect(page.getByText(/Trying again in ([6-9]|10) s/)).toBeVisible();
  await page.unroute('**/v1/rates?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, 'USD')).toBeVisible();
  await context.close();
});

test('every rate is there while what else is known of the rows does not come', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/v1/rates/series?*', () => undefined);
  await page.goto(`${server.origin}/rates`);
  const whole = await page.getByRole('button', { name: /^All \d+/ }).innerText();
  await expect.poll(async () => (await drawnCodes(page)).length).toBe(Number(/\d+/.exec(whole)?.[0]));
  await context.close();
});

test('says once what of the rows could not be loaded, marks it, and leaves it out of a file in words @long', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openRates(page, `${server.origin}/rates`);
  await page.route('**/v1/rates/series?*', (route) => route.fulfill({ status: 500, json: { error: {} } }));
  await page.route('**/v1/convert?*', (route) => route.fulfill({ status: 500, json: { error: {} } }));
  await chooseBase(page, 'EUR');
  await expect(page.getByText('Change, age and source could not be loaded.')).toBeVisible();
  await expect(row(page, 'JPY').getByRole('cell', { name: '–', exact: true })).toHaveCount(5);
  await row(page, 'JPY').getByRole('button', { name: /^JPY/ }).click();
  await expect(page.getByText('The way back and how the rate was made could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  await saved;
  await expect(
    page.getByText(/^Change, source and time of \d+ of \d+ rows could not be loaded/),
  ).toBeVisible();
  // It has just tried by itself, and rests now.
  await page.waitForResponse('**/v1/rates/series?*');
  await page.unroute('**/v1/rates/series?*');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText('Change, age and source could not be loaded.')).toHaveCount(0);
  await expect(row(page, 'JPY')).toContainText('European Central Bank');
  await context.close();
});

test('on a phone rows can be sorted, are marked when stale, and tell change and age in their detail @long', async ({
  page,
  threeDaysLater: later,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRates(page, `${later.origin}/rates?base=EUR&source=ecb`);
  await expect(row(page, 'USD').getByText('Stale')).toHaveCount(2);
  await expect(row(page, 'USD').getByText('Stale').first().locator('..').locator('svg')).toBeVisible();
  await page.getByLabel('Sort', { exact: true }).selectOption({ label: '1 day, largest first' });
  await expect(page).toHaveURL(/sort=-day1/);
  await expect.poll(() => drawnCodes(page)).toEqual(['USD', 'GBP', 'JPY', 'IDR', 'RON', 'DKK', 'CZK', 'HUF']);
  // Heads that a phone has no room for are read out, and nobody tabs through them.
  await expect(page.getByRole('columnheader', { name: '1 day' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('button', { name: '1 day' })).toHaveCount(0);
  await row(page, 'USD').getByRole('button', { name: /^USD/ }).click();
  const detail = page.getByRole('region', { name: 'US dollar in detail' });
  await expect(detail.getByText('Over 30 days')).toBeVisible();
  await expect(detail.getByText(/^since Fri 10 Apr, 1\.17/)).toBeVisible();
  await expect(detail.getByText('Stale')).toBeVisible();
});

test('without a network the figures stay, their age greyed, and the page recovers @long', async ({
  page,
  context,
}) => {
  await openRates(page, `${server.origin}/rates`);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(row(page, 'EUR')).toContainText('Was current');
  await expect(row(page, 'EUR')).toContainText('0.85587');
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});

test('says that figures are stale, once above the table and in each row', async ({
  page,
  threeDaysLater: later,
}) => {
  await openRates(page, `${later.origin}/rates?source=ecb`);
  await expect(page.getByText('The European Central Bank has missed two publications.')).toBeVisible();
  await expect(row(page, 'EUR').getByText('Stale').filter({ visible: true })).toHaveCount(1);
});

test('a figure that has changed is washed once @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  await openRates(page, `${server.origin}/rates`);
  // What was asked for at first has come: an answer of before would turn the figure back once more.
  await expect(row(page, 'EUR').locator('time')).toBeVisible();
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Object.assign(window, { washes: [] as number[] });
    Element.prototype.animate = function (frames, options) {
      const washes: unknown = Reflect.get(window, 'washes');
      if (Array.isArray(washes) && typeof options === 'object') washes.push(options.duration);
      return animate.call(this, frames, options);
    };
  });
  // A row shows the figure that came last, the table's or the one of its series: both are the new one.
  const answers = { tables: 0, series: 0 };
  await page.route('**/v1/rates?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (response.ok()) body.rates.EUR = 0.9;
    await route.fulfill({ response, json: body });
    answers.tables += 1;
  });
  await page.route('**/v1/rates/series?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    // Each answer has some of the rows; hours that pass in a moment ask for more than is allowed.
    const hasEuro = response.ok() && 'EUR' in body.series;
    if (hasEuro) body.series.EUR.rate = 0.9;
    await route.fulfill({ response, json: body });
    if (hasEuro) answers.series += 1;
  });
  // Asking again is set going by an answer, which takes as long as it takes.
  await expect(async () => {
    await page.clock.runFor(61_000);
    await expect(row(page, 'EUR').locator('[data-rate]')).toHaveAttribute('data-rate', '0.9', {
      timeout: 2000,
    });
  }).toPass();
  const washes = () => page.evaluate(() => Reflect.get(window, 'washes'));
  await expect.poll(washes).toEqual([600]);
  // The same figure once more is no change.
  const before = { ...answers };
  await expect(async () => {
    await page.clock.runFor(61_000);
    expect(answers.tables).toBeGreaterThan(before.tables);
    expect(answers.series).toBeGreaterThan(before.series);
  }).toPass();
  await page.clock.runFor(1000);
  expect(await washes()).toEqual([600]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

test('four hundred rows on a phone are all there, and the last is reached at once @long', async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
    hasTouch: true,
  });
  const page = await context.newPage();
  const currencies = await server.ask('/v1/currencies');
  const codes = codesInUse(currencies);
  expect(codes.length).toBeGreaterThan(400);
  await page.route('**/v1/rates?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.rates = Object.fromEntries(codes.map((code, index) => [code, body.rates[code] ?? index + 0.5]));
    await route.fulfill({ response, json: body });
  });
  await openRates(page, `${server.origin}/rates`);
  await chooseBase(page, 'EUR');
  await expect(page.getByText(`${codes.length - 1} currencies`)).toBeVisible();
  await expect.poll(async () => (await drawnCodes(page)).length).toBe(codes.length - 1);
  await expect(row(page, 'ZRX')).not.toBeInViewport();
  await page.keyboard.press('End');
  await expect(row(page, 'ZRX')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

test('a search of the browser finds rows far below, and on paper every row is there', async ({ page }) => {
  await openRates(page, `${server.origin}/rates`);
  const inUse = codesInUse(await server.ask('/v1/currencies'));
  const rates = Object.keys(await server.rates('base=USD')).filter((code) => inUse.includes(code));
  const last = (await drawnCodes(page)).at(-1) ?? '';
  await expect(row(page, last)).not.toBeInViewport();
  expect(await page.evaluate((code) => Reflect.get(window, 'find').call(window, code), last)).toBe(true);
  await expect(row(page, last)).toBeInViewport();
  const heightPx = await page.getByRole('table').evaluate((table) => table.scrollHeight);
  await page.emulateMedia({ media: 'print' });
  expect((await drawnCodes(page)).length).toBe(rates.length - 1);
  await expect(row(page, last)).toBeVisible();
  expect(await page.getByRole('table').evaluate((table) => table.scrollHeight)).toBe(heightPx);
});

/** Every currency but those that have ended, which a table shows only when asked to. */
function codesInUse(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('currencies' in body)) throw new Error('no currencies');
  if (!Array.isArray(body.currencies)) throw new Error('no list of currencies');
  return body.currencies
    .filter(({ lastDay }: { readonly lastDay: string | null }) => lastDay === null)
    .map((currency: { readonly code: string }) => currency.code);
}
