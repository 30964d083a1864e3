import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { crosshair, drawing, line, rangeFigure, type ServedPoint } from './charts-page.ts';
import type { ConverterServer } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

/** EUR/USD at the ECB against the Bank of England, which has two days of it. */
const DIFFERENCE = '/charts/EUR/USD?sources=ecb&against=boe';

let banks: ConverterServer;

test.beforeAll(({ twoBanks }) => {
  banks = twoBanks;
});

test.describe('the difference of two sources', () => {
  test.use({ viewport: { width: 1440, height: 1000 } });

  test('is shown on a press, turned round by a choice, and left for both rates', async ({ page }) => {
    await page.goto(`${banks.origin}/charts/EUR/USD`);
    await untilLive(page);
    const chips = page.getByRole('list', { name: 'Lines' });
    await chips.getByRole('button', { name: 'Difference' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(banks.origin + DIFFERENCE);
    await expect(chips.getByRole('button', { name: 'Difference', pressed: true })).toBeFocused();
    await expect(line(page, 'Difference')).toHaveCount(1);
    await expect(page.locator('[data-zero]')).toHaveCount(1);
    const [first = 0, second = 0] = await served('ecb', 'boe');
    await expect(page.getByRole('figure')).toContainText(
      `differed by a median of ${text((first + second) / 2)} from that of the Bank of England, on 2 days; the largest difference was ${text(second)} on 18 Mar.`,
    );
    await expect(rangeFigure(page, 'Largest')).toContainText(text(second));
    await chips.getByRole('combobox', { name: 'Source that is measured' }).selectOption('boe');
    await expect(page).toHaveURL(/\?sources=boe&against=ecb$/);
    const [, turned = 0] = await served('boe', 'ecb');
    await expect(rangeFigure(page, 'Largest')).toContainText(text(turned));
    await chips.getByRole('button', { name: 'Difference' }).click();
    await expect(page).toHaveURL(/\?sources=boe,ecb$/);
    await expect(line(page, 'ECB')).toHaveCount(1);
  });

  test('is restored by its address, pointed at by keys, and read as a table and a file @long', async ({
    page,
  }) => {
    await page.goto(banks.origin + DIFFERENCE);
    await expect(drawing(page)).toBeVisible();
    await untilLive(page);
    const [first = 0, second = 0] = await served('ecb', 'boe');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(crosshair(page)).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^Tuesday 17 March 2026: \\${text(first)}, ECB 1\\.1531, BoE `),
    );
    expect((await takeCsv(page)).slice(-3)).toEqual([
      expect.stringMatching(new RegExp(`^2026-03-17,1\\.1531,.*,${first.toFixed(4)}$`)),
      expect.stringMatching(new RegExp(`^2026-03-18,1\\.15,.*,${second.toFixed(4)}$`)),
      '',
    ]);
    await page.keyboard.press('t');
    await expect(page).toHaveURL(/&view=table$/);
    const table = page.getByRole('table', { name: 'EUR/USD, ECB against BoE, newest first' });
    await expect(table.getByRole('row').nth(1)).toContainText(text(second).slice(0, -3));
  });

  test('says in a sentence that a source does not have the pair @long', async ({ page }) => {
    await page.goto(`${banks.origin}/charts/EUR/USD?sources=ecb&against=fixed`);
    const chart = page.getByRole('region', { name: 'Chart of EUR/USD' });
    await expect(chart.getByRole('heading', { name: 'There is no difference to show' })).toBeVisible();
    await expect(chart.getByText('Tried fixed: no law ever fixed the pair.')).toBeVisible();
  });
});

test.describe('the difference of two sources on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 1000 } });

  test('is followed by both rates, which are measured by a drag and taken away with both credits', async ({
    page,
  }) => {
    await page.goto(`${banks.origin}${DIFFERENCE}&from=2026-03-17&to=2026-03-18`);
    await expect(drawing(page)).toBeVisible();
    await untilLive(page);
    expect(await takeCsv(page)).toContain(
      '# Credit: Source: European Central Bank · Source: Bank of England',
    );
    await page.getByRole('button', { name: 'Difference', pressed: true }).click();
    await expect(page).toHaveURL(/sources=ecb,boe/);
    await page.getByRole('button', { name: 'Measure' }).click();
    const plot = await crosshair(page).boundingBox();
    if (!plot) throw new Error('no plot');
    await page.mouse.move(plot.x + 20, plot.y + 150);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width - 20, plot.y + 150, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByRole('status').filter({ hasText: '17 Mar 2026 to 18 Mar 2026' })).toContainText(
      /ECB.*−0\.27%.*BoE.*%/,
    );
  });
});

test('the difference of two sources fits a phone, in light and dark @long', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(banks.origin + DIFFERENCE);
  await expect(drawing(page)).toBeVisible();
  await untilLive(page);
  const plot = await crosshair(page).boundingBox();
  if (!plot) throw new Error('no plot');
  await page.touchscreen.tap(plot.x + plot.width / 2, plot.y + 100);
  await expect(page.locator('[data-readout]')).toContainText('Difference');
  await page.getByRole('figure').locator('figcaption').tap();
  await expect(page.locator('[data-readout]')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectAccessibleInBothSchemes(page);
  await context.close();
});

/** How far a source is from another one on 17 and 18 March, in basis points, by what the API answers. */
async function served(source: string, against: string): Promise<readonly number[]> {
  const [own, others] = await Promise.all(
    [source, against].map(async (id) => {
      const days = 'startDate=2026-03-17&endDate=2026-03-18';
      const answer = await banks.get(`/v1/historical?from=EUR&to=USD&source=${id}&${days}`);
      return pointsOf(answer);
    }),
  );
  return (own ?? []).map(({ rate }, index) => (rate / (others?.[index]?.rate ?? NaN) - 1) * 10_000);
}

/** The endpoint answers 200 with points, which its own tests hold. */
function pointsOf(body: unknown): readonly ServedPoint[] {
  return (body as { readonly points: readonly ServedPoint[] }).points;
}

/** Basis points as the page writes them. */
function text(basisPoints: number): string {
  const size = Math.abs(basisPoints).toFixed(1);
  return `${basisPoints < 0 ? '\u2212' : '+'}${size}\u00A0bp`;
}

/** The lines of the file that the menu gives. */
async function takeCsv(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('crossrate-EUR-USD-ecb-against-boe-2026-03-17-2026-03-18.csv');
  return (await readFile(await file.path())).toString('utf8').split('\r\n');
}
