import type { Page } from '@playwright/test';
import { expect, test } from './guarded-test.ts';
import { type ChartServer, drawing, rangeFigure } from './charts-page.ts';
import { collectProblems } from './converter-page.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

let server: ChartServer;
let problems: readonly string[];

test.beforeAll(({ charts }) => {
  server = charts;
});

test.beforeEach(({ page }) => {
  problems = collectProblems(page);
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(server.origin + address);
  await expect(drawing(page)).toBeVisible();
}

test('the strip pans and resizes, and the address follows when it is let go', async ({ page }) => {
  await open(page, '/charts/EUR/USD?range=1y');
  const slider = page.getByRole('slider', { name: 'Start of the range' });
  const start = await slider.boundingBox();
  if (!start) throw new Error('no strip');
  const firstMs = (await slider.getAttribute('aria-valuemin')) ?? '';
  await page.mouse.move(start.x + start.width + 30, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x - 70, start.y + 20, { steps: 8 });
  await expect(page).toHaveURL(/range=1y/);
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2024-\d\d-\d\d&to=2025-\d\d-\d\d/);
  await expect(rangeFigure(page, 'Last in the range')).toBeVisible();
  // Under a hand the strip keeps its years, also for a window that is shown within all of them when it is chosen elsewhere.
  const panned = page.url();
  for (let step = 0; step < 4; step += 1) await slider.press('ArrowLeft');
  await expect(page).not.toHaveURL(panned);
  await expect(rangeFigure(page, 'Last in the range')).toBeVisible();
  // The day that has begun is of the strip only while the window reaches into it.
  const startMs = async () => Number(await slider.getAttribute('aria-valuemin'));
  expect(Math.abs((await startMs()) - Number(firstMs))).toBeLessThanOrEqual(86_400_000);
  await page.goto(page.url());
  await expect.poll(startMs).toBeLessThan(Number(firstMs) - 86_400_000);
  expect(problems).toEqual([]);
});

test('a press beside the window brings it there, and years of the past are named @long', async ({ page }) => {
  await open(page, '/charts/EUR/USD?range=1y');
  const strip = await page.locator('[data-brush]').boundingBox();
  if (!strip) throw new Error('no strip');
  await page.mouse.move(strip.x + strip.width / 4, strip.y + 20);
  await page.mouse.down();
  await expect(page.locator('[data-plot]').getByText(/ to \d+ \w+ 202[1-4]$/)).toBeVisible();
  await page.mouse.up();
  await expect(page).toHaveURL(/from=202[12]-\d\d-\d\d&to=202[23]-\d\d-\d\d/);
  await expect(rangeFigure(page, 'Open')).toContainText(/202[12]$/);
  expect(problems).toEqual([]);
});
