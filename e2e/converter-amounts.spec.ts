import {
  amountField,
  type ConverterServer,
  collectProblems,
  result,
  resultField,
  shown,
} from './converter-page.ts';
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

test('works out a sum, says what it comes to, and keeps it in sight when it is done', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await amountField(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1200*1.19');
  await expect(amountField(page)).toHaveValue('1200*1.19');
  await expect(page.getByText('= 1,428', { exact: true })).toBeVisible();
  await expect(result(page, `${shown(await server.ask('EUR', 'USD', '1428'))} USD`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(amountField(page)).toHaveValue('1,428.00');
  await expect(page.getByText('1200*1.19', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=1428`);
  for (const [typed, plain] of [
    ['(3+4)/2', '3.5'],
    ['100/3', '33.3333333333333'],
    ['15% of 200', '30'],
  ] as const) {
    await amountField(page).fill(typed);
    await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?amount=${plain}`);
  }
});

test('takes the amount that is wanted in the end, and computes what it takes', async ({ page }) => {
  await page.goto(`${server.origin}/convert/USD/JPY?amount=100`);
  await resultField(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('5000');
  await expect(page).toHaveURL(`${server.origin}/convert/USD/JPY?result=5000`);
  await page.getByRole('button', { name: 'All digits', exact: true }).click();
  const needed = page.locator('[data-figure=amount]');
  await expect(needed).toHaveAttribute('aria-label', /^31\.28\d+ USD$/);
  const figure = ((await needed.getAttribute('aria-label')) ?? '').replace(' USD', '');
  expect(await server.ask('USD', 'JPY', figure), 'the service converts it back').toBeCloseTo(5000, 7);
  await page.reload();
  const rounded = `${Number(figure).toFixed(2)} USD`;
  await expect(needed).toHaveAttribute('aria-label', rounded);
  await expect(resultField(page)).toHaveValue('5,000');
  const html = await (await fetch(`${server.origin}/convert/USD/JPY?result=5000`)).text();
  expect(html, 'without any script').toContain(`aria-label="${rounded}"`);
  await amountField(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('100');
  await expect(page, 'typing into the other one turns it round').toHaveURL(
    `${server.origin}/convert/USD/JPY?amount=100`,
  );
});

test('asks back what can be read in two ways, wherever it is typed, and never loses it', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  for (const [typed, larger, smaller] of [
    ['200+15%', '230.00', '200.15'],
    ['200-10%', '199.90', '180.00'],
  ] as const) {
    await amountField(page).fill(typed);
    await expect(page.getByText(`${typed} can be read in two ways.`)).toBeVisible();
    await expect(page.locator('[data-figure=result]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Swap currencies' }).focus();
    await expect(amountField(page), 'leaving the field keeps it').toHaveValue(typed);
    await expect(page.getByRole('button', { name: smaller, exact: true })).toBeVisible();
    await page.getByRole('button', { name: larger, exact: true }).click();
    await expect(amountField(page)).toHaveValue(larger);
    await expect(page.getByText('can be read in two ways.')).toHaveCount(0);
  }
  await resultField(page).fill('200+15%');
  await page.getByRole('button', { name: '230.00', exact: true }).click();
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?result=230`);
});

test('says in one sentence what is wrong and keeps it', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  for (const [typed, sentence] of [
    ['twelve', 'This is not an amount.'],
    ['1/0', 'Nothing can be divided by 0.'],
    ['3-5', 'An amount is 0 or more.'],
    ['(1+2', 'This sum cannot be worked out.'],
    ['10²', 'This is not an amount.'],
  ] as const) {
    await amountField(page).fill(typed);
    await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
    await page.getByRole('button', { name: 'Swap currencies' }).focus();
    await expect(amountField(page)).toHaveValue(typed);
  }
  await amountField(page).press('Escape');
  await expect(amountField(page)).toHaveValue('100.00');
});

test('shows all fifteen digits on demand, and copies them plain', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/convert/USD/JPY?amount=1200`);
  const exact = await server.ask('USD', 'JPY', '1200');
  const all = exact.toLocaleString('en', { maximumSignificantDigits: 15 });
  expect(all.replace(/\D/g, '')).toHaveLength(15);
  await expect(result(page, `${shown(exact, 'JPY')} JPY`)).toBeVisible();
  await page.getByRole('button', { name: 'All digits', exact: true }).click();
  await expect(result(page, `${all} JPY`)).toBeVisible();
  await page.getByRole('button', { name: /^Copy 1/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(String(exact));
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('steps either amount by arrow keys', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?result=100`);
  await resultField(page).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(resultField(page)).toHaveValue('110.90');
  await expect(page).toHaveURL(`${server.origin}/convert/EUR/USD?result=110.9`);
});

test('an amount of another currency is not taken for one of this', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await untilLive(page);
  await amountField(page).fill('$250');
  await expect(page.getByText('“$” is no sign of EUR.')).toBeVisible();
  await expect(amountField(page)).toHaveAttribute('aria-invalid', 'true');
  await amountField(page).fill('€250');
  await expect(result(page, '292.10 USD')).toBeVisible();
  await amountField(page).blur();
  await expect(amountField(page)).toHaveValue('250.00');
});
