import { expectAccessibleInBothSchemes } from './accessible.ts';
import { amountField, collectProblems, type ConverterServer, result } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ConverterServer;
let problems: readonly string[];

test.beforeAll(({ converter }) => {
  server = converter;
});

test.beforeEach(({ page }) => {
  problems = collectProblems(page);
});

test.afterEach(() => {
  expect(problems).toEqual([]);
});

test('shows the rate of a day, says of which day the figure is, and goes back to now', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await page.getByRole('button', { name: /^Day of the rate/ }).click();
  await page.getByLabel('Date (UTC)').fill('2026-04-12');
  await page.getByRole('button', { name: 'Show this day' }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=100&date=2026-04-12`);
  expect(
    await server.get('/v1/convert?from=EUR&to=USD&amount=100&date=2026-04-12'),
    'Friday’s figure on a Sunday',
  ).toMatchObject({ result: 117.11 });
  await expect(result(page, '117.11 USD')).toBeVisible();
  await expect(page).toHaveTitle('100.00 EUR = 117.11 USD on 12 Apr 2026 · Crossrate');
  await expect(page.getByText('The European Central Bank has no rate for that day.')).toBeVisible();
  await expect(page.locator('dl time[datetime="2026-04-10T12:10:00.000Z"]')).toHaveText('10 Apr 2026');
  await expect(
    page.getByRole('region', { name: 'EUR/USD at every source' }).getByText('on 12 Apr 2026'),
  ).toBeVisible();
  await amountField(page).fill('200');
  await expect(result(page, '234.22 USD')).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=200&date=2026-04-12`);
  await page.reload();
  await expect(result(page, '234.22 USD'), 'the link has the day').toBeVisible();
  await page.getByRole('button', { name: 'Show the current rate' }).click();
  await expect(result(page, '233.68 USD')).toBeVisible();
  await page.goBack();
  await expect(result(page, '234.22 USD')).toBeVisible();
});

test('a day is chosen by keyboard alone, by one press of those asked for most, and none that is to come @long', async ({
  page,
}) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  const day = page.getByRole('button', { name: /^Day of the rate/ });
  await day.press('Enter');
  await expect(page.getByLabel('Date (UTC)')).toBeFocused();
  await page.getByLabel('Date (UTC)').fill('2026-04-15');
  await expect(page.getByText('That day is in the future.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show this day' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(day).toBeFocused();
  await day.press('Enter');
  await page.getByRole('button', { name: '13 Apr 2026' }).press('Enter');
  await expect(page).toHaveURL(/&date=2026-04-13$/);
  await expect(result(page, '116.84 USD')).toBeVisible();
  await expect(day).toBeFocused();
  await expect(day).toContainText('13 Apr 2026');
  await expectAccessibleInBothSchemes(page);
  await day.press('Enter');
  await expectAccessibleInBothSchemes(page);
});

test('says why there is no rate of a day, and an address with an odd day shows now @long', async ({
  page,
}) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100&date=1998-12-31`);
  await expect(page.getByText('There is no rate for EUR to USD on 31 Dec 1998')).toBeVisible();
  await page.getByRole('button', { name: 'Show the current rate' }).first().click();
  await expect(result(page, '116.84 USD')).toBeVisible();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100&date=2026-02-30`);
  await expect(page.getByText('“2026-02-30” is not a day that exists')).toBeVisible();
  await expect(result(page, '116.84 USD')).toBeVisible();
});
