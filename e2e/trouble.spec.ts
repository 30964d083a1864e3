import { someOf } from '#lib/testing/long-count';
import { expect, test } from './guarded-test.ts';
import { row } from './rates-page.ts';
import { type StatusWorld, startStatusWorld } from './status-world.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

const START = '2026-11-19T16:30:00Z';
const PAGES = ['/', '/convert/EUR/USD', '/rates', '/charts/EUR/USD', '/status', '/docs', '/account/sign-in'];

let status: StatusWorld;

test.beforeAll(async () => {
  status = await startStatusWorld({ start: START, aheadMs: 10 * HOUR_MS, sources: 'ecb,boe,fixed' });
});

test.afterAll(async () => {
  await status.stop();
});

test('every page names the source that fails, while it does, without being loaded again', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const bar = page.getByRole('banner');
  const failing = bar.getByRole('link', { name: 'ECB in outage' });
  await page.clock.install();
  await page.goto(status.origin);
  await expect(bar.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(failing).toHaveCount(0);

  await status.setFault('ecb', 'server_error');
  await status.world.pollOften('ecb', 3, HOUR_MS);
  await isKnown('outage');
  await expect(async () => {
    await page.clock.runFor(60_000);
    await expect(failing).toBeVisible({ timeout: 1_000 });
  }).toPass();

  const phone = await context.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  for (const path of someOf(PAGES, 3)) {
    await phone.goto(status.origin + path);
    const link = phone.getByRole('banner').getByRole('link', { name: 'ECB in outage' });
    await expect(link, path).toBeVisible();
    const entry = phone.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Status' });
    await expect(entry.locator('[data-trouble-mark=outage]'), path).toBeVisible();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await phone.close();

  await status.setFault('ecb', null);
  await status.world.pollOften('ecb', 2, HOUR_MS);
  await isKnown('operational');
  await expect(async () => {
    await page.clock.runFor(15_000);
    await expect(failing).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await context.close();
});

test('a table of rates names the source that is behind, where its rows name others too @long', async ({
  page,
}) => {
  const markets = await startStatusWorld({
    start: START,
    aheadMs: 7 * MINUTE_MS,
    sources: 'crypto-exchange,charting-platform,fixed',
    variables: { ANONYMOUS_SOURCES: 'all' },
  });
  // Nothing of the exchange for seven minutes; the other market is asked every five.
  await markets.world.pollOften('charting-platform', 1, 5 * MINUTE_MS);
  await page.goto(`${markets.origin}/rates?base=BTC`);
  const notice = page.getByRole('main').getByRole('paragraph').filter({ hasText: 'all others are current' });
  await expect(notice).toHaveText(
    'Kraken is in outage. The affected rows are marked; all others are current. Why',
  );
  await expect(row(page, 'AFN')).toContainText('TradingView');
  await markets.stop();
});

test('without its only source a currency has no current rates, and no page says that it never had any @long', async ({
  page,
}) => {
  const market = await startStatusWorld({
    start: START,
    aheadMs: 20 * MINUTE_MS,
    sources: 'crypto-exchange,charting-platform,fixed',
    variables: { ANONYMOUS_SOURCES: 'all' },
  });
  const main = page.getByRole('main');
  const tooOld = 'its newest figure, of 19 Nov 2026, 16:30 UTC, is too old to serve';
  await page.goto(`${market.origin}/rates?base=BTC`);
  await expect(
    main.getByRole('heading', { name: 'There are no current rates on Bitcoin (BTC)' }),
  ).toBeVisible();
  await expect(main).toContainText(tooOld);
  await expect(main.getByRole('link', { name: 'See what is wrong' })).toHaveAttribute('href', '/status');
  await page.goto(`${market.origin}/convert/BTC/USD`);
  await expect(main.getByRole('heading', { name: 'There is no current rate for BTC to USD' })).toBeVisible();
  await expect(main).toContainText(tooOld);
  await expect(main.getByRole('region', { name: '30 days of BTC/USD' })).toContainText(
    'There is no current rate. What is known of earlier days is in the chart.',
  );
  await market.stop();
});

/** Waits until the server has heard of what was polled by hand. Pages that were drawn just before are not repeated then. */
async function isKnown(state: 'outage' | 'operational') {
  const drawn = async () => (await fetch(`${status.origin}/docs`)).text();
  await expect
    .poll(async () => {
      await drawn();
      const { sources } = await (await fetch(`${status.origin}/v1/status`)).json();
      return sources.find(({ source }: { readonly source: string }) => source === 'ecb').status;
    })
    .toBe(state);
  expect(/ECB(?:<!-- -->| )*in outage/.test(await drawn())).toBe(state === 'outage');
}
