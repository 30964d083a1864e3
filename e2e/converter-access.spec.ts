import { expectAccessible, faceContext, faceName, inEachLook, loadedFaces, OPENED } from './accessible.ts';
import { amountField, type ConverterServer } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

/** Where an amount is typed, and what is wrong with it is said. */
const CARD = ['section[aria-label="Converter"]'];

for (const face of loadedFaces([390, 1440])) {
  test(`no accessibility violations, loaded in ${faceName(face)}`, async ({ browser }) => {
    // Eight faces of some hundred elements each.
    const context = await browser.newContext(faceContext(face));
    const page = await context.newPage();
    const lookAt = (what: string, changed: readonly string[] = []) =>
      inEachLook(page, face, (width) => expectAccessible(page, { changed, where: `${what}, ${width} px` }));
    for (const address of [
      '/convert/USD/JPY?amount=1200',
      '/convert/EUR/KPW',
      '/convert/USX/JPY?amount=abc',
      '/convert/EUR/GRD?result=340.75&also=KPW,GBP',
    ]) {
      await page.goto(server.origin + address);
      await lookAt(address);
    }
    await page.getByRole('button', { name: 'Edit the list' }).click();
    await expect(page.getByRole('button', { name: 'Remove GBP' })).toBeVisible();
    await page.getByRole('button', { name: 'All digits', exact: true }).click();
    await lookAt('the list in hand');
    await page.goto(server.origin);
    await amountField(page).fill('twelve');
    await expect(page.getByRole('alert').filter({ hasText: 'not an amount' })).toBeVisible();
    await lookAt('no amount', CARD);
    await amountField(page).fill('200+15%');
    await expect(page.getByText('200+15% can be read in two ways.')).toBeVisible();
    await lookAt('an amount of two readings', CARD);
    await inEachLook(page, face, async (width) => {
      await page.getByRole('button', { name: /^To / }).click();
      await page.getByRole('combobox', { name: 'Code, name or country' }).fill('fr');
      await expect(page.getByRole('option').first()).toBeVisible();
      await expectAccessible(page, { changed: OPENED, where: `the picker, ${width} px` });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox', { name: 'Code, name or country' })).toHaveCount(0);
    });
    await context.close();
  });
}

test('at 400 % zoom nothing runs out of the window @long', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  for (const address of ['/', '/convert/IDR/EUR?amount=0.0001', '/convert/JPY/IDR?amount=123456789.123456']) {
    await page.goto(server.origin + address);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), address).toBeLessThanOrEqual(320);
  }
});

test('a chosen theme holds from the first paint of the next visit @long', async ({ page }) => {
  await page.goto(server.origin);
  await page.getByRole('button', { name: /^Theme: system/ }).click();
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: /^Theme: dark/ })).toBeVisible();
});
