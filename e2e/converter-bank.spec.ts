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

test('a traveller with a card statement sees what it cost, compares, comes back and shares it', async ({
  page,
  browser,
}) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  const card = page.getByRole('region', { name: 'What does your bank give?' });
  const figure = (called: string) => page.getByRole('textbox', { name: `How much for ${called}, in` });
  await amountField(page).fill('250');
  await card.getByRole('button', { name: /What does your bank give\?/ }).click();
  await expect(figure('Your bank')).toBeFocused();
  await page.keyboard.type('0.8929');
  await expect(card).toContainText('Did you mean 1 USD = 0.8929 EUR?');
  await figure('Your bank').fill('1.12');
  await expect(card).toContainText('Costs 4.14%');
  await expect(card).toContainText('10.36 EUR or 12.10 USD');
  await expect(card).toContainText('You pay 250.00 EUR and get 280.00 USD; mid-market gives 292.10 USD.');
  await expect(card).toContainText(/Against the ECB fixing of Mon 13 Apr 2026, .* old\./);
  await page.keyboard.press('Enter');
  await expect(figure('Card')).toBeFocused();
  await card.getByRole('combobox', { name: 'What it states for Card' }).selectOption('Fee in %');
  await figure('Card').fill('2 %');
  await card.getByRole('button', { name: 'Add a fee for Card' }).click();
  await expect(figure('Card, figure 2')).toBeFocused();
  await page.keyboard.type('300');
  await expect(card).toContainText('Nothing is left of the 250.00 EUR that you pay');
  await figure('Card, figure 2').fill('1,00 EUR');
  await expect(card.getByRole('listitem').nth(1)).toContainText('Cheapest');
  await expectAccessibleInBothSchemes(page);
  const address = `${server.origin}/convert/EUR/USD?amount=250&banks=Your+bank:rate-1.12-EUR-USD,for-EUR-USD;Card:pct-2,fee-1-EUR,for-EUR-USD`;
  await expect(page).toHaveURL(address);

  const html = await (await page.context().request.get(`${server.origin}/convert/EUR/USD?amount=250`)).text();
  expect(html, 'drawn by the server, so that nothing moves').toContain('Costs 4.14%');
  await page.goto(server.origin);
  await untilLive(page);
  await expect(figure('Card'), 'kept in this browser').toHaveValue('2');
  await expect(figure('Card, figure 2')).toHaveValue('1');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page, 'shared with what is compared').toHaveURL(
    /banks=Your\+bank:rate-1\.12-EUR-USD,for-EUR-USD;Card:/,
  );

  const friend = await browser.newContext();
  const shared = await friend.newPage();
  await shared.goto(address);
  const there = shared.getByRole('region', { name: 'What does your bank give?' });
  await expect(there).toContainText('Costs 4.14%');
  await expect(there.getByRole('textbox', { name: 'How much for Card, in %' })).toHaveValue('2');
  await expect(there.getByRole('textbox', { name: 'How much for Card, figure 2, in EUR' })).toHaveValue('1');
  await expect(there.getByRole('combobox', { name: 'What it states for Your bank' })).toHaveValue('rate');
  await shared.goto(`${address}&date=2026-04-12`);
  await expect(result(shared, '292.78 USD')).toBeVisible();
  await expect(there, 'against the rate of that day').toContainText('Costs 4.36%');
  await expect(there).toContainText('Against the ECB fixing of Fri 10 Apr 2026, the rate for 12 Apr 2026.');
  await friend.close();
});

test('what a bank states fits a phone, and is printed without its buttons @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(
    `${server.origin}/convert/EUR/USD?amount=100&banks=Your+bank:rate-1.12-EUR-USD,pct-2,fee-5-EUR;Card:pct-2`,
  );
  await untilLive(page);
  const card = page.getByRole('region', { name: 'What does your bank give?' });
  await expect(card).toContainText('Cheapest');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.emulateMedia({ media: 'print' });
  await expect(card.getByText('Costs 10.85%')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Add another' })).toBeHidden();
  await expect(card.getByRole('button', { name: 'Remove Card' })).toBeHidden();
});
