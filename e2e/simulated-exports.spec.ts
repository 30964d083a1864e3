import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { ChartServer } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ChartServer;

test.beforeAll(({ simulatedCharts }) => {
  server = simulatedCharts;
});

async function taken(page: Page, button: Locator): Promise<{ readonly name: string; readonly text: string }> {
  const saved = page.waitForEvent('download');
  await button.click();
  const file = await saved;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('every file of simulated figures says that they are made up', async ({ page, context }) => {
  await page.goto(`${server.origin}/charts/EUR/USD?compare=EUR-JPY`);
  await untilLive(page);
  for (const kind of ['CSV', 'SVG', 'PNG']) {
    await page.getByRole('button', { name: 'Export' }).click();
    const { name, text } = await taken(page, page.getByRole('menuitem', { name: kind }));
    expect(name).toMatch(/^crossrate-SIMULATED-EUR-USD-/);
    if (kind === 'PNG') continue;
    expect(text).toContain('SIMULATED');
    if (kind === 'SVG') expect(text).toContain('indexed to 100');
    else
      expect(text.split('\r\n').slice(0, 3)).toEqual([
        expect.stringMatching(/^# SIMULATED: /),
        '# EUR/USD, EUR/JPY',
        '# Rates: one unit of the first currency of a pair in the second, as its source published it or worked out from that source’s figures',
      ]);
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/rates?base=EUR`);
  await untilLive(page);
  for (const kind of ['CSV', 'JSON']) {
    const { name, text } = await taken(page, page.getByRole('button', { name: kind, exact: true }));
    expect(name).toMatch(/^rates-SIMULATED-EUR-/);
    expect(text).toMatch(kind === 'CSV' ? /,SIMULATED\r\n/ : /"simulated": true/);
  }
  await page.getByRole('button', { name: 'Copy table' }).click();
  await expect(page.getByRole('button', { name: 'Copied' }).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\tSIMULATED$/);
});
