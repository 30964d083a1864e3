import { AxeBuilder } from '@axe-core/playwright';
import { type ConverterServer, startConverter } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';

let server: ConverterServer;

test.beforeAll(async () => {
  server = await startConverter();
});

test.afterAll(async () => {
  await server.stop();
});

test('says without a script how each source and each part of the service is doing', async () => {
  const response = await fetch(`${server.origin}/status`);
  const html = await response.text();
  expect(response.status).toBe(200);
  for (const text of ['European Central Bank', 'Legally fixed rates', 'database', 'Law is not polled']) {
    expect(html).toContain(text);
  }
});

test('is reached from every page by its name in the bar', async ({ page }) => {
  await page.goto(server.origin);
  await page.getByRole('link', { name: 'Status' }).first().click();
  await expect(page).toHaveURL(`${server.origin}/status`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row')).toHaveCount(3);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1440]) {
    test(`no accessibility violations, ${colorScheme}, ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.goto(`${server.origin}/status`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
      await context.close();
    });
  }
}
