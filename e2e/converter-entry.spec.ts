import type { Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { amountField, type ConverterServer, result, resultField } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

/** Parts of the field's width at which it is touched. */
const PLACES = [0.05, 0.3, 0.6, 0.85, 0.98];

for (const [width, hasTouch] of [
  [390, true],
  [1440, false],
] as const) {
  for (const end of ['amount', 'result'] as const) {
    test(`a ${hasTouch ? 'tap' : 'click'} anywhere on the ${end} and 1200 is 1200, at ${width} px`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport: { width, height: 844 }, hasTouch });
      const page = await context.newPage();
      const field = end === 'amount' ? amountField(page) : resultField(page);
      for (const place of someOf(PLACES, 3)) {
        await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
        await untilLive(page);
        await touch(page, field, place, hasTouch);
        await page.keyboard.type('1200');
        await expect(page, `at ${place}`).toHaveURL(new RegExp(`${end}=1200$`));
        await expect(field).toHaveValue('1,200');
        await amountField(page).press('Enter');
        await expect(field).toHaveValue('1,200.00');
      }
      await context.close();
    });
  }
}

test('Tab selects the amount, and a second click places the caret', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=1234`);
  await untilLive(page);
  await page
    .getByRole('button', { name: 'Add EUR to favourites' })
    .or(page.getByRole('button', { name: /favourite/i }).first())
    .focus();
  await page.keyboard.press('Tab');
  await expect(amountField(page)).toBeFocused();
  expect(await selectionOf(page)).toBe('1,234.00');
  await page.keyboard.type('1200');
  await expect(result(page, '1,402.08 USD')).toBeVisible();
  await page.keyboard.press('Enter');
  await amountField(page).blur();
  await amountField(page).click();
  expect(await selectionOf(page)).toBe('1,200.00');
  await amountField(page).click();
  expect(await selectionOf(page)).toBe('');
});

test('a pasted question shows its pair and amount', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  for (const [text, address] of [
    ['1200 USD to JPY', '/convert/USD/JPY?amount=1200'],
    ['JPY 5000', '/convert/JPY/USD?amount=5000'],
    ['10k gbp in chf', '/convert/GBP/CHF?amount=10000'],
  ] as const) {
    if (text === 'JPY 5000') await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
    await untilLive(page);
    await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await amountField(page).focus();
    await page.keyboard.press('Control+V');
    await expect(page, text).toHaveURL(server.origin + address);
  }
  await page.evaluate(() => navigator.clipboard.writeText('twelve dozen'));
  await amountField(page).press('Control+A');
  await page.keyboard.press('Control+V');
  await expect(amountField(page), 'what is no question stands where it was pasted').toHaveValue(
    'twelve dozen',
  );
  await amountField(page).press('Home');
  await page.evaluate(() => navigator.clipboard.writeText('about '));
  await page.keyboard.press('Control+V');
  await expect(amountField(page)).toHaveValue(/^about ?twelve dozen$/);
  await expect(page.getByRole('alert').filter({ hasText: 'This is not an amount.' })).toBeVisible();
});

test('a question that is typed is read at Enter', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await amountField(page).focus();
  await page.keyboard.type('1200 USD to JPY');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/convert/USD/JPY?amount=1200`);
  await expect(amountField(page)).toHaveValue('1,200.00');
  await expect(page.getByRole('alert').filter({ hasText: 'not an amount' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('twelve dozen');
  await page.keyboard.press('Enter');
  await expect(amountField(page)).toHaveValue('twelve dozen');
  await expect(page.getByRole('alert').filter({ hasText: 'not an amount' })).toBeVisible();
});

async function touch(
  page: Page,
  field: ReturnType<typeof amountField>,
  place: number,
  hasTouch: boolean,
): Promise<void> {
  const box = await field.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) * place, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
  await expect(field).toBeFocused();
}

/** What is selected in the field that has the focus. */
function selectionOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return '';
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  });
}
