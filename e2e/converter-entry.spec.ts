import { someOf } from '#lib/testing/long-count';
import { amountField, type ConverterServer, resultField } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

/** Parts of the field's width at which it is tapped. */
const PLACES = [0.05, 0.3, 0.6, 0.85, 0.98];

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

for (const end of someOf(['amount', 'result'] as const, 1)) {
  test(`a tap anywhere on the ${end} and 1200 is 1200`, async ({ page }) => {
    const field = end === 'amount' ? amountField(page) : resultField(page);
    for (const place of someOf(PLACES, 2)) {
      await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
      await untilLive(page);
      const box = await field.boundingBox();
      await page.touchscreen.tap(
        (box?.x ?? 0) + (box?.width ?? 0) * place,
        (box?.y ?? 0) + (box?.height ?? 0) / 2,
      );
      await expect(field).toBeFocused();
      await page.keyboard.type('1200');
      await expect(page, `at ${place}`).toHaveURL(new RegExp(`${end}=1200$`));
      await expect(field).toHaveValue('1,200');
      await amountField(page).press('Enter');
      await expect(field).toHaveValue('1,200.00');
    }
  });
}
