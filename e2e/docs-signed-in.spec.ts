import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { type AccountServer, makeOwner, startAccountServer } from './account-page.ts';
import { box, openDocs, sendBox } from './docs-page.ts';
import { expect, test } from './guarded-test.ts';

// The account has no key before the first of them.
test.describe.configure({ mode: 'serial' });

let server: AccountServer;
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

test.beforeAll(async ({ browser }) => {
  server = await startAccountServer();
  const page = await browser.newPage();
  await makeOwner(page, server);
  cookies = await page.context().cookies();
  await page.close();
});

test.beforeEach(async ({ context }) => {
  await context.addCookies(cookies);
});

test.afterAll(async () => {
  await server.stop();
});

test('who is signed in sees the own keys by their ends, and works with one by pasting it', async ({
  page,
}) => {
  await openDocs(page, `${server.origin}/docs/pair`);
  const yours = page.getByRole('region', { name: 'Your key' });
  await expect(yours.getByText('You are signed in and have no active key yet.')).toBeVisible();
  await makeKey(page, 'Till');
  const secret = await makeKey(page, 'Warehouse sync');
  const ends = `${secret.slice(0, 14)}…${secret.slice(-4)}`;
  await openDocs(page, `${server.origin}/docs/pair`);
  await yours.getByLabel('Key', { exact: true }).selectOption({ label: `Warehouse sync: ${ends}` });
  await expect(yours.getByText(`export CROSSRATE_API_KEY="${ends}"`)).toBeVisible();
  await expectAccessible(page, { within: ['section[aria-label="Your key"]'] });
  await yours.getByLabel('Paste the key').fill(secret);
  await expect(yours.getByText('“Warehouse sync”')).toBeVisible();
  const sent = page.waitForRequest((request) => request.url().includes('/v1/rates/pair'));
  await sendBox(box(page, '/v1/rates/pair'));
  expect(await (await sent).headerValue('X-API-Key')).toBe(secret);
  await page.reload();
  await expect(yours.getByLabel('Paste the key')).toHaveValue('');
});

test('who is signed in makes a key on the page, which asks with it and shows it this once', async ({
  page,
}) => {
  await openDocs(page, `${server.origin}/docs/pair`);
  const yours = page.getByRole('region', { name: 'Your key' });
  await yours.getByRole('button', { name: 'Create a key and fill it in' }).click();
  const shown = yours.locator('code', { hasText: /^xr_live_[0-9A-Za-z]{49}$/ });
  await expect(shown).toBeVisible();
  const secret = (await shown.textContent()) ?? '';
  await expect(yours.getByText('“Docs”', { exact: true })).toBeVisible();
  await expect(yours.getByText('It is not one of the active keys')).toHaveCount(0);
  await expectAccessible(page, { within: ['section[aria-label="Your key"]'] });
  const sent = page.waitForRequest((request) => request.url().includes('/v1/rates/pair'));
  await sendBox(box(page, '/v1/rates/pair'));
  expect(await (await sent).headerValue('X-API-Key')).toBe(secret);
  await yours.getByRole('button', { name: 'Forget it' }).click();
  await expect(shown).toHaveCount(0);
  await expect(yours.getByRole('button', { name: 'Create a key and fill it in' })).toBeVisible();
});

/** Makes a key of the account that is signed in; its text, which is told this once. */
async function makeKey(page: Page, name: string): Promise<string> {
  return page.evaluate(async (keyName) => {
    const response = await fetch('/account/api/keys', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: keyName, expires: 'none', limitPerMinute: null, allowedSources: null }),
    });
    const { secret } = await response.json();
    return String(secret);
  }, name);
}
