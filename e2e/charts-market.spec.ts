import type { Browser, Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { drawing, rangeFigure } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { type StatusWorld, startStatusWorld } from './status-world.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

const QUOTES = 39;

let market: StatusWorld;

test.beforeAll(async () => {
  market = await startStatusWorld({
    start: '2026-11-24T12:00:10Z',
    aheadMs: QUOTES * MINUTE_MS,
    sources: 'crypto-exchange,fixed',
    variables: { ANONYMOUS_SOURCES: 'all' },
  });
  await market.world.pollOften('crypto-exchange', QUOTES - 1, MINUTE_MS);
});

test.afterAll(async () => {
  await market.stop();
});

/** Ranges that hold all of a young service's quotes. */
const RANGES = ['', '?range=1w', '?range=1y', '?range=max', '?from=2026-11-24&to=2026-11-24'];

for (const query of someOf(RANGES, 1)) {
  test(`draws every minute of a young service: /charts/BTC/USD${query}`, async ({ page }) => {
    await page.goto(`${market.origin}/charts/BTC/USD${query}`);
    await expect(drawing(page)).toBeVisible();
    await expect(rangeFigure(page, 'Points')).toHaveText(`${QUOTES}all drawn, none thinned`);
    await expect(page.getByRole('figure')).toHaveAccessibleName(
      /^On 24 November 2026 BTC\/USD .+, on 39 Kraken quotes\.$/,
    );
  });
}

/** What the chart says beside its price of the source, once it has asked again; null waits until it says nothing. */
async function said(page: Page, source: string, text: string | null): Promise<void> {
  const warning = page
    .getByRole('main')
    .getByRole('paragraph')
    .filter({ hasText: new RegExp(`^${source} .*Why$`) });
  await expect(async () => {
    await page.clock.runFor(MINUTE_MS);
    if (text === null) await expect(warning).toHaveCount(0, { timeout: 2000 });
    else await expect(warning).toHaveText(`${source} ${text} Why`, { timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  if (text === null) return;
  await expect(warning.getByRole('link', { name: 'Why' })).toHaveAttribute('href', '/status');
}

async function open(browser: Browser, address: string): Promise<Page> {
  // Requests that pass through a service worker know nothing of a clock that a test moves.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(address);
  await expect(drawing(page)).toBeVisible();
  return page;
}

test('says beside the price that a market is behind, and takes it back by itself', async ({ browser }) => {
  const { world, origin, stop } = await startStatusWorld({
    start: '2026-11-24T12:00:10Z',
    aheadMs: 20 * MINUTE_MS,
    sources: 'crypto-exchange,fixed',
    variables: { ANONYMOUS_SOURCES: 'all' },
  });
  const page = await open(browser, `${origin}/charts/BTC/USD`);
  const tooOld =
    'has no current rate for BTC to USD: its newest figure, of 24 Nov 2026, 12:00 UTC, is too old to serve.';
  await said(page, 'Kraken', tooOld);
  await world.pollOften('crypto-exchange', 1, 12 * MINUTE_MS);
  await said(page, 'Kraken', 'has no newer quote; this figure is of 24 Nov 2026, 12:12 UTC.');
  await world.pollOften('crypto-exchange', 1, 5 * MINUTE_MS);
  await said(page, 'Kraken', 'is late; the figure of 24 Nov 2026, 12:17 UTC is shown.');
  await world.pollOften('crypto-exchange', 1, 3 * MINUTE_MS);
  await said(page, 'Kraken', null);
  await page.context().close();
  await stop();
});

test('says beside a fixing that is still the newest that its bank is in outage @long', async ({
  browser,
}) => {
  const { world, origin, setFault, stop } = await startStatusWorld({
    start: '2026-11-19T16:30:00Z',
    aheadMs: 10 * HOUR_MS,
    sources: 'ecb,fixed',
  });
  const page = await open(browser, `${origin}/charts/EUR/USD`);
  await said(page, 'The European Central Bank', null);
  await setFault('ecb', 'server_error');
  await world.pollOften('ecb', 3, HOUR_MS);
  await said(page, 'The European Central Bank', 'is in outage; the figure of Thu 19 Nov is shown.');
  await setFault('ecb', null);
  await world.pollOften('ecb', 1, HOUR_MS);
  await said(page, 'The European Central Bank', null);
  await page.context().close();
  await stop();
});
