import { type ChartServer, drawing, startCharts } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';

let server: ChartServer;

test.beforeAll(async () => {
  server = await startCharts();
});

test.afterAll(async () => {
  await server.stop();
});

for (const path of [
  '/convert/EUR/USD?amount=100',
  '/rates?base=EUR',
  '/charts/EUR/USD?range=1y',
  '/status',
]) {
  test(`${path} prints its sheets in black on white, without the frame`, async ({ browser }) => {
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

test('credits every source on paper, too', async ({ page }) => {
  await page.goto(`${server.origin}/rates?base=EUR`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('contentinfo')).toContainText('European Central Bank');
});
