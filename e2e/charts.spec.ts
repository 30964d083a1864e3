import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './guarded-test.ts';
import { type ChartServer, crosshair, drawing, line, rangeFigure } from './charts-page.ts';
import { collectProblems } from './converter-page.ts';
import { untilLive } from './live-page.ts';

test.use({ viewport: { width: 1440, height: 1000 } });

let server: ChartServer;
let problems: readonly string[];
let asked: string[];

test.beforeAll(({ charts }) => {
  server = charts;
});

test.beforeEach(({ page }) => {
  problems = collectProblems(page);
  asked = [];
  page.on('request', (request) => asked.push(request.url()));
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(server.origin + address);
  await expect(drawing(page)).toBeVisible();
}

const historyAsked = () => asked.filter((url) => url.includes('/v1/'));

test('the first paint has the figures as text, and the plot asks for corrections only', async ({ page }) => {
  const html = await (await fetch(`${server.origin}/charts`)).text();
  const text = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, '');
  expect(text).toContain('EUR/USD');
  expect(text).toContain('−0.23%');
  expect(text).toMatch(
    /Between 14 January and 13 April 2026 EUR\/USD (rose|fell) [\d.]+% to 1\.1684, moving between/,
  );
  expect(text).toContain('Volatility per year');
  expect(text).toContain('Mon 13 Apr 2026');
  await open(page, '/charts/EUR/USD');
  await expect(page).toHaveTitle('EUR/USD 1.1684 · Crossrate');
  await expect(line(page, 'ECB')).toBeAttached();
  await untilLive(page);
  expect(historyAsked(), 'the plot draws what the server sent').toEqual([
    `${server.origin}/v1/rates/compare?from=EUR&to=USD&include=reasons`,
    `${server.origin}/v1/revisions?source=ecb&base=EUR&quote=USD&limit=1000`,
  ]);
  expect(asked.every((url) => url.startsWith(server.origin))).toBe(true);
  expect(problems).toEqual([]);
});

test('range figures are those of the points that the API gives', async ({ page }) => {
  await open(page, '/charts/EUR/JPY?range=1y');
  const points = await server.history('from=EUR&to=JPY&source=ecb&startDate=2025-04-14');
  const rates = points.map(({ rate }) => rate);
  const shown = (rate: number) => rate.toFixed(2);
  await expect(rangeFigure(page, 'Open')).toContainText(shown(rates[0] ?? 0));
  await expect(rangeFigure(page, 'Last')).toContainText(shown(rates.at(-1) ?? 0));
  await expect(rangeFigure(page, 'High')).toContainText(shown(Math.max(...rates)));
  await expect(rangeFigure(page, 'Low')).toContainText(shown(Math.min(...rates)));
  await expect(rangeFigure(page, 'Mean')).toContainText(
    shown(rates.reduce((sum, rate) => sum + rate, 0) / rates.length),
  );
  await expect(rangeFigure(page, 'Points')).toContainText(`${points.length}`);
  const below = rates.filter((rate) => rate < (rates.at(-1) ?? 0)).length;
  const said = Number.parseInt(await rangeFigure(page, 'Last in the range').innerText(), 10);
  expect(said * (rates.length - 1)).toBeLessThanOrEqual(below * 100);
  expect((said + 1) * (rates.length - 1)).toBeGreaterThan(below * 100);
});

test('27 years are paged in by the links and thinned for drawing only, and the page says so @long', async ({
  page,
}) => {
  await open(page, '/charts/EUR/USD');
  const all = await server.history('from=EUR&to=USD&source=ecb');
  expect(all.length).toBeGreaterThan(6900);
  await page.getByRole('radio', { name: 'everything' }).check({ force: true });
  const count = all.length.toLocaleString('en');
  await expect(rangeFigure(page, 'Points')).toHaveText(`${count}800 of ${count} drawn (LTTB)`);
  await expect(line(page, 'ECB')).toHaveAttribute('data-points', '800');
  await expect(page).toHaveURL(`${server.origin}/charts/EUR/USD?range=max`);
  expect(historyAsked().filter((url) => url.includes('limit=5000')).length).toBeGreaterThanOrEqual(2);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', /^\d{4}$/);
  expect(problems).toEqual([]);
});

