import { expect, test } from './guarded-test.ts';
import { aLongPast, startStatusWorld, type StatusWorld } from './status-world.ts';
import { HOUR_MS } from '#lib/domain/durations';

let status: StatusWorld;

test.beforeAll(async () => {
  status = await startStatusWorld({
    start: '2026-04-13T16:24:00Z',
    aheadMs: 2 * HOUR_MS,
    sources: 'all',
    past: aLongPast,
  });
  await status.setFault('crypto-exchange', 'inverted');
  await status.world.pollOften('crypto-exchange', 2, 20_000);
});

test.afterAll(async () => {
  await status.stop();
});

test('figures that were refused are listed by source and rule, with one of them', async ({ page }) => {
  await page.goto(`${status.origin}/status`);
  const table = page.getByRole('table', { name: 'Figures refused or held in the last 30 days' });
  const row = table.getByRole('row', { name: /^Kraken/ }).filter({ hasText: 'inverted_quote' });
  await expect(row).toContainText('refused');
  await expect(row).toContainText(/\d+ figures/);
  await expect(row.getByRole('cell').last()).toContainText(/[A-Z]{3}\/[A-Z]{3} [\d.]+/);
});

test('months of incidents are turned back and forth, and the newest is one press away @long', async ({
  page,
}) => {
  await page.goto(`${status.origin}/status/history`);
  const title = page.getByRole('heading', { level: 1 });
  const months = page.getByRole('navigation', { name: 'Months' });
  await expect(title).toHaveText('Incidents in April 2026');
  await months.getByRole('link', { name: '← March 2026' }).click();
  await expect(title).toHaveText('Incidents in March 2026');
  await months.getByRole('link', { name: '← February 2026' }).click();
  await expect(title).toHaveText('Incidents in February 2026');
  await months.getByRole('link', { name: 'March 2026 →' }).click();
  await expect(title).toHaveText('Incidents in March 2026');
  await months.getByRole('link', { name: '← February 2026' }).click();
  await months.getByRole('link', { name: 'April 2026', exact: true }).click();
  await expect(title).toHaveText('Incidents in April 2026');
});
