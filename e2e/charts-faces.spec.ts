import { expect, test } from './guarded-test.ts';
import {
  expectAccessible,
  faceContext,
  faceName,
  inEachLook,
  loadedFaces,
  OPENED,
  runAxe,
} from './accessible.ts';
import { type ChartServer, drawing, rangeFigure } from './charts-page.ts';
import { untilLive } from './live-page.ts';

let server: ChartServer;

test.beforeAll(({ charts }) => {
  server = charts;
});

test('empty: says what is, why, and shows everything on a press @long', async ({ page }) => {
  await page.goto(`${server.origin}/charts/EUR/USD?from=2026-04-03&to=2026-04-06`);
  await expect(page.getByRole('heading', { name: 'No figures in this range' })).toBeVisible();
  await expect(page.getByText('The European Central Bank publishes on TARGET working days.')).toBeVisible();
  await page.getByRole('link', { name: 'Show everything' }).click();
  await expect(drawing(page)).toBeVisible();
  await expect(page).toHaveURL(/range=max/);
});

test('none: a pair that nobody has says so', async ({ page }) => {
  await page.goto(`${server.origin}/charts/EUR/KPW`);
  await expect(page.getByRole('heading', { name: 'No source has EUR/KPW' })).toBeVisible();
  const reasons = page.getByRole('listitem').filter({ hasText: 'it publishes no figures for the pair' });
  await expect(reasons.filter({ hasText: 'European Central Bank' })).toBeVisible();
  await page.goto(`${server.origin}/charts/EUR/KPW?sources=ecb`);
  await expect(
    page.getByRole('heading', { name: 'The European Central Bank has no figures for EUR/KPW' }),
  ).toBeVisible();
});

test('loading keeps the places, error keeps the address and tries again', async ({ browser }) => {
  // Requests that pass through a service worker cannot be answered in its place.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  let isBroken = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/historical?*', async (route) => {
    await held;
    if (isBroken)
      await route.fulfill({ status: 500, headers: { 'X-Request-Id': 'r-1' }, json: { error: {} } });
    else await route.continue();
  });
  await page.goto(`${server.origin}/charts/EUR/USD?range=1y`);
  await expect(drawing(page)).toBeVisible();
  const place = await page.locator('[data-plot]').boundingBox();
  await page.keyboard.press('x');
  await expect(page.getByText('Reading the history')).toBeVisible();
  const skeleton = await page.getByText('Reading the history').locator('..').boundingBox();
  expect(skeleton?.height).toBe(place?.height);
  release();
  await expect(page.getByRole('heading', { name: 'The history could not be read' })).toBeVisible();
  await expect(page.getByText('Your range and lines are kept in the address.')).toBeVisible();
  await expect(page.getByText('request r-1')).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(drawing(page)).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/charts/USD/EUR?range=1y`);
  await context.close();
});

test('keeps the lines when the network goes and says so @long', async ({ page, context }) => {
  await page.goto(`${server.origin}/charts/EUR/USD`);
  await expect(drawing(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText(/the last ones received, .+ ago\./)).toBeVisible();
  await expect(page.getByText('as soon as the network is back')).toBeVisible();
  await expect(drawing(page)).toBeVisible();
});

test('a limit keeps the chart, says when it goes on, and goes on by itself @long', async ({ browser }) => {
  // Requests that pass through a service worker cannot be answered in its place.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const limited = (seconds: string) =>
    page.route('**/v1/historical?*', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': seconds }, json: { error: {} } }),
    );
  await page.goto(`${server.origin}/charts/EUR/USD`);
  await expect(drawing(page)).toBeVisible();
  await limited('3');
  await page.getByRole('radio', { name: '5 years' }).check({ force: true });
  await expect(page.getByText('Too many requests from this address.')).toBeVisible();
  await expect(page.getByText(/Trying again in [1-3] s\./)).toBeVisible();
  await expect(drawing(page)).toBeVisible();
  await expect(page.getByText('The European Central Bank has no figures before')).toHaveCount(0);
  await page.unroute('**/v1/historical?*');
  await expect(rangeFigure(page, 'Open')).toContainText('2021', { timeout: 15_000 });
  await expect(page.getByText('Too many requests from this address.')).toHaveCount(0);
  await limited('4');
  await page.keyboard.press('x');
  await expect(page.getByRole('heading', { name: 'The history could not be read' })).toBeVisible();
  await expect(page.getByText(/Trying again in [1-4] s\./)).toBeVisible();
  await page.unroute('**/v1/historical?*');
  await expect(drawing(page)).toBeVisible({ timeout: 15_000 });
  await context.close();
});

test('while a longer range comes, nothing of it is stated from the figures of the shorter one @long', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/historical?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.origin}/charts/EUR/USD`);
  await expect(rangeFigure(page, 'Open')).toContainText('14 Jan');
  await untilLive(page);
  await page.getByRole('radio', { name: '5 years' }).check({ force: true });
  await expect(rangeFigure(page, 'Open')).toHaveText('');
  await expect(page.getByRole('region', { name: 'Chart of EUR/USD' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText('has no figures before')).toHaveCount(0);
  await expect(page.getByRole('figure')).toHaveAccessibleName(/^Between 14 January and 13 April 2026/);
  release();
  await expect(rangeFigure(page, 'Open')).toContainText('2021');
  await context.close();
});

