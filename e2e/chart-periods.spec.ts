import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type RunningServer, startServer } from '#lib/testing/worlds/running-server';
import { type ServedFolder, servedFolder } from '#lib/testing/worlds/served-folder';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { type ChartServer, drawing } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

/** What the bank said first, and what it said two days later: the figure of 8 April was another. */
const FIRST = `Date,USD,JPY,
2026-04-08,1.1706,185.13,
2026-04-07,1.1557,184.24,
`;
const CORRECTED = `Date,USD,JPY,
2026-04-10,1.1711,186.53,
2026-04-09,1.1685,185.90,
2026-04-08,1.1707,185.13,
2026-04-07,1.1557,184.24,
`;

let years: ChartServer;
let folder: ServedFolder;
let corrected: RunningServer;

test.beforeAll(async ({ charts }, { outputDir }) => {
  years = charts;
  folder = await servedFolder({ clock: '2026-04-09T08:00:00Z', files: { ecb: FIRST } });
  const file = `${outputDir}-corrected.csv`;
  await writeFile(file, CORRECTED);
  const load = [
    '--disable-warning=ExperimentalWarning',
    'lib/cli/import.ts',
    '--source',
    'ecb',
    '--file',
    file,
  ];
  await promisify(execFile)(process.execPath, load, {
    env: { ...process.env, ...folder.variables, CLOCK: '2026-04-11T08:00:00Z' },
  });
  corrected = await startServer(folder, { CLOCK: '2026-04-13T08:00:00Z' });
});

test.afterAll(async () => {
  await corrected.stop();
  await folder.remove();
});

const figures = (page: Page) => page.getByRole('button', { name: /^Figures: / });

test('months are averaged in plot, table and file as the API averages them, and the address keeps them', async ({
  page,
}) => {
  await page.goto(`${years.origin}/charts/EUR/USD?range=1y`);
  await untilLive(page);
  await figures(page).press('Enter');
  await page.getByRole('combobox', { name: 'One point for' }).selectOption('month');
  await page.getByRole('combobox', { name: 'Its figure' }).selectOption('average');
  await expectAccessibleInBothSchemes(page, { where: 'open' });
  await page.getByRole('button', { name: 'Show these figures' }).press('Enter');
  await expect(page).toHaveURL(`${years.origin}/charts/EUR/USD?range=1y&group=month&stat=average`);
  await expect(figures(page)).toBeFocused();
  await page.reload();
  await untilLive(page);
  const query = 'from=EUR&to=USD&source=ecb&group=month&stat=average&startDate=2025-04-14';
  const points = await years.history(query);
  expect(points).toHaveLength(13);
  const rows = page.getByRole('table', { name: 'EUR/USD, newest first' }).getByRole('row');
  await expect(rows).toHaveCount(points.length + 1);
  await expect(rows.nth(1)).toContainText('Apr 2026');
  await expect(rows.nth(1)).toContainText('incomplete');
  await expect(page.locator('[data-line="ECB"]')).toHaveAttribute('data-points', '13');
  await page.getByRole('button', { name: 'Export' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^CSV/ }).click(),
  ]);
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
  expect(saved.suggestedFilename()).toMatch(/^crossrate-EUR-USD-month-average-2025-04-14-/);
  expect(lines).toContain('period,ecb,ecb days,ecb complete,ecb observed');
  expect(lines.at(-2)).toBe(`2026-04,${points.at(-1)?.rate},7,false,${points.at(-1)?.timestamp}`);
  expect(lines.join('\n')).toContain('the daily cross rates are averaged');
});

test('a figure that was corrected is marked, and a day before the correction shows what was known then', async ({
  page,
}) => {
  await page.goto(`${corrected.origin}/charts/EUR/USD?range=max`);
  await untilLive(page);
  await expect(page.locator('[data-correction]')).toHaveCount(1);
  const words = 'Corrected: EUR/USD was 1.1706 until 11 Apr 2026, 08:00 UTC, then 1.1707';
  const table = page.getByRole('table', { name: 'EUR/USD, newest first' });
  await expect(table.getByText(words)).toBeVisible();
  await page.getByRole('slider', { name: 'Point of the chart' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('[data-readout]').getByText(words)).toBeVisible();
  await figures(page).click();
  await page.getByLabel('As known on (UTC)').fill('2026-04-10');
  await page.getByRole('button', { name: 'Show these figures' }).click();
  await expect(page).toHaveURL(/\?range=max&knownAt=2026-04-10$/);
  await expect(page.getByText('As known on 10 April 2026.')).toBeVisible();
  await expect(table.getByRole('row', { name: /8 Apr 2026/ })).toContainText('1.1706');
  await expect(page.locator('[data-correction]')).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Show what is known now' }).click();
  await expect(table.getByRole('row', { name: /8 Apr 2026/ })).toContainText('1.1707');
});

test('has three rows of tools above a telephone’s plot, whatever its points are @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const query of ['', '?group=quarter&stat=average']) {
    await page.goto(`${years.origin}/charts/EUR/USD${query}`);
    await expect(drawing(page)).toBeVisible();
    const card = await page.getByRole('region', { name: 'Chart of EUR/USD', exact: true }).boundingBox();
    const plot = await page.locator('[data-plot]').boundingBox();
    expect((plot?.y ?? Infinity) - (card?.y ?? 0), query).toBeLessThan(180);
  }
});
