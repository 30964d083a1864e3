import type { Browser, Page, Route } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { collectProblems, shown } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { type StatusWorld, startStatusWorld } from './status-world.ts';

/** A Tuesday, before the day's fixing. */
const START = '2026-11-24T12:00:00Z';

/** What the service's clock is ahead of the first quotes by. */
const AHEAD_MS = 5000;

let market: StatusWorld;
let startedAtMs: number;

test.beforeAll(async () => {
  market = await startStatusWorld({
    start: START,
    aheadMs: AHEAD_MS,
    sources: 'ecb,crypto-exchange,fixed',
    variables: { ANONYMOUS_SOURCES: 'all' },
  });
  startedAtMs = Date.now();
});

test.afterAll(async () => {
  await market.stop();
});

const SCREENS = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1440, height: 900 },
];

for (const { name, width, height } of someOf(SCREENS, 1)) {
  test(`a traveller with ${name} takes the live rate or the fixing, comes back to it and shares it`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width === 390,
      locale: 'en-GB',
    });
    const page = await context.newPage();
    const problems = collectProblems(page);
    await quoteNow();
    await page.goto(`${market.origin}/convert/EUR/USD?amount=1000`);
    await untilLive(page);
    await expect(choice(page, 'Fixing')).toBeChecked();
    await expect(page.getByText('ECB fixing of Monday')).toBeVisible();
    await expect(result(page)).toHaveAccessibleName(`${shownSum('ecb')} USD`);
    const place = await result(page).boundingBox();

    await choice(page, 'Market').click();
    await expect(page.getByText(/^Live at Kraken, \d+ s ago$/)).toBeVisible();
    await expect(result(page)).toHaveAccessibleName(`${shownSum('crypto-exchange')} USD`);
    await expect(page).toHaveURL(`${market.origin}/convert/EUR/USD?amount=1000&source=crypto-exchange`);
    expect((await result(page).boundingBox())?.y, 'nothing moves').toBe(place?.y);
    await expectAccessibleInBothSchemes(page);

    await quoteNow();
    await expect(result(page), 'it moves by itself').toHaveAccessibleName(
      `${shownSum('crypto-exchange')} USD`,
      { timeout: 60_000 },
    );
    expect((await result(page).boundingBox())?.y).toBe(place?.y);

    await page.goto(`${market.origin}/convert/GBP/USD`);
    await expect(choice(page, 'Market'), 'kept for the next visit and another pair').toBeChecked();
    const html = await (await page.context().request.get(`${market.origin}/convert/GBP/USD`)).text();
    expect(html, 'drawn by the server, so that nothing moves').toContain('Live at Kraken');
    await untilLive(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page, 'shared as it is shown').toHaveURL(/source=crypto-exchange/);
    await friendSees(browser, page.url(), 'Market');

    await choice(page, 'Market').press('ArrowLeft');
    await expect(page.getByText('ECB fixing of Monday')).toBeVisible();
    await page.reload();
    await expect(choice(page, 'Fixing')).toBeChecked();
    expect(problems).toEqual([]);
    await context.close();
  });
}

