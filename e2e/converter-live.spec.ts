import type { Browser, Page } from '@playwright/test';
import { expectAccessibleFace } from './accessible.ts';
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

for (const { name, width, height } of [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1440, height: 900 },
]) {
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

    await choice(page, 'Live').click();
    await expect(page.getByText(/^Live at Kraken, \d+ s ago$/)).toBeVisible();
    await expect(result(page)).toHaveAccessibleName(`${shownSum('crypto-exchange')} USD`);
    await expect(page).toHaveURL(`${market.origin}/convert/EUR/USD?amount=1000&source=crypto-exchange`);
    expect((await result(page).boundingBox())?.y, 'nothing moves').toBe(place?.y);
    await expectAccessibleFace(page);

    await quoteNow();
    await expect(result(page), 'it moves by itself').toHaveAccessibleName(
      `${shownSum('crypto-exchange')} USD`,
      { timeout: 60_000 },
    );
    expect((await result(page).boundingBox())?.y).toBe(place?.y);

    await page.goto(`${market.origin}/convert/GBP/USD`);
    await expect(choice(page, 'Live'), 'kept for the next visit and another pair').toBeChecked();
    const html = await (await page.context().request.get(`${market.origin}/convert/GBP/USD`)).text();
    expect(html, 'drawn by the server, so that nothing moves').toContain('Live at Kraken');
    await untilLive(page);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page, 'shared as it is shown').toHaveURL(/source=crypto-exchange/);
    await friendSees(browser, page.url(), 'Live');

    await choice(page, 'Live').press('ArrowLeft');
    await expect(page.getByText('ECB fixing of Monday')).toBeVisible();
    await page.reload();
    await expect(choice(page, 'Fixing')).toBeChecked();
    expect(problems).toEqual([]);
    await context.close();
  });
}

test('live rates are offered only where a pair has both, and never of a past day', async ({ page }) => {
  await quoteNow();
  await page.goto(`${market.origin}/convert/EUR/USD`);
  await untilLive(page);
  await choice(page, 'Live').click();
  await expect(page.getByText(/^Live at Kraken/)).toBeVisible();
  await page.getByRole('button', { name: /^Day of the rate/ }).click();
  await page.getByLabel('Date (UTC)').fill('2026-11-20');
  await page.getByRole('button', { name: 'Show this day' }).click();
  await expect(page).toHaveURL(`${market.origin}/convert/EUR/USD?amount=100&date=2026-11-20`);
  await expect(page.getByRole('radiogroup', { name: 'Live rate or fixing' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the current rate' }).first().click();
  await expect(choice(page, 'Live')).toBeChecked();
  for (const pair of ['EUR/CZK', 'BTC/USD']) {
    await page.goto(`${market.origin}/convert/${pair}`);
    await untilLive(page);
    await expect(
      page.getByRole('region', { name: 'Converter' }).locator('[data-figure="result"]'),
    ).toBeVisible();
    await expect(page.getByRole('radiogroup', { name: 'Live rate or fixing' })).toHaveCount(0);
  }
  await page.goto(`${market.origin}/convert/EUR/USD`);
  await untilLive(page);
  await page.getByRole('combobox', { name: 'Source', exact: true }).selectOption('');
  await expect(choice(page, 'Fixing'), 'a source that is chosen by name ends the choice').toBeChecked();
  await page.reload();
  await expect(choice(page, 'Fixing')).toBeChecked();
});

/** Has the market asked for a new quote, as of the service's now. */
async function quoteNow(): Promise<void> {
  const serviceMs = Date.parse(START) + AHEAD_MS + Date.now() - startedAtMs;
  market.world.clock.moveTo(new Date(serviceMs));
  await market.world.poll('crypto-exchange');
}

/** What 1,000 EUR come to at a source by itself, as the page shows it; its rates have five decimals at most. */
function shownSum(source: 'ecb' | 'crypto-exchange'): string {
  return shown(1000 * Number(market.world.strict(source, 'EUR', 'USD')));
}

function choice(page: Page, name: 'Live' | 'Fixing') {
  return page.getByRole('radio', { name, exact: true });
}

function result(page: Page) {
  return page.locator('output[data-figure="result"]');
}

async function friendSees(browser: Browser, address: string, name: 'Live' | 'Fixing'): Promise<void> {
  const friend = await browser.newContext({ locale: 'en-GB' });
  const shared = await friend.newPage();
  await shared.goto(address);
  await expect(choice(shared, name)).toBeChecked();
  await friend.close();
}
