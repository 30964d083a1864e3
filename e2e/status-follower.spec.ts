import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';
import { type Service, startService } from '#lib/service';
import { PROJECT_ROOT, startScript } from '#lib/testing/run-script';
import { expectAccessible } from './accessible.ts';
import { makeOwner } from './account-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { type StatusWorld, startStatusWorld } from './status-world.ts';
import { addFirstWebhook, openInbox, type WebhookInbox } from './webhook-inbox.ts';

const START = '2026-11-09T16:30:00Z';

/** The ECB's figures are served for ten days: by now they are too old, and only the Bank of England's are newer. */
const AHEAD_MS = 11 * DAY_MS;
const NOW = new Date(Date.parse(START) + AHEAD_MS);

/** A receiver may be on this machine. */
const VARIABLES = { WEBHOOK_PRIVATE_ADDRESSES: 'on' };

let status: StatusWorld;
let inbox: WebhookInbox;
let sender: Service;

test.beforeAll(async () => {
  const sources = 'ecb,boe,fixed';
  inbox = await openInbox();
  status = await startStatusWorld({ start: START, aheadMs: AHEAD_MS, sources, variables: VARIABLES });
  status.world.moveBy(AHEAD_MS - 6 * HOUR_MS);
  await status.world.poll('boe');
  // Sends messages, as the process does that polls; the sources are polled by hand.
  const alone = { DATA_DIR: status.dataDir, SOURCES: 'fixed', LOG_LEVEL: 'fatal' };
  sender = await startService({ ...alone, ...VARIABLES }, PROJECT_ROOT);
  sender.startIngest(() => {});
});

test.afterAll(async () => {
  await sender.close();
  await status.stop();
  await inbox.close();
});

test('somebody who follows the page reads of planned maintenance, in UTC and by their own clock @long', async ({
  browser,
}) => {
  const planned = ['--from', '2026-11-20T22:00Z', '--until', '2026-11-20T23:30Z'];
  await operator('add', 'We move to another host. Rates go on.', '--affects', 'pages', ...planned);
  const context = await browser.newContext({ timezoneId: 'Asia/Kolkata' });
  const page = await context.newPage();
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  const notes = page.getByRole('region', { name: 'Notes and maintenance' });
  const maintenance = notes.getByRole('listitem').filter({ hasText: 'Planned maintenance' });
  await expect(maintenance).toContainText('20 Nov, 22:00 to 23:30 UTC');
  await expect(maintenance).toContainText('21 Nov, 03:30 to 05:00 your time');
  await expect(maintenance).toContainText(/begins in 5 h \d+ min/);
  await expect(maintenance).toContainText('We move to another host. Rates go on.');
  await expect(maintenance).toContainText('About: Page rendering');
  await expectAccessible(page);
  expect(await entriesOf(page)).toContainEqual([
    'Planned maintenance: pages',
    expect.stringContaining('From 2026-11-20 22:00:00 UTC to 2026-11-20 23:30:00 UTC.'),
    `${status.origin}/status#note-1`,
  ]);

  await operator('end', '1');
  await page.goto(`${status.origin}/status/history`);
  await expect(page.getByRole('article', { name: 'Maintenance called off' })).toBeVisible();
  expect(await entriesOf(page)).toContainEqual([
    'Maintenance called off: pages',
    expect.stringContaining('Ended 2026-11-20 16:3'),
    `${status.origin}/status/history?month=2026-11#note-1`,
  ]);
  await context.close();
});

test('of an outage and its end they read on the page, in the feed and by webhook which pairs have no rate, and what the operator says', async ({
  page,
}) => {
  await makeOwner(page, {
    origin: status.origin,
    setUpToken: async () => (await readFile(join(status.dataDir, 'setup-token'), 'utf8')).trim(),
  });
  const secret = await addFirstWebhook(page, status.origin, inbox.url);
  await status.setFault('ecb', 'server_error');
  await status.world.pollOften('ecb', 3, HOUR_MS);
  await operator('add', 'The ECB’s host does not answer us; we asked them.', '--affects', 'ecb');
  const effect =
    /EUR\/BRL, EUR\/[A-Z]{3}, EUR\/[A-Z]{3} and \d+ more pairs have no rate; \d+ pairs are answered by the Bank of England instead/;
  await expect(async () => {
    await page.goto(`${status.origin}/status`);
    await expect(page.getByRole('listitem', { name: 'European Central Bank' })).toContainText(effect, {
      timeout: 1000,
    });
    await expect(page.getByText('The ECB’s host does not answer us')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(
    page.getByText(/pairs have no rate\. .* pairs have a rate of another source instead/),
  ).toBeVisible();
  const entries = await entriesOf(page);
  expect(entries).toContainEqual([
    'European Central Bank answers with errors',
    expect.stringMatching(/pairs have no rate/),
    expect.anything(),
  ]);
  expect(entries).toContainEqual([
    'Note from the operator: European Central Bank',
    'The ECB’s host does not answer us; we asked them. About European Central Bank.',
    expect.anything(),
  ]);

  await page
    .getByRole('listitem', { name: 'European Central Bank' })
    .getByRole('link', { name: '1 incident' })
    .click();
  await expect(page).toHaveURL(`${status.origin}/status/history?source=ecb`);
  await expect(
    page.getByRole('article', { name: 'The European Central Bank answers with errors' }),
  ).toBeVisible();
  await expectRecovery(page, secret);
});

/** The source comes back: the page, the feed and the webhook say so. */
async function expectRecovery(page: Page, secret: string): Promise<void> {
  await status.setFault('ecb', null);
  await status.world.pollOften('ecb', 2, HOUR_MS);
  const source = page.getByRole('listitem', { name: 'European Central Bank' });
  await expect(async () => {
    await page.goto(`${status.origin}/status`);
    await expect(source).toContainText('Operational', { timeout: 1000 });
  }).toPass();
  await expect(source).not.toContainText('have no rate');
  expect((await entriesOf(page)).map(([title]) => title)).toContain(
    'European Central Bank answered with errors',
  );
  const changed = (from: string, to: string) => ({
    type: 'source.changed',
    data: { source: 'ecb', from, to },
  });
  await expect
    .poll(() => inbox.read(secret))
    .toMatchObject([
      changed('operational', 'outage'),
      changed('outage', 'degraded'),
      changed('degraded', 'operational'),
    ]);
}

/** Runs the operator's command on the database of the service. */
async function operator(...args: readonly string[]): Promise<void> {
  const variables = { DATA_DIR: status.dataDir, CLOCK: NOW.toISOString() };
  const { ended } = startScript(['lib/cli/status-notes.ts', ...args], variables, () => {});
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
}

/** The feed as a reader's program has it, past every cache: title, text and address of each entry. */
function entriesOf(page: Page) {
  return page.evaluate(async () => {
    const response = await fetch('/status/feed.atom', { cache: 'no-store' });
    const feed = new DOMParser().parseFromString(await response.text(), 'application/xml');
    return [...feed.querySelectorAll('entry')].map((entry) => [
      entry.querySelector('title')?.textContent,
      entry.querySelector('content')?.textContent,
      entry.querySelector('link')?.getAttribute('href'),
    ]);
  });
}