test('a zoom key that is held asks for figures once and is one step of “back” @long', async ({ page }) => {
  await page.goto(`${server.origin}/charts/EUR/USD?range=1y`);
  await expect(drawing(page)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('startDate=')) asked.push(request.url());
  });
  await page.evaluate(() => {
    for (let press = 0; press < 3; press += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
    }
  });
  await expect(page).toHaveURL(/from=2025-/);
  await expect.poll(() => asked).toHaveLength(1);
  await expect(page.getByRole('region', { name: 'Chart of EUR/USD' })).toHaveAttribute('aria-busy', 'false');
  expect(asked).toHaveLength(1);
  await page.goBack();
  await expect(page).toHaveURL(/range=1y$/);
});

test('a screen reader has the range in a sentence, and each point in words', async ({ page }) => {
  await page.goto(`${server.origin}/charts/EUR/USD`);
  await expect(page.getByRole('figure')).toHaveAccessibleName(
    /^Between 14 January and 13 April 2026 EUR\/USD .* ECB fixings\.$/,
  );
  const point = page.getByRole('slider', { name: 'Point of the chart' });
  await point.focus();
  await expect(point).toHaveAttribute('aria-valuetext', 'Monday 13 April 2026: ECB 1.1684');
  await page.keyboard.press('ArrowLeft');
  await expect(point).toHaveAttribute('aria-valuetext', 'Friday 10 April 2026: ECB 1.1711');
  await page.keyboard.press('Home');
  await expect(point).toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('PageUp');
  await expect(point).toHaveAttribute('aria-valuenow', '10');
  await page.keyboard.press('End');
  await expect(point).toHaveAttribute('aria-valuetext', 'Monday 13 April 2026: ECB 1.1684');
});

for (const face of loadedFaces([390, 1440])) {
  test(`no accessibility violations, loaded in ${faceName(face)}`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext(faceContext(face));
    const page = await context.newPage();
    for (const address of [
      '/charts/EUR/USD?range=max&scale=log',
      '/charts/EUR/USD?compare=EUR-JPY,EUR-GBP,EUR-CHF,EUR-NOK',
      '/charts/EUR/USD?view=table',
      '/charts/EUR/USD?from=2026-04-03&to=2026-04-06',
      '/charts/EUR/USX?range=2w&sources=ecb,boe',
      '/charts/EUR/KPW',
      '/charts/EUR/USD',
    ]) {
      await page.goto(server.origin + address);
      await untilLive(page);
      await inEachLook(page, face, (width) => expectAccessible(page, { where: `${address}, ${width} px` }));
    }
    await expect(drawing(page)).toBeVisible();
    await inEachLook(page, face, async (width) => {
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('button', { name: 'Export' }).click();
      await expect(page.getByRole('menuitem', { name: 'PNG' })).toBeVisible();
      await expectAccessible(page, { changed: OPENED, where: `menu, ${width} px` });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
      await page.getByRole('button', { name: /^Choose dates/ }).click();
      await expect(page.getByLabel('From', { exact: true })).toBeVisible();
      await expectAccessible(page, { changed: OPENED, where: `dates, ${width} px` });
      await page.keyboard.press('Escape');
      await expect(page.getByLabel('From', { exact: true })).toHaveCount(0);
      await page.keyboard.press('/');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, { changed: OPENED, where: `dialog, ${width} px` });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await context.close();
  });
}

test('the ends of a short range are wide enough for a thumb, each beside the other @long', async ({
  page,
}) => {
  for (const range of ['1w', '3m']) {
    await page.goto(`${server.origin}/charts/EUR/USD?range=${range}`);
    for (const width of [390, 412]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole('slider', { name: 'Start of the range' })).toBeVisible();
      const { passes, violations } = await runAxe(page, { rules: ['target-size'] }, ['violations', 'passes']);
      const where = `${range}, ${width} px`;
      expect(
        violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
        where,
      ).toEqual([]);
      expect(passes.flatMap(({ nodes }) => nodes).length, `targets measured, ${where}`).toBeGreaterThan(20);
    }
  }
});

test('at 400 % zoom nothing runs out of the window @long', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const address of [
    '/charts/EUR/USD',
    '/charts/EUR/USD?compare=EUR-JPY,EUR-GBP,EUR-CHF',
    '/charts/JPY/EUR?range=max&compare=EUR-NOK&view=table',
  ]) {
    await page.goto(server.origin + address);
    await untilLive(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(320);
  }
});
