import type { Page } from '@playwright/test';
import { pressEnterOn, tabTo } from './account-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { SOON, type StatusWorld, startStatusWorld, untilRefreshed } from './status-world.ts';
import { HOUR_MS } from '#lib/domain/durations';

/** Polled by hand up to nine hours later, which is still before the next day's fixing. */
const START = '2026-11-19T16:30:00Z';

let status: StatusWorld;

test.beforeAll(async () => {
  status = await startStatusWorld({ start: START, aheadMs: 10 * HOUR_MS, sources: 'ecb,boe,fixed' });
});

test.afterAll(async () => {
  await status.stop();
});

test('says without a script how each source and each part of the service is doing', async () => {
  const response = await fetch(`${status.origin}/status`);
  const html = await response.text();
  expect(response.status).toBe(200);
  for (const text of [
    'European Central Bank',
    'Legally fixed rates',
    'database',
    'Rates fixed by law are not polled',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).toMatch(/<link[^>]*type="application\/atom\+xml"[^>]*href="\/status\/feed\.atom"/);
});

test('is reached from every page by its name in the bar, and its title tells the state', async ({ page }) => {
  await page.goto(status.origin);
  await page.getByRole('link', { name: 'Status' }).first().click();
  await expect(page).toHaveURL(`${status.origin}/status`);
  await expect(page).toHaveTitle('All sources operational · Status · Crossrate');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^All three sources are operational/);
  await expect(page.getByRole('region', { name: 'Sources' }).getByRole('heading', { level: 3 })).toHaveCount(
    3,
  );
});

test('a fault shows on the open page within one refresh, with its reason, and its incident closes afterwards', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${status.origin}/status`);
  const ecb = page.getByRole('listitem', { name: 'European Central Bank' });
  await expect(ecb).toContainText('Operational');
  await expect(page.getByText('No incident since watching began, on 19 Nov 2026.')).toBeVisible();

  await status.setFault('ecb', 'server_error');
  await status.world.pollOften('ecb', 3, HOUR_MS);
  await isKnown('outage');
  await untilRefreshed(page, () => expect(ecb).toContainText('Outage', SOON));
  await expect(ecb).toContainText(
    'Answers with errors since 19 Nov, 18:30 UTC. The newest 3 checks failed; the last one: its host answered with an error.',
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^The European Central Bank is in outage; two of three sources are operational/,
  );
  await expect(page.getByRole('status').filter({ hasText: 'Bank is in outage' }), 'is heard').toHaveCount(1);
  const incident = incidentOf(page, 'answers with errors');
  await expect(incident).toContainText(
    '3 checks failed: the first at 17:30:00 UTC, the last at 19:30:00 UTC.',
  );
  await expect(page.getByText(/^open for /)).toBeVisible();
  await expect(page).toHaveTitle('European Central Bank in outage · Status · Crossrate');

  await status.setFault('ecb', 'inverted');
  await status.world.pollOften('ecb', 1, HOUR_MS);
  await isKnown('2026-11-19T20:30', 'lastCheckedAt');
  await untilRefreshed(page, () =>
    expect(ecb).toContainText('Refused by validation since 19 Nov, 20:30 UTC.', SOON),
  );
  const refused = incidentOf(page, 'has figures refused by validation');
  await expect(refused).toContainText(
    'Outage at worst. Its host answered with an error. A figure was upside down. 4 checks failed',
  );
  await expect(refused.getByRole('listitem').first()).toContainText(
    'OutageRefused by validation. A figure was upside down.',
  );

  await status.setFault('ecb', null);
  await status.world.pollOften('ecb', 1, HOUR_MS);
  await isKnown('degraded');
  await untilRefreshed(page, () =>
    expect(ecb).toContainText(
      'Recovering since 19 Nov, 21:30 UTC. It is recovering: the newest check passed.',
      SOON,
    ),
  );
  await status.world.pollOften('ecb', 1, HOUR_MS);
  await isKnown('operational');
  await untilRefreshed(page, () => expect(ecb).toContainText('Operational', SOON));
  const closed = incidentOf(page, 'had figures refused by validation');
  await expect(page.getByText('closed after 4 h')).toBeVisible();
  await expect(
    closed.getByRole('list', { name: 'Changes of state, newest first' }).getByRole('listitem'),
  ).toContainText(['Operational', 'Degraded', 'Outage', 'Outage', 'Degraded']);
  await context.close();
});

test('the board is read by its headings and lists, and used by keys alone', async ({ page }) => {
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await pressEnterOn(page, page.getByRole('button', { name: 'Pause' }));
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading /^All three sources are operational/ [level=1]
    - paragraph:
      - button "Go on"
    - status
    - region "Sources":
      - heading "Sources" [level=2]
      - list:
        - listitem "European Central Bank":
          - heading "European Central Bank Operational" [level=3]
          - slider /^European Central Bank, \\d of 90 days with checks/
          - paragraph: /Latency/
          - term: Last figure
          - definition
          - term: Next
          - definition
    - heading "Parts of the service" [level=2]
    - region "Incidents":
      - heading "Incidents" [level=2]
  `);
  const days = page.getByRole('slider', { name: /^European Central Bank/ });
  await tabTo(page, days);
  await page.keyboard.press('Home');
  await expect(days).toHaveAttribute('aria-valuetext', /: no checks/);
});

