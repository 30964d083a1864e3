import { pressEnterOn, tabTo } from './account-page.ts';
import { crosshair } from './charts-page.ts';
import { amountField } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

test('from the converter to the chart everything has a name, is heard, and is done by keys alone', async ({
  page,
  twoBanks,
}) => {
  await page.goto(`${twoBanks.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, amountField(page));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('250');
  await expect(page.getByText('250.00 Euro is 287.50 US dollar')).toHaveRole('status');
  await expect(page.getByRole('region', { name: 'Converter' })).toMatchAriaSnapshot(`
    - button "From EUR Euro"
    - button "Favourite EUR"
    - textbox "Amount in Euro"
    - button "Swap currencies"
    - combobox "Source"
    - text: Rate 1.1500
    - button "To USD US dollar"
    - status "287.50 USD"
    - textbox "Result in US dollar"
    - term: Source, reference rate
    - definition: /European Central Bank/
    - term: Observed
    - definition
    - button "Copy 287.50"
    - button "Share"
  `);
  await tabTo(page, page.getByRole('combobox', { name: 'Source' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('region', { name: 'Converter' })).toContainText('Bank of England');

  await pressEnterOn(page, page.getByRole('link', { name: 'Open the chart' }));
  await expect(page.getByRole('heading', { name: 'EUR/USD', level: 1 })).toBeVisible();
  await untilLive(page);
  await tabTo(page, crosshair(page));
  await page.keyboard.press('ArrowLeft');
  await expect(crosshair(page)).toHaveAttribute('aria-valuetext', /^Tuesday 17 March 2026: .*1\.1\d+/);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "EUR/USD" [level=1]
    - button "Swap direction"
    - link "Convert"
    - region "Chart of EUR/USD":
      - radiogroup "Range":
        - radio "1D, 1 day"
      - radiogroup "View":
        - radio "Chart" [checked]
      - list "Lines"
      - figure /^Between .* EUR\\/USD/:
        - slider "Point of the chart"
    - complementary "Range figures":
      - heading "Range figures" [level=2]
    - region "EUR/USD as a table":
      - heading "The same figures as a table" [level=2]
      - region "Figures of EUR/USD":
        - table "EUR/USD, newest first"
  `);
});
