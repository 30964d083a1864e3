import { type AccountServer, makeOwner, startAccountServer } from './account-page.ts';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { addFirstWebhook, openInbox, type WebhookInbox } from './webhook-inbox.ts';
import { type SimulatedUpstreams, startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';

/** When the publishers believe to be: before the server, so that no figure is ahead of it. */
const AT = new Date('2026-04-14T07:59:00Z');

/** The exchange is asked every 20 s. */
const NEXT_FIGURE_MS = 60_000;

let upstreams: SimulatedUpstreams;
let inbox: WebhookInbox;
let server: AccountServer;

test.beforeAll(async () => {
  upstreams = await startSimulatedUpstreams({ now: () => AT });
  inbox = await openInbox();
  server = await startAccountServer({
    ...upstreams.environment,
    ROLE: 'all',
    SOURCES: 'crypto-exchange,fixed',
    WEBHOOK_PRIVATE_ADDRESSES: 'on',
  });
});

test.afterAll(async () => {
  await server.stop();
  await inbox.close();
  await upstreams.close();
});

test('a threshold that the next figure crosses is told by webhook, list and first page', async ({ page }) => {
  await makeOwner(page, server);
  const secret = await addFirstWebhook(page, server.origin, inbox.url);
  const hook = page.getByRole('region', { name: `Webhook ${inbox.url}` });
  await hook.getByRole('button', { name: 'Send test' }).click();
  const logged = hook.getByRole('table', { name: `Messages to ${inbox.url}` });
  await expect(logged.getByRole('row').filter({ hasText: 'test' })).toContainText('delivered');
  await expect(logged.getByRole('row').filter({ hasText: 'test' })).toContainText('Status 204.');
  expect(inbox.read(secret)).toMatchObject([{ type: 'test' }]);

  const threshold = Math.round((upstreams.rateOf('BTC', 'USD', AT) ?? NaN) * 1.01);
  const title = `BTC/USD above ${threshold}`;
  const watch = `BTC/USD above ${threshold.toLocaleString('en')}`;
  await page.goto(`${server.origin}/account/watches`);
  await page.getByRole('button', { name: 'Add the first watch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a watch' });
  await dialog.getByRole('textbox', { name: 'One unit of' }).fill('btc');
  await dialog.getByRole('textbox', { name: 'Costs, in' }).fill('usd');
  await dialog.getByRole('textbox', { name: 'Threshold' }).fill(String(threshold));
  await page.keyboard.press('Enter');
  const watched = page.getByRole('table', { name: 'Watches' }).getByRole('row');
  await expect(watched.filter({ hasText: 'BTC/USD' })).toContainText('waiting');

  upstreams.shock('BTC', 1.02);
  const crossed = {
    type: 'watch.crossed',
    data: expect.objectContaining({
      rule: { kind: 'above', threshold },
      source: 'crypto-exchange',
      text: expect.stringContaining(`${title}. 1 BTC costs `),
    }),
  };
  await expect
    .poll(() => inbox.read(secret), { timeout: NEXT_FIGURE_MS })
    .toContainEqual(expect.objectContaining(crossed));

  await page.reload();
  await expect(watched.filter({ hasText: watch })).toContainText('1 BTC costs ');
  await expectAccessibleInBothSchemes(page);
  await page.goto(`${server.origin}/account/webhooks`);
  await expect(logged.getByRole('row').filter({ hasText: 'watch.crossed' })).toContainText('delivered');
  await expectAccessibleInBothSchemes(page);
  await page.goto(`${server.origin}/convert/BTC/USD`);
  await untilLive(page);
  await expect(page.getByText(`${watch}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Your watches' }).click();
  await expect(page.getByRole('heading', { name: 'Watches', level: 1 })).toBeVisible();
});