test('live rates are offered only where a pair has both, and never of a past day @long', async ({ page }) => {
  await quoteNow();
  await page.goto(`${market.origin}/convert/EUR/USD`);
  await untilLive(page);
  await choice(page, 'Market').click();
  await expect(page.getByText(/^Live at Kraken/)).toBeVisible();
  await page.getByRole('button', { name: /^Day of the rate/ }).click();
  await page.getByLabel('Date (UTC)').fill('2026-11-20');
  await page.getByRole('button', { name: 'Show this day' }).click();
  await expect(page).toHaveURL(`${market.origin}/convert/EUR/USD?amount=100&date=2026-11-20`);
  await expect(page.getByRole('radiogroup', { name: 'Market price or fixing' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the current rate' }).first().click();
  await expect(choice(page, 'Market')).toBeChecked();
  for (const pair of ['EUR/CZK', 'BTC/USD']) {
    await page.goto(`${market.origin}/convert/${pair}`);
    await untilLive(page);
    await expect(
      page.getByRole('region', { name: 'Converter' }).locator('[data-figure="result"]'),
    ).toBeVisible();
    await expect(page.getByRole('radiogroup', { name: 'Market price or fixing' })).toHaveCount(0);
  }
  await page.goto(`${market.origin}/convert/EUR/USD`);
  await untilLive(page);
  await page.getByRole('combobox', { name: 'Source', exact: true }).selectOption('');
  await expect(choice(page, 'Fixing'), 'a source that is chosen by name ends the choice').toBeChecked();
  await page.reload();
  await expect(choice(page, 'Fixing')).toBeChecked();
});

test('a quote is on the page as soon as the service has it, and is asked for no more while the page is told', async ({
  browser,
}) => {
  const { page, asked, close } = await openQuote(browser);
  await expect.poll(streamsOpen).toBe(1);
  await quoteNow();
  await expect(result(page)).toHaveAccessibleName(`${shownSum('crypto-exchange')} USD`, { timeout: 5000 });
  asked.length = 0;
  await page.clock.runFor(30_000);
  expect(asked).not.toContain('/v1/convert');

  expect(await streamsOpen()).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(streamsOpen, 'nobody looks').toBe(0);
  await close();
});

test('a chart takes in a new quote as soon as the service has it @long', async ({ page }) => {
  await quoteNow();
  await page.goto(`${market.origin}/charts/EUR/USD?sources=crypto-exchange`);
  await expect.poll(streamsOpen).toBe(1);
  await expect(page).toHaveTitle(/^EUR\/USD \d/);
  const before = await page.title();
  await anotherQuote();
  await expect.poll(() => page.title(), { timeout: 5000 }).not.toBe(before);
});

const REFUSALS: readonly (readonly [string, (route: Route) => Promise<void>])[] = [
  ['is refused', (route) => route.fulfill({ status: 429, headers: { 'Retry-After': '10' }, body: '{}' })],
  ['cannot be reached', (route) => route.abort()],
];

for (const [how, refuse] of someOf(REFUSALS, 1)) {
  test(`a quote is asked for every twenty seconds where the stream ${how}`, async ({ browser }) => {
    const { page, asked, close } = await openQuote(browser, refuse);
    await page.clock.runFor(10_000);
    await expect.poll(() => asked.some((path) => path === STREAM)).toBe(true);
    await quoteNow();
    await expect(async () => {
      await page.clock.runFor(21_000);
      await expect(result(page)).toHaveAccessibleName(`${shownSum('crypto-exchange')} USD`, {
        timeout: 2000,
      });
    }).toPass({ timeout: 60_000 });
    asked.length = 0;
    await page.clock.runFor(21_000);
    await expect.poll(() => asked).toContain('/v1/convert');
    await close();
  });
}

const STREAM = '/v1/stream';

/** Opens the market's rate of a pair; `asked` are the paths of what the page asks for. */
async function openQuote(browser: Browser, refuse?: (route: Route) => Promise<void>) {
  // Requests that pass through a service worker know nothing of a clock that a test moves.
  const context = await browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(new URL(request.url()).pathname);
  });
  if (refuse) await page.route(({ pathname }) => pathname === STREAM, refuse);
  await page.clock.install();
  await quoteNow();
  await page.goto(`${market.origin}/convert/EUR/USD?amount=1000&source=crypto-exchange`);
  // The page may be drawn before the service has read the quote; it asks again after twenty seconds.
  await expect(result(page)).toHaveAccessibleName(`${shownSum('crypto-exchange')} USD`, { timeout: 40_000 });
  return { page, asked, close: () => context.close() };
}

async function streamsOpen(): Promise<number> {
  const metrics = await (await fetch(`${market.origin}/metrics`)).text();
  return Number(/^crossrate_streams_open (\d+)$/m.exec(metrics)?.[1]);
}

/** Has the market asked for a new quote, as of the service's now. */
async function quoteNow(): Promise<void> {
  const serviceMs = Date.parse(START) + AHEAD_MS + Date.now() - startedAtMs;
  market.world.clock.moveTo(new Date(serviceMs));
  await market.world.poll('crypto-exchange');
}

/** Has the market asked until its quote is another one: within a second or two it may be the same to the last digit. */
async function anotherQuote(): Promise<void> {
  const quoted = () => market.world.strict('crypto-exchange', 'EUR', 'USD');
  const before = quoted();
  await expect(async () => {
    await quoteNow();
    expect(quoted()).not.toBe(before);
  }).toPass();
}

/** What 1,000 EUR come to at a source by itself, as the page shows it; its rates have five decimals at most. */
function shownSum(source: 'ecb' | 'crypto-exchange'): string {
  return shown(1000 * Number(market.world.strict(source, 'EUR', 'USD')));
}

function choice(page: Page, name: 'Market' | 'Fixing') {
  return page.getByRole('radio', { name, exact: true });
}

function result(page: Page) {
  return page.locator('output[data-figure="result"]');
}

async function friendSees(browser: Browser, address: string, name: 'Market' | 'Fixing'): Promise<void> {
  const friend = await browser.newContext({ locale: 'en-GB' });
  const shared = await friend.newPage();
  await shared.goto(address);
  await expect(choice(shared, name)).toBeChecked();
  await friend.close();
}
