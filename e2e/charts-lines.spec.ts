import { type ChartServer, crosshair, drawing, line } from './charts-page.ts';
import type { ConverterServer } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

let banks: ConverterServer;
let years: ChartServer;

test.beforeAll(({ twoBanks, charts }) => {
  banks = twoBanks;
  years = charts;
});

test('a source is pressed to draw its line beside the others, and again to take it out; the last one stays', async ({
  page,
}) => {
  await page.goto(`${banks.origin}/charts/EUR/USD`);
  await expect(line(page, 'ECB')).toHaveCount(1);
  await untilLive(page);
  const chips = page.getByRole('list', { name: 'Lines' });
  await chips.getByRole('button', { name: 'BoE' }).click();
  await expect(page).toHaveURL(`${banks.origin}/charts/EUR/USD?sources=ecb,boe`);
  await expect(line(page, 'BoE')).toHaveCount(1);
  await chips.getByRole('button', { name: 'ECB' }).click();
  await expect(line(page, 'ECB')).toHaveCount(0);
  const last = chips.getByRole('button', { name: 'BoE' });
  await expect(last).toHaveAttribute('aria-disabled', 'true');
  await last.click({ force: true });
  await expect(page).toHaveURL(`${banks.origin}/charts/EUR/USD?sources=boe`);
  await expect(line(page, 'BoE')).toHaveCount(1);
});

test('a mouse that drags the plot moves the range @long', async ({ page }) => {
  await page.goto(`${years.origin}/charts/EUR/USD?range=1y`);
  await expect(drawing(page)).toBeVisible();
  await untilLive(page);
  const plot = await crosshair(page).boundingBox();
  if (!plot) throw new Error('no plot');
  await page.mouse.move(plot.x + 200, plot.y + 150);
  await page.mouse.down();
  await page.mouse.move(plot.x + 500, plot.y + 150, { steps: 8 });
  await expect(page, 'the address waits until it is let go').toHaveURL(/range=1y$/);
  await page.mouse.up();
  await expect(page).toHaveURL(/from=202[45]-\d\d-\d\d&to=202[56]-\d\d-\d\d$/);
});

test('a chart and its table are shown by turns @long', async ({ page }) => {
  await page.goto(`${years.origin}/charts/EUR/USD`);
  await expect(drawing(page)).toBeVisible();
  await untilLive(page);
  await page.getByRole('radio', { name: 'Table' }).check({ force: true });
  await expect(page).toHaveURL(/view=table$/);
  await expect(drawing(page)).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'EUR/USD, newest first' })).toBeVisible();
  await page.getByRole('radio', { name: 'Chart', exact: true }).check({ force: true });
  await expect(drawing(page)).toBeVisible();
});
