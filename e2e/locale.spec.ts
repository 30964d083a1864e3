import type { Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { type ChartServer } from './charts-page.ts';
import { amountField, collectProblems, result } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ChartServer;

// A worker gives the page as it was kept, in the form that was chosen before, where the service is silent for long.
test.use({ serviceWorkers: 'block' });

test.beforeAll(({ charts }) => {
  server = charts;
});

async function choose(page: Page, name: RegExp): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Numbers and dates' });
  await untilLive(page);
  const option = await field.locator('option', { hasText: name }).getAttribute('value');
  const loaded = page.waitForEvent('load');
  await field.selectOption(option);
  await loaded;
  await untilLive(page);
}

/** Pixels between the ends of the whole cents of the typed and of the computed amount. */
function decimalMarksApart(page: Page): Promise<number> {
  return page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[aria-label^="Amount"]');
    const whole = document.querySelector('[data-figure=result] > span');
    if (!field || !whole) return Number.POSITIVE_INFINITY;
    const ruler = document.createElement('span');
    ruler.className = field.className;
    ruler.style.cssText = 'position:absolute;width:auto;min-width:0;padding:0;white-space:pre';
    ruler.textContent = field.value.slice(-3);
    field.parentElement?.append(ruler);
    const fraction = ruler.getBoundingClientRect().width;
    ruler.remove();
    const padding = Number.parseFloat(getComputedStyle(field).paddingRight);
    const end = field.getBoundingClientRect().right - padding - fraction;
    return Math.abs(end - whole.getBoundingClientRect().right);
  });
}

test('is written as the browser’s language is until the visitor chooses, from the first byte on @long', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de-CH' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=1234567.5`);
  await expect(amountField(page)).toHaveValue('1’234’567.50');
  const field = page.getByRole('combobox', { name: 'Numbers and dates' });
  await expect(field).toHaveValue('ch');
  const headers = { 'accept-language': 'de-CH,de;q=0.9' };
  const html = await (await fetch(`${server.origin}/convert/EUR/USD?amount=1234567.5`, { headers })).text();
  expect(html).toContain('1’442’468');
  await choose(page, /^English/);
  await expect(amountField(page)).toHaveValue('1,234,567.50');
  await expect(field.locator('option', { hasText: 'as this browser' })).toHaveText(
    'Swiss: 1’234’567.89 · 13.04.2026 (as this browser)',
  );
  await context.close();
});

test('writes every page in the chosen form, from the first byte of the server on', async ({
  page,
  context,
}) => {
  const problems = collectProblems(page);
  await page.goto(`${server.origin}/convert/EUR/JPY?amount=1234567.5`);
  await choose(page, /^German/);
  await expect(amountField(page)).toHaveValue('1.234.567,50');
  await expect(result(page, '230.555.481 JPY')).toBeVisible();
  await expect(page.getByText('13.04.2026').first()).toBeVisible();
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const [path, figure] of [
    ['/convert/EUR/JPY?amount=1234567.5', '230.555.481'],
    ['/rates?base=EUR', '186,75'],
    ['/charts/EUR/USD?range=1m', '1,1684'],
  ] as const) {
    const html = await (await fetch(server.origin + path, { headers: { cookie } })).text();
    expect(html.replace(/<[^>]*>/g, ''), path).toContain(figure);
    await page.goto(server.origin + path);
    await untilLive(page);
    await expect(page.locator('html')).toHaveAttribute('data-locale', 'de');
  }
  await expect(page.getByText('1,1684').first()).toBeVisible();
  await expect(page.getByText('1.1684')).toHaveCount(0);
  // A hydration that found another text than it was given would have complained.
  expect(problems).toEqual([]);
});

test('reads what is typed in the chosen form, exactly', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await choose(page, /^German/);
  await amountField(page).fill('1.200');
  await expect(page).toHaveURL(/amount=1200$/);
  await expect(page.getByText('can be read in two ways')).toHaveCount(0);
  await expect(result(page, '1.402,08 USD')).toBeVisible();
  await amountField(page).fill('');
  await page.keyboard.type('2500,5');
  await expect(amountField(page)).toHaveValue('2.500,5');
  await expect(page).toHaveURL(/amount=2500\.5$/);
  await page.keyboard.press('ArrowUp');
  await expect(amountField(page)).toHaveValue('2.501,50');
});

const FORMS = [
  { name: /^French/, amount: '1\u202f234\u202f567,50', rounded: '1\u202f442\u202f468,67' },
  { name: /^Swiss/, amount: '1’234’567.50', rounded: '1’442’468.67' },
  { name: /^Indian/, amount: '12,34,567.50', rounded: '14,42,468.67' },
];

const FACES = ['its own face', 'the face that stands in for it'] as const;

// Of six, each form and each face.
for (const { name, amount, rounded, face } of someOf(
  FORMS.flatMap((form) => FACES.map((face) => ({ ...form, face }))),
  2,
)) {
  test(`keeps decimal marks under each other in ${face}: ${name.source}`, async ({ page }) => {
    if (face !== 'its own face') await page.route('**/*.woff2', (route) => route.abort());
    await page.goto(`${server.origin}/convert/EUR/USD?amount=1234567.5`);
    await choose(page, name);
    await expect(amountField(page)).toHaveValue(amount);
    await expect(page.locator('[data-figure=result]')).toContainText(rounded);
    expect(await decimalMarksApart(page)).toBeLessThan(1.5);
  });
}

test('copies and downloads stay plain, and the choice outlives the visit @long', async ({ browser }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${server.origin}/convert/EUR/USD?amount=1234.5`);
  await choose(page, /^German/);
  const choice = page.getByLabel('Numbers and dates');
  await expect(choice, 'who chose by keyboard goes on from there').toBeFocused();
  await choice.blur();
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1442.3898');
  const [kept] = (await context.cookies()).filter(({ name }) => name === 'crossrate-locale');
  expect(kept?.value).toBe('de');
  expect((kept?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(300 * 86_400_000);
  await context.close();
});
