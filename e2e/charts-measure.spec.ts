import type { Page } from '@playwright/test';
import { type ChartServer, crosshair, drawing } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

let server: ChartServer;

test.beforeAll(({ charts }) => {
  server = charts;
});

async function open(page: Page) {
  await page.goto(`${server.origin}/charts/EUR/USD?range=1y`);
  await expect(drawing(page)).toBeVisible();
  await untilLive(page);
  const plot = await crosshair(page).boundingBox();
  if (!plot) throw new Error('no plot');
  return plot;
}

/** What is said of the stretch that was measured. */
function measured(page: Page) {
  return page.getByRole('status').filter({ hasText: ' days' });
}

test('a drag with the shift key measures change, days and yearly rate, which stay until they are ended', async ({
  page,
}) => {
  const { x, y } = await open(page);
  await page.keyboard.down('Shift');
  await page.mouse.move(x + 200, y + 150);
  await page.mouse.down();
  await page.mouse.move(x + 500, y + 150, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  const says = /^\d+ \w{3} 2025 to \d+ \w{3} 202[56] · \d+ days.*[+−]\d+\.\d\d%.*[+−]\d\.\d{4}.*% a year$/;
  await expect(measured(page)).toHaveText(says);
  const before = await measured(page).innerText();
  await page.mouse.move(x + 300, y + 200);
  expect(await measured(page).innerText(), 'a mouse that goes on points only').toBe(before);
  await expect(page, 'the range stays').toHaveURL(/range=1y$/);
  await page.getByRole('button', { name: 'End measuring' }).click();
  await expect(measured(page)).toHaveCount(0);
});

test('the button lets each drag measure, and back again @long', async ({ page }) => {
  const { x, y } = await open(page);
  const button = page.getByRole('button', { name: 'Measure' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.mouse.move(x + 500, y + 150);
  await page.mouse.down();
  await page.mouse.move(x + 300, y + 150, { steps: 4 });
  await page.mouse.up();
  await expect(measured(page)).toBeVisible();
  await button.click();
  await expect(measured(page)).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('keys measure from the point that they begin at @long', async ({ page }) => {
  await open(page);
  await crosshair(page).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(measured(page)).toHaveText(/ to 13 Apr 2026 · 1[3-9] days/);
  await page.keyboard.press('m');
  await expect(measured(page)).toHaveCount(0);
});

test('a wheel with Ctrl zooms, sideways it moves, and plainly it scrolls the page @long', async ({
  page,
}) => {
  const { x, y } = await open(page);
  await page.mouse.move(x + 400, y + 150);
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect(page).toHaveURL(/range=1y$/);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect(page).toHaveURL(/from=2025-\d\d-\d\d&to=202[56]-\d\d-\d\d$/);
  const zoomed = page.url();
  await page.mouse.wheel(-200, 0);
  await expect(page).not.toHaveURL(zoomed);
});