test('an address restores its view, and back undoes a step', async ({ page }) => {
  await open(page, '/charts/EUR/GBP?range=6m&scale=log');
  await expect(page.getByRole('radio', { name: '6 months' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Logarithmic' })).toBeChecked();
  await page.getByRole('radio', { name: '5 years' }).check({ force: true });
  await expect(page).toHaveURL(`${server.origin}/charts/EUR/GBP?range=5y&scale=log`);
  await page.getByRole('button', { name: 'Swap direction' }).click();
  await expect(page).toHaveURL(`${server.origin}/charts/GBP/EUR?range=5y&scale=log`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GBP/EUR');
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('radio', { name: '6 months' })).toBeChecked();
  expect(problems).toEqual([]);
});

test('dates of one’s own are a range, and turned ones are refused where they are typed', async ({ page }) => {
  await open(page, '/charts/EUR/USD');
  await page.getByRole('button', { name: /^Choose dates/ }).click();
  await page.getByLabel('From', { exact: true }).fill('2020-03-02');
  await page.getByLabel('To', { exact: true }).fill('2020-02-01');
  await expect(page.getByText('The start date is after the end date.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show these days' })).toBeDisabled();
  await page.getByLabel('To', { exact: true }).fill('2020-03-31');
  await page.getByRole('button', { name: 'Show these days' }).click();
  await expect(page).toHaveURL(`${server.origin}/charts/EUR/USD?from=2020-03-02&to=2020-03-31`);
  await expect(rangeFigure(page, 'Open')).toContainText('2 Mar');
  await expect(rangeFigure(page, 'Points')).toContainText('22');
});

test('names gaps in words and draws them as gaps @long', async ({ page }) => {
  await open(page, '/charts/EUR/USD');
  const words = page.locator('[data-gaps]');
  await expect(words).toContainText('Easter, no ECB fixing 3 to 6 Apr');
  await expect(words).toContainText('Outage: no ECB fixing from 17 to 18 Mar, although due');
  await expect(words).toContainText(
    'The European Central Bank has published nothing since 13 Apr; next due Tue 14 Apr 2026, 14:00 UTC',
  );
  await expect(page.locator('[data-gap=holiday]')).toHaveCount(1);
  await expect(page.locator('[data-gap=missing]')).toHaveCount(1);
  await expect(page.locator('[data-gap=not-yet]')).toHaveCount(1);
});

test('compares pairs indexed to 100, each with its name at its right end @long', async ({ page }) => {
  await open(page, '/charts/EUR/USD');
  await page.getByRole('button', { name: 'Compare a pair' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('yen');
  await page.getByRole('option', { name: /EUR\/JPY/ }).click();
  await expect(page).toHaveURL(`${server.origin}/charts/EUR/USD?compare=EUR-JPY`);
  const points = await server.history('from=EUR&to=JPY&source=ecb&startDate=2026-01-14');
  const [dollars] = await server.history('from=EUR&to=USD&source=ecb&startDate=2026-01-14');
  const index = ((points.at(-1)?.rate ?? 0) / (points[0]?.rate ?? 1)) * 100;
  await expect(drawing(page).getByText(`EUR/JPY ${index.toFixed(2)}`)).toBeVisible();
  await expect(page.getByText('14 Jan 2026 = 100')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'EUR/JPY' })).toBeVisible();
  await expect(rangeFigure(page, 'Open')).toContainText(String(dollars?.rate));
  await page.getByLabel('Range figures of').selectOption('EUR/JPY, European Central Bank');
  await expect(rangeFigure(page, 'Open')).toContainText(String(points[0]?.rate));
  await page.getByRole('button', { name: 'Remove EUR/USD' }).click();
  await expect(page).toHaveURL(`${server.origin}/charts/EUR/JPY`);
  expect(problems).toEqual([]);
});

test('the crosshair gives the exact figure of the day it stands on', async ({ page }) => {
  await open(page, '/charts/EUR/USD?range=1m');
  const place = await crosshair(page).boundingBox();
  if (!place) throw new Error('no plot');
  await page.mouse.move(place.x + place.width / 2, place.y + 100);
  await expect(crosshair(page)).not.toHaveAttribute('aria-valuetext', /^Monday 13 April/);
  const said = await crosshair(page).getAttribute('aria-valuetext');
  const points = await server.history('from=EUR&to=USD&source=ecb&startDate=2026-03-14');
  const [, day = '', rate = ''] = /^\w+ (\d+) \w+ 2026: ECB ([\d.]+)$/.exec(said ?? '') ?? [];
  const point = points.find(({ timestamp }) => Number(timestamp.slice(8, 10)) === Number(day));
  expect(Number(rate)).toBe(point?.rate);
  await expect(page.locator('[data-plot]').getByText(rate).first()).toBeVisible();
});

test('does everything by keyboard alone', async ({ page }) => {
  await open(page, '/charts/EUR/USD?range=1y');
  const points = await server.history('from=EUR&to=USD&source=ecb&startDate=2025-04-14');
  await page.keyboard.press('ArrowLeft');
  await expect(crosshair(page)).toHaveAttribute('aria-valuenow', `${points.length - 1}`);
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(crosshair(page)).toHaveAttribute('aria-valuenow', `${points.length - 10}`);
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/from=2025-\d\d-\d\d/);
  const pressTwice = (key: string) =>
    page.evaluate((pressed) => {
      for (let press = 0; press < 2; press += 1) {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
      }
    }, key);
  await pressTwice('-');
  await expect(page).toHaveURL(/from=202[34]/);
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/view=table/);
  await expect(drawing(page)).toHaveCount(0);
  await page.keyboard.press('t');
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/charts\/USD\/EUR/);
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('gbp/chf');
  await expect(page.getByRole('dialog').getByRole('option', { name: /GBP\/CHF/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/charts\/GBP\/CHF/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Chart of GBP/CHF' })).toHaveAttribute('aria-busy', 'false');
  const start = page.getByRole('slider', { name: 'Start of the range' });
  await start.focus();
  await expect(start).toBeFocused();
  const before = page.url();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url()).not.toBe(before);
  expect(problems).toEqual([]);
});

test('the same figures stand in a table of which only the rows in sight are drawn @long', async ({
  page,
}) => {
  await open(page, '/charts/EUR/USD?range=max');
  const all = await server.history('from=EUR&to=USD&source=ecb');
  const table = page.getByRole('table', { name: 'EUR/USD, newest first' });
  await expect(table.getByRole('row').nth(2)).toContainText('Mon 13 Apr 2026');
  expect(await table.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('region', { name: 'Figures of EUR/USD' }).evaluate((region) => {
    region.scrollTop = region.scrollHeight;
  });
  await expect(table.getByRole('row', { name: /Mon 4 Jan 1999/ })).toContainText(String(all[0]?.rate));
});

test('takes the chart away with title, source, range and date', async ({ page }) => {
  await open(page, '/charts/EUR/USD');
  const take = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`crossrate-EUR-USD-2026-01-14-2026-04-13.${name.toLowerCase()}`);
    return readFile(await file.path());
  };
  const csv = (await take('CSV')).toString('utf8').split('\r\n');
  expect(csv.slice(0, 7)).toEqual([
    '# EUR/USD',
    '# Rates: one unit of the first currency of a pair in the second, as its source published it or worked out from that source’s figures',
    '# Source: ecb',
    '# Range: 14 Jan 2026 to 13 Apr 2026',
    expect.stringMatching(/^# Made: 14 Apr 2026, 08:\d\d UTC$/),
    expect.stringMatching(/^# Credit: Source: European Central Bank/),
    'date,ecb',
  ]);
  expect(csv.at(-2)).toBe('2026-04-13,1.1684');
  const svg = (await take('SVG')).toString('utf8');
  for (const text of [
    'EUR/USD',
    '14 Jan 2026 to 13 Apr 2026 · ECB',
    'Source: European Central Bank',
    'made 14 Apr 2026',
  ])
    expect(svg).toContain(text);
  expect(svg, 'stands alone').not.toMatch(/var\(|oklch|class=/);
  const png = await take('PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16), 'twice as wide as drawn').toBeGreaterThan(1600);
  expect(problems).toEqual([]);
});

test('shows the nearest sensible view of nonsense and says what it ignored @long', async ({ page }) => {
  await open(page, '/charts/EUR/USX?from=2026-03-01&to=2026-02-01&scale=cubic&sources=bank,ecb&compare=A-B');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EUR/USD');
  const notice = page.locator('[aria-live=polite]');
  await expect(notice).toContainText('“USX” is not a currency.');
  await expect(notice).toContainText('The start date is after the end date. The last 3 months are shown.');
  await expect(notice).toContainText('“cubic” is not a scale.');
  await expect(notice).toContainText('“bank” is not a source.');
  await expect(notice).toContainText('“A-B” is not a pair.');
  await expect(page.getByRole('radio', { name: '3 months' })).toBeChecked();
});

test('says which line is not drawn and draws the others @long', async ({ page }) => {
  await open(page, '/charts/EUR/USD?sources=ecb,boe');
  await expect(page.getByText('EUR/USD from the Bank of England is not shown.')).toBeVisible();
  await expect(line(page, 'ECB')).toBeAttached();
});
