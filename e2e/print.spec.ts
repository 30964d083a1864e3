import type { Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { type ChartServer, drawing } from './charts-page.ts';
import { shown } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ChartServer;

test.beforeAll(({ charts }) => {
  server = charts;
});

const PRINTED = ['/convert/EUR/USD?amount=100', '/rates?base=EUR', '/charts/EUR/USD?range=1y', '/status'];

for (const path of someOf(PRINTED, 2)) {
  const hasFigures = path !== '/status';
  test(`${path} prints its cards in black on white, without the frame${hasFigures ? ', and the credit' : ''}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 800, height: 1100 } });
    const page = await context.newPage();
    await page.goto(server.origin + path);
    await page.waitForLoadState('networkidle');
    if (path.startsWith('/charts')) await expect(drawing(page)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Numbers and dates' })).toBeHidden();
    await expect(page.getByRole('main').locator('section').first()).toBeVisible();
    if (hasFigures) await expectCredit(page);
    const ink = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      const probe = document.createElement('canvas').getContext('2d');
      if (!probe) return null;
      const lightness = (colour: string) => {
        probe.fillStyle = colour;
        probe.fillRect(0, 0, 1, 1);
        return Math.max(...probe.getImageData(0, 0, 1, 1).data.slice(0, 3));
      };
      return [lightness(color), lightness(backgroundColor)];
    });
    expect(ink?.[0]).toBeLessThan(40);
    expect(ink?.[1]).toBe(255);
    await expect
      .poll(
        () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
        'nothing is cut at the right edge',
      )
      .toBe(true);
    if (path.startsWith('/charts')) await expect(drawing(page)).toBeVisible();
    const pdf = await page.pdf({ format: 'A4' });
    const printed = page.getByText(/^Printed .+ UTC from /);
    await expect(printed, 'paper says when it was true, and of what').toContainText(server.origin + path);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await context.close();
  });
}

for (const query of someOf(['range=1y', 'range=1y&view=table', 'range=1y&compare=EUR-JPY'], 1)) {
  test(`prints every figure of a chart under its headings, and no buttons: ${query}`, async ({ page }) => {
    const points = await server.history('from=EUR&to=USD&source=ecb&startDate=2025-04-14');
    await page.goto(`${server.origin}/charts/EUR/USD?${query}`);
    await untilLive(page);
    const table = page.getByRole('table', { name: 'EUR/USD, newest first' });
    await expect(table).toBeVisible();
    await page.evaluate(() => {
      addEventListener('beforeprint', () => {
        const rows = [...document.querySelectorAll('table tbody tr')];
        document.body.dataset['printedDays'] = rows
          .flatMap((row) => row.querySelector('time')?.dateTime ?? [])
          .join(' ');
      });
    });
    await page.pdf({ format: 'A4' });
    const days = points.map(({ timestamp }) => timestamp.slice(0, 10)).toReversed();
    await expect(page.locator('body')).toHaveAttribute('data-printed-days', days.join(' '));
    await expect.poll(() => table.getByRole('row').count(), 'the screen has its own again').toBeLessThan(60);
    await page.emulateMedia({ media: 'print' });
    await expect(table.locator('tbody time')).toHaveCount(days.length);
    const head = table.locator('thead');
    await expect(head).toHaveCSS('display', 'table-header-group');
    await expect(head.getByRole('columnheader').first()).toHaveCSS('position', 'static');
    await expect(page.getByRole('region', { name: 'Figures of EUR/USD' })).toHaveCSS('max-height', 'none');
    await expect(page.getByRole('main').getByRole('button')).toHaveText(['EUR/USD']);
    await expect(page.getByRole('main').getByRole('combobox')).toHaveCount(0);
  });
}

test('a shop prints common amounts alone on one sheet, with the figures of the API', async ({
  page,
  converter,
}) => {
  // The dialog of a browser without a window is over at once.
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await page.goto(`${converter.origin}/convert/EUR/CZK?amount=100`);
  await untilLive(page);
  await page.getByText('Common amounts').click();
  await page.getByRole('button', { name: 'Print this sheet' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  for (const [from, to, name] of [
    ['EUR', 'CZK', 'Euro in Czech koruna'],
    ['CZK', 'EUR', 'Czech koruna in Euro'],
  ] as const) {
    const rows = page.getByRole('table', { name }).locator('tbody tr');
    const amounts = await rows.locator('th').allInnerTexts();
    expect(amounts).toHaveLength(6);
    const figures = amounts.map(async (amount) =>
      shown(await converter.ask(from, to, amount.replaceAll(',', ''))),
    );
    await expect(rows.locator('td .sr-only')).toHaveText(await Promise.all(figures));
  }
  const sheet = await page.pdf({ format: 'A4' });
  expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test("prints the publisher's credit beside its figures: /sources", async ({ page }) => {
  await page.goto(`${server.origin}/sources`);
  await page.emulateMedia({ media: 'print' });
  await expectCredit(page);
});

/** The publisher is named where its figures stand, and the way to its terms below them. */
async function expectCredit(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText('Source: European Central Bank').first()).toBeVisible();
  await expect(page.getByRole('contentinfo').getByText('Sources and terms')).toBeVisible();
}