test('every source has an address on the page, which marks it', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 400 });
  await page.goto(`${status.origin}/status#boe`);
  const boe = page.getByRole('listitem', { name: 'Bank of England' });
  await expect(boe.getByRole('heading', { name: 'Bank of England' })).toBeInViewport();
  const ground = (id: string) =>
    page.locator(`#${id}`).evaluate((row) => getComputedStyle(row).backgroundColor);
  expect(await ground('boe')).not.toBe(await ground('ecb'));
});

test('every incident has an address, by month and source, and a month without one says so @long', async ({
  page,
}) => {
  await page.goto(`${status.origin}/status`);
  await page.getByRole('link', { name: 'All incidents since November 2026' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidents in November 2026');
  await expect(page.getByRole('region', { name: '1 incident; the longest 4 h' })).toBeVisible();
  await page
    .getByRole('link', { name: 'The European Central Bank had figures refused by validation' })
    .click();
  await expect(page).toHaveURL(`${status.origin}/status/history?month=2026-11#ecb-20261119T183000Z`);
  await expect(page.locator('#ecb-20261119T183000Z')).toBeInViewport();
  await page
    .getByRole('navigation', { name: 'Sources' })
    .getByRole('link', { name: 'Bank of England' })
    .click();
  await expect(page).toHaveURL(`${status.origin}/status/history?source=boe`);
  await expect(page.getByText('No incident of the Bank of England in November 2026.')).toBeVisible();
  await page.goto(`${status.origin}/status/history?month=2026-10`);
  await expect(
    page.getByText(/^Nothing is known about October 2026: the sources have been watched since 19 Nov/),
  ).toBeVisible();
});

test('an address with nonsense shows this month and says what was ignored @long', async ({ page }) => {
  await page.goto(`${status.origin}/status/history?month=2026-13&source=nobody`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidents in November 2026');
  await expect(page.getByText('“2026-13” is not a month.')).toBeVisible();
  await expect(page.getByText('“nobody” is not a source.')).toBeVisible();
});

test('the feed is XML that a browser reads, with an entry for the incident, and the address it names is there', async ({
  page,
}) => {
  await page.goto(`${status.origin}/status`);
  const entries = await page.evaluate(async () => {
    const response = await fetch('/status/feed.atom');
    const feed = new DOMParser().parseFromString(await response.text(), 'application/xml');
    if (feed.querySelector('parsererror')) throw new Error('no XML');
    return [...feed.querySelectorAll('entry')].map((entry) => [
      entry.querySelector('title')?.textContent,
      entry.querySelector('link')?.getAttribute('href'),
    ]);
  });
  const address = `${status.origin}/status/history?month=2026-11#ecb-20261119T183000Z`;
  expect(entries).toEqual([['European Central Bank had figures refused by validation', address]]);
  await page.goto(address);
  await expect(
    page.getByRole('article', { name: 'The European Central Bank had figures refused by validation' }),
  ).toBeVisible();
});

test('a badge of each source is drawn, and its Markdown is copied with the address of this server @long', async ({
  browser,
}) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  const badge = page.getByRole('img', { name: /^Badge of/ });
  const width = () => badge.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
  await expect.poll(width).toBeGreaterThan(60);
  await page.getByLabel('Badge of', { exact: true }).selectOption('boe');
  await expect(badge).toHaveAttribute('src', /^\/status\/badge\/boe\.svg\?state=/);
  await expect.poll(width).toBeGreaterThan(60);
  await page.getByRole('button', { name: 'Copy Markdown' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copy Markdown: copied' })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `[![boe status](${status.origin}/status/badge/boe.svg)](${status.origin}/status)`,
  );
  await context.close();
});

/** The incident of the first source, by what its headline says of it. */
function incidentOf(page: Page, words: string) {
  return page.getByRole('article', { name: `The European Central Bank ${words}` });
}

/** Waits until the serving process, which looks once a second, has taken in what was polled, and says so of the first source. */
async function isKnown(text: string, field = 'status'): Promise<void> {
  await expect
    .poll(async () => {
      const report: unknown = await (await fetch(`${status.origin}/v1/status`)).json();
      return valueAt(report, 'sources', 0, field);
    })
    .toContain(text);
}

function valueAt(body: unknown, list: string, index: number, field: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  const rows: unknown = Reflect.get(body, list);
  const row: unknown = Array.isArray(rows) ? rows[index] : undefined;
  return typeof row === 'object' && row !== null ? Reflect.get(row, field) : undefined;
}
