import { amountField, type ConverterServer, result, search, shown, untilKept } from './converter-page.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { startFolder } from '#lib/testing/worlds/running-server';

let server: ConverterServer;

test.use({ serviceWorkers: 'allow' });

test.beforeAll(({ converter }) => {
  server = converter;
});

test('keeps the figures when the network goes, says so, and recovers', async ({ page, context }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.locator('dl').getByText('Was latest fixing')).toBeVisible();
  const notice = page.locator('[aria-live=polite]').filter({ hasText: 'You are offline.' });
  await expect(notice.getByText(/^at \d\d:\d\d/), 'what is read out names the time').toHaveCount(1);
  await expect(notice.getByText(/^\d+ (s|min) ago$/), 'what counts is only seen').toHaveAttribute(
    'aria-hidden',
    'true',
  );
  await amountField(page).fill('250');
  await expect(result(page, '292.10 USD')).toBeVisible();
  const asked = page.waitForResponse(/\/v1\/convert\?/);
  await context.setOffline(false);
  await asked;
  await expect(page.getByText('Back online.')).toBeVisible();
  await expect(page.getByText('You are offline.')).toHaveCount(0);
});

test('a page that came without a network asks at once when it is back @long', async ({ page, context }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilKept(page, '/convert/EUR/USD');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('New figures are loaded as soon as the network is back.')).toBeVisible();
  await context.setOffline(false);
  // Sooner than a failed request is tried again by itself, which is after ten seconds.
  await expect(page.getByText('Back online.')).toBeVisible({ timeout: 8000 });
});

test('a reload without a network shows the last figures and says that they are', async ({
  page,
  context,
}) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilKept(page, '/convert/EUR/USD');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await amountField(page).fill('500');
  await expect(page).toHaveURL(/USD\/EUR\?amount=500/);
  const there = shown(await server.ask('USD', 'EUR', '500'));
  await expect(result(page, `${there} EUR`)).toBeVisible();
  await untilKept(page, '/v1/convert?from=USD&to=EUR&include=provenance');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(result(page, `${there} EUR`)).toBeVisible();
  await amountField(page).fill('50');
  await expect(result(page, `${shown(await server.ask('USD', 'EUR', '50'))} EUR`)).toBeVisible();
});

test('a pair that is shown can be swapped without a network @long', async ({ page, context }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page).toHaveURL(/USD\/EUR\?amount=100/);
  await expect(result(page, `${shown(await server.ask('USD', 'EUR', '100'))} EUR`)).toBeVisible();
  await expect(page.getByText('Inverse, USD for 1 EUR')).toBeVisible();
  await expect(page.locator('dl').getByText('Was latest fixing')).toBeVisible();
});

test('a server that is gone is said as clearly as a network that is @long', async ({ page }) => {
  const another = await startFolder();
  await page.goto(`${another.origin}/convert/EUR/USD?amount=100`);
  await untilKept(page, '/convert/EUR/USD');
  await another.stop();
  await page.reload();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(result(page, '116.84 USD')).toBeVisible();
});

test('a limit says when it goes on and keeps what was typed @long', async ({ browser }) => {
  // Requests that pass through a service worker cannot be answered in its place.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  await page.route('**/v1/convert?*', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '14' }, json: { error: {} } }),
  );
  await page.goto(server.origin);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await expect(page.getByText('Too many requests from this address.')).toBeVisible();
  await expect(amountField(page)).toHaveValue('100.00');
  const notice = page.getByText('Too many requests from this address.').locator('..');
  const left = async () =>
    Number(/Trying again in (\d+) s\./.exec((await notice.textContent()) ?? '')?.[1] ?? Number.NaN);
  await expect.poll(left).toBeLessThanOrEqual(14);
  const before = await left();
  await page.clock.runFor(5000);
  await expect.poll(left).toBeLessThanOrEqual(before - 5);
  await page.unroute('**/v1/convert?*');
  await page.clock.runFor(10_000);
  await expect(notice).toHaveCount(0);
  await expect(result(page, `${shown(await server.ask('USD', 'EUR', '100'))} EUR`)).toBeVisible();
  await context.close();
});

test('a network that goes while the page still loads leaves the page, and what was missing comes with it @long', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const address = `${server.origin}/convert/EUR/USD?amount=100`;
  const html = await (await fetch(address)).text();
  let isAway = true;
  let lose = () => {};
  const lost = new Promise<void>((resolve) => (lose = resolve));
  const late: string[] = [];
  await page.route('**/_next/static/**/*.js', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (html.includes(pathname)) return route.continue();
    late.push(pathname);
    await lost;
    return isAway ? route.abort('internetdisconnected') : route.continue();
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect.poll(() => late.length).toBeGreaterThan(0);
  await context.setOffline(true);
  lose();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(result(page, '116.84 USD')).toBeVisible();
  isAway = false;
  await context.setOffline(false);
  const sources = page.getByRole('table', { name: 'EUR/USD at every source' });
  await expect(sources.getByRole('row', { name: /^European Central Bank/ })).toContainText('1.1684');
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await context.close();
});

test('shows a swapped pair before the service has answered again @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/USD/JPY?amount=1200`);
  await untilLive(page);
  const answer = await holdAnswers(page);
  const asked = page.waitForRequest('**/v1/convert?from=JPY&to=USD&*');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await asked;
  const there = shown(await server.ask('JPY', 'USD', '1200'));
  await expect(result(page, `${there} USD`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Converter' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText('Inverse, JPY for 1 USD')).toBeVisible();
  const answered = page.waitForResponse('**/v1/convert?from=JPY&to=USD&*');
  answer();
  await (await answered).finished();
  await expect(result(page, `${there} USD`)).toBeVisible();
  await context.close();
});

test('keeps the shape of the card while a rate is on its way @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  const answer = await holdAnswers(page);
  await search(page, 'To', 'yen');
  await page.keyboard.press('Enter');
  const card = page.getByRole('region', { name: 'Converter' });
  await expect(card).toHaveAttribute('aria-busy', 'true');
  const before = await card.boundingBox();
  answer();
  await expect(card).toHaveAttribute('aria-busy', 'false');
  const after = await card.boundingBox();
  expect(Math.abs((before?.height ?? 0) - (after?.height ?? 99))).toBeLessThan(16);
  await context.close();
});

/** Keeps the answers to conversions back until the function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let answer = () => {};
  const wait = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/v1/convert?*', (route) => wait.then(() => route.continue()));
  return answer;
}
