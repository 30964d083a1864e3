import type { Page } from '@playwright/test';
import { KEY_TABLE, type KeyGroup } from '#lib/format/key-table';
import { someOf } from '#lib/testing/long-count';
import { type ChartServer, crosshair } from './charts-page.ts';
import { box } from './docs-page.ts';
import { amountField, search } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { row } from './rates-page.ts';

let server: ChartServer;

test.beforeAll(({ charts }) => {
  server = charts;
});

const STARTS: Readonly<Record<KeyGroup['page'], string>> = {
  converter: '/convert/EUR/USD?amount=100',
  rates: '/rates?base=EUR',
  charts: '/charts/EUR/USD?range=1y',
  status: '/status',
  docs: '/docs/pair',
  everywhere: '/rates?base=EUR',
};

/** What a key is seen to do: `before` brings the page there, `after` sees it. `way` is the place of the key in its row. */
interface KeyCheck {
  readonly before?: (page: Page) => Promise<unknown>;
  readonly after: (page: Page, way: number) => Promise<unknown>;
  /** The next key of the table is as good on the page that this one leaves as on one that was just loaded. */
  readonly isReused?: true;
}

const highlighted = (page: Page) => page.locator('[role="option"][data-highlighted]');

const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' });

/** Steps of the amount, for the way up and the way down. */
const step = (up: string, down: string): KeyCheck => ({
  before: (page) => amountField(page).focus(),
  after: (page, way) => expect(amountField(page)).toHaveValue(way === 0 ? up : down),
});

/** Steps of the crosshair from a point in the middle. */
const point = (points: number): KeyCheck => ({
  isReused: true,
  before: async (page) => {
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Shift+ArrowLeft');
    const from = Number(await crosshair(page).getAttribute('aria-valuenow'));
    await page.evaluate((value) => document.body.setAttribute('data-from', String(value)), from);
  },
  after: async (page, way) => {
    const from = Number(await page.locator('body').getAttribute('data-from'));
    const to = String(from + (way === 0 ? -points : points));
    await expect(crosshair(page)).toHaveAttribute('aria-valuenow', to);
  },
});

/** Steps along the days of the first source, from the one five weeks ago: the 55th of 90. */
const day = (before: number, after: number): KeyCheck => ({
  isReused: true,
  before: async (page) => {
    await days(page).focus();
    for (const key of ['End', ...Array.from({ length: 5 }, () => 'PageDown')]) await page.keyboard.press(key);
  },
  after: async (page, way) => {
    const to = way === 0 ? before : after;
    await expect(days(page)).toHaveAttribute('aria-valuenow', String(to));
  },
});

const days = (page: Page) => page.getByRole('slider').first();

const goes = (path: string): KeyCheck => ({
  isReused: true,
  after: (page) => expect.poll(() => new URL(page.url()).pathname).toBe(path),
});

const CHECKS: Readonly<Record<string, KeyCheck>> = {
  'Go to the amount': { after: (page) => expect(amountField(page)).toBeFocused() },
  'Swap the currencies': { after: (page) => expect(page).toHaveURL(/convert\/USD\/EUR/) },
  'Copy the result with all digits': {
    after: (page) => expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('116.84'),
  },
  'Make the result’s currency a favourite': {
    after: (page) =>
      expect
        .poll(() => page.evaluate(() => localStorage.getItem('crossrate-currencies')))
        .toContain('"favourites":["USD"'),
  },
  'Make a currency of the list a favourite': {
    before: async (page) => {
      await search(page, 'From', 'czk');
      await expect(highlighted(page)).toContainText('CZK');
    },
    after: (page) => expect(page.getByRole('option', { name: /CZK.*favourite/ })).toBeVisible(),
  },
  'Amount up or down by 1': step('101.00', '99.00'),
  'By 10': step('110.00', '90.00'),
  'By 0.1': step('100.10', '99.90'),
  Search: {
    after: (page) =>
      expect(page.getByRole('textbox', { name: 'Search by code, name or country' })).toBeFocused(),
  },
  'Next or previous row': {
    before: async (page) => {
      for (const key of ['j', 'j']) await page.keyboard.press(key);
    },
    after: (page, way) =>
      expect(page.locator('tr[data-cursor]')).toHaveAttribute('data-code', way === 0 ? 'JPY' : 'USD'),
  },
  'Open or close the row': {
    before: (page) => page.keyboard.press('j'),
    after: (page) => expect(page.locator('tr[data-cursor] [aria-expanded="true"]')).toHaveCount(1),
  },
  'Pin the row': {
    before: async (page) => {
      for (let at = 0; at < 5; at += 1) await page.keyboard.press('j');
      const code = await page.locator('tr[data-cursor]').getAttribute('data-code');
      await page.evaluate((value) => document.body.setAttribute('data-from', value ?? ''), code);
    },
    after: async (page) => {
      const code = (await page.locator('body').getAttribute('data-from')) ?? '';
      await expect(row(page, code).getByRole('button', { pressed: true })).toBeVisible();
    },
  },
  'Choose a pair': { after: (page) => expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused() },
  'Swap the direction': { after: (page) => expect(page).toHaveURL(/charts\/USD\/EUR/) },
  'Point before or after': point(1),
  'Ten points': point(10),
  'Zoom in or out': {
    after: async (page, way) => {
      await expect(page).toHaveURL(/from=/);
      const from = Date.parse(new URL(page.url()).searchParams.get('from') ?? '');
      const year = Date.parse('2025-04-14');
      expect(way === 0 ? from > year : from < year, new Date(from).toISOString()).toBe(true);
    },
  },
  'Measure from the point, or end it': {
    after: (page) =>
      expect(page.getByRole('button', { name: 'Measure' })).toHaveAttribute('aria-pressed', 'true'),
  },
  'Show or hide the table': { after: (page) => expect(page).toHaveURL(/view=table/) },
  'Day before or after': day(54, 56),
  'Week before or after': day(48, 62),
  'First or last day': day(1, 90),
  'Search the docs': { after: (page) => expect(page.getByRole('searchbox')).toBeFocused() },
  'Send the request of a box': {
    before: (page) => box(page, '/v1/rates/pair').getByLabel('from').focus(),
    after: (page) => expect(box(page, '/v1/rates/pair').getByText('200 OK')).toBeVisible(),
  },
  'Open in a new tab, in the palette': {
    before: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('status');
      await expect(highlighted(page)).toContainText('Status');
    },
    after: (page) => expect.poll(() => page.context().pages().length).toBe(2),
  },
  'Command palette': {
    after: (page) => expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible(),
  },
  'This help': { after: (page) => expect(help(page)).toBeVisible() },
  'Close what is open': {
    isReused: true,
    before: async (page) => {
      await page.keyboard.press('?');
      await expect(help(page)).toBeVisible();
    },
    after: (page) => expect(help(page)).toHaveCount(0),
  },
  'Go to Converter': goes('/'),
  'Go to Rates': goes('/rates'),
  'Go to Charts': goes('/charts'),
  'Go to Status': goes('/status'),
  'Go to Docs': goes('/docs'),
};

