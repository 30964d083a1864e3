import { expect, test } from './guarded-test.ts';
import { type StatusWorld, startStatusWorld } from './status-world.ts';

const HOUR_MS = 3_600_000;
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
  const failing = bar.getByRole('link', { name: 'ecb in outage' });
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
  for (const path of PAGES) {
    await phone.goto(status.origin + path);
    const link = phone.getByRole('banner').getByRole('link', { name: 'ecb in outage' });
    await expect(link, path).toBeVisible();
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
  expect(/ecb(?:<!-- -->| )*in outage/.test(await drawn())).toBe(state === 'outage');
}
