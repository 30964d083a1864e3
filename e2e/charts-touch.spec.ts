import type { Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { type ChartServer, crosshair, drawing } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

let server: ChartServer;

test.beforeAll(({ charts }) => {
  server = charts;
});

async function open(page: Page, address: string) {
  await page.goto(server.origin + address);
  await expect(drawing(page)).toBeVisible();
  await untilLive(page);
  await crosshair(page).evaluate((plot) => plot.scrollIntoView({ block: 'center' }));
  const place = await crosshair(page).boundingBox();
  if (!place) throw new Error('no plot');
  return place;
}

/** The box of exact figures beside the crosshair. */
function readout(page: Page) {
  return page.locator('[data-readout]');
}

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Real fingers: each step is where all of them are; they come up at the end. */
async function fingers(page: Page, steps: readonly (readonly Finger[])[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [index, places] of steps.entries()) {
    const touchPoints = places.map(({ x, y }, id) => ({ x, y, id }));
    await session.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints,
    });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

test('a tap shows the crosshair and its figures, which stay until a tap elsewhere', async ({ page }) => {
  const { x, y, width } = await open(page, '/charts/EUR/USD?range=1m');
  await page.touchscreen.tap(x + width / 2, y + 150);
  await expect(readout(page)).toBeVisible();
  const first = await crosshair(page).getAttribute('aria-valuetext');
  expect(first).not.toMatch(/^Monday 13 April/);
  await page.touchscreen.tap(x + width / 4, y + 150);
  await expect(crosshair(page)).not.toHaveAttribute('aria-valuetext', first ?? '');
  await expect(readout(page)).toBeVisible();
  const second = (await crosshair(page).getAttribute('aria-valuetext')) ?? '';
  // Scrolling is no tap, on the plot or beside it.
  const swipe = Array.from({ length: 8 }, (_, step) => [{ x: x + width / 2, y: y + 200 - step * 15 }]);
  await fingers(page, swipe);
  await expect(crosshair(page)).toHaveAttribute('aria-valuetext', second);
  await expect(readout(page)).toBeVisible();
  await page.getByRole('figure').locator('figcaption').tap();
  await expect(readout(page)).toHaveCount(0);
});

test('a finger that goes along the plot moves the crosshair @long', async ({ page }) => {
  const { x, y, width } = await open(page, '/charts/EUR/USD?range=1m');
  const along = Array.from({ length: 8 }, (_, step) => [{ x: x + 60 + (step * width) / 12, y: y + 150 }]);
  await fingers(page, along);
  await expect(readout(page)).toBeVisible();
  await expect(crosshair(page)).toHaveAttribute('aria-valuetext', /March 2026|April 2026/);
  await expect(page).toHaveURL(/range=1m$/);
});

test('two fingers zoom the chart and not the page, and the finger that stays longer does not point @long', async ({
  page,
}) => {
  const { x, y, width } = await open(page, '/charts/EUR/USD?range=1y');
  const middle = x + width / 2;
  const apart = (px: number) => [
    { x: middle - px, y: y + 120 },
    { x: middle + px, y: y + 160 },
  ];
  await fingers(page, [apart(30), apart(50), apart(80), apart(120)]);
  await expect(page).toHaveURL(/from=2025-\d\d-\d\d&to=202[56]-\d\d-\d\d$/);
  const spanDays = () => {
    const { searchParams } = new URL(page.url());
    const [from, to] = ['from', 'to'].map((end) => Date.parse(searchParams.get(end) ?? '2026-04-14'));
    return Math.round(((to ?? 0) - (from ?? 0)) / 86_400_000);
  };
  expect(spanDays()).toBeGreaterThan(60);
  expect(spanDays()).toBeLessThan(130);
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
  await expect(readout(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Chart of EUR/USD' })).toHaveAttribute('aria-busy', 'false');
  await fingers(page, [apart(120), apart(80), apart(30)]);
  await expect.poll(spanDays).toBeGreaterThan(200);
});

/** What is drawn, and how wide the phone is. */
const READOUTS = [
  'range=1m&compare=EUR-JPY,EUR-GBP,EUR-CHF,EUR-NOK',
  'range=1m',
  'range=1m&compare=JPY-EUR,NOK-JPY',
].flatMap((query) => [320, 390].map((width) => [query, width] as const));

for (const [query, width] of someOf(READOUTS, 1)) {
  test(`tells one line a pair, with the points under each other: ${query}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const plot = await open(page, `/charts/EUR/USD?${query}`);
    await page.touchscreen.tap(plot.x + plot.width / 2, plot.y + 150);
    const box = await readout(page).boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    const lines = await readout(page)
      .getByRole('listitem', { includeHidden: true })
      .evaluateAll((items) =>
        items.map((item) => {
          const point = item.querySelector('span[style*=width]')?.getBoundingClientRect();
          return {
            point: point?.left,
            height: item.getBoundingClientRect().height,
            isCut: [...item.children].some((cell) => cell.scrollWidth > cell.clientWidth + 1),
          };
        }),
      );
    expect(lines.length).toBe(query.includes('compare') ? 1 + query.split(',').length : 1);
    expect(new Set(lines.map(({ point }) => Math.round(point ?? 0))).size).toBe(1);
    expect(Math.max(...lines.map(({ height }) => height))).toBeLessThan(26);
    expect(lines.some(({ isCut }) => isCut)).toBe(false);
  });
}