for (const { page: place, title, rows } of someOf(KEY_TABLE, 3)) {
  test(`${title}: each key of the help does what it says`, async ({ browser }) => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    let isReused = false;
    for (const { ways, does } of rows) {
      const check = CHECKS[does];
      if (check === undefined) throw new Error(`“${does}” has no check`);
      for (const [way, keys] of someOf([...ways.entries()], 1)) {
        if (!isReused) await page.goto(server.origin + STARTS[place]);
        await untilLive(page);
        await check.before?.(page);
        // In one go, as a person does: `g` waits only so long for the next key.
        await Promise.all(keys.map((key) => page.keyboard.press(key)));
        await test.step(`${keys.join(' ')}: ${does}`, () => check.after(page, way));
        isReused = check.isReused ?? false;
      }
    }
    await context.close();
  });
}

test('every key of the help has a check', () => {
  const described = Object.keys(CHECKS);
  expect(described.toSorted()).toEqual(
    KEY_TABLE.flatMap(({ rows }) => rows.map(({ does }) => does)).toSorted(),
  );
});

/** Letters and two signs. `j` comes first, because others of the table need a row; `/` and `g` last, because they change what follows. */
const SINGLE_KEYS = [...'j?abcdefhiklmnopqrstuvwxyz/g'];

/** The single keys of a part of the help; of `g` and another key the second means nothing alone. */
const singlesOf = (place: KeyGroup['page']) =>
  KEY_TABLE.filter(({ page }) => page === place)
    .flatMap(({ rows }) => rows.flatMap(({ ways }) => ways.filter(({ length }) => length === 1).flat()))
    .filter((key) => SINGLE_KEYS.includes(key));

test('the help lists the keys of the page that is open and those of every page, and the page takes these single keys and no others', async ({
  page,
}) => {
  for (const place of ['converter', 'rates', 'charts', 'status', 'docs'] as const) {
    await page.goto(server.origin + STARTS[place]);
    await untilLive(page);
    await page.keyboard.press('?');
    for (const { title, rows } of KEY_TABLE.filter((group) => [place, 'everywhere'].includes(group.page))) {
      const listed = help(page).getByRole('region', { name: title });
      await expect(listed.getByRole('term'), place).toHaveText(rows.map(({ does }) => does));
    }
    await page.keyboard.press('Escape');
    await expect(help(page)).toHaveCount(0);
    const taken: string[] = [];
    for (const key of SINGLE_KEYS) {
      if (!(await isLeftAlone(page, key))) taken.push(key);
    }
    expect(new Set(taken), place).toEqual(new Set([...singlesOf(place), ...singlesOf('everywhere')]));
  }
});

test('single keys do nothing while typing, nor once they are switched off, on any page and visit', async ({
  page,
}) => {
  await page.goto(server.origin + STARTS.converter);
  await untilLive(page);
  await amountField(page).focus();
  await page.keyboard.type('gr?s');
  const isLeft = await amountField(page).evaluate((field) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true })),
  );
  expect(isLeft).toBe(true);
  await expect(help(page)).toHaveCount(0);
  await expect(page).toHaveURL(/convert\/EUR\/USD/);
  await page.goto(server.origin + STARTS.converter);
  await untilLive(page);
  await page.keyboard.press('?');
  await help(page).getByRole('checkbox', { name: 'Single keys work' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);
  for (const key of ['s', '?', 'g', 'r']) expect(await isLeftAlone(page, key), key).toBe(true);
  await expect(page).toHaveURL(server.origin + STARTS.converter);
  await page.goto(server.origin + STARTS.charts);
  await untilLive(page);
  for (const key of ['x', 't', '?']) await page.keyboard.press(key);
  await expect(page).toHaveURL(server.origin + STARTS.charts);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('keyboard');
  await expect(page.getByRole('option', { name: 'Keyboard help' })).toBeVisible();
  await page.keyboard.press('Enter');
  await help(page).getByRole('checkbox', { name: 'Single keys work' }).check();
  await page.keyboard.press('Escape');
  await expect(help(page)).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page).toHaveURL(/charts\/USD\/EUR/);
});

/** Whether nobody takes a key that is pressed on the page. */
function isLeftAlone(page: Page, key: string): Promise<boolean> {
  return page.evaluate(
    (pressed) =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
      ),
    key,
  );
}
