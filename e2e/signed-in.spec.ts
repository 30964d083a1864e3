import type { Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { expectAccessible } from './accessible.ts';
import {
  type AccountServer,
  FIRST_ACCOUNT_MS,
  makeOwner,
  OWNER,
  startAccountServer,
} from './account-page.ts';
import { expect, test } from './guarded-test.ts';

const PAGES = ['/', '/rates', '/charts/EUR/USD', '/status', '/docs'];

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

/** What the whole page may move while it loads, as the browser counts it. */
const SHIFT_MAX = 0.02;

let server: AccountServer;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(2 * FIRST_ACCOUNT_MS);
  server = await startAccountServer();
  const context = await browser.newContext();
  const page = await context.newPage();
  await makeOwner(page, server);
  await context.close();
});

test.afterAll(async () => {
  await server.stop();
});

declare global {
  interface Window {
    /** How far the page has moved by itself since it began to load. */
    shifted?: number;
  }
}

/** Counts in every page from now on how far it moves by itself. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && typeof entry.value === 'number')
          window.shifted = (window.shifted ?? 0) + entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function signIn(page: Page): Promise<void> {
  await page.goto(server.origin);
  const { ok } = await page.evaluate(async ({ email, password }) => {
    const response = await fetch('/account/api/sign-in', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return { ok: response.ok };
  }, OWNER);
  expect(ok).toBe(true);
  await page.goto(`${server.origin}/account/keys`);
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  await expect(accountButton(page)).toHaveAccessibleName('Your account O');
}

function accountButton(page: Page) {
  return page.getByRole('button', { name: 'Your account' });
}

function signInLink(page: Page) {
  return page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true });
}

const SCREENS = [
  ['a phone', PHONE, someOf(PAGES, 4)],
  ['a desktop', DESKTOP, someOf(PAGES, 2)],
] as const;

for (const [screen, viewport, pages] of someOf(SCREENS, 1)) {
  test(`every page says who is signed in, and leads to the keys and out, on ${screen}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await countShifts(page);
    for (const path of pages) {
      await page.goto(server.origin + path);
      await expect(signInLink(page), path).toBeVisible();
      await expect(accountButton(page), path).toHaveCount(0);
    }
    await signIn(page);
    for (const path of pages) {
      await page.goto(server.origin + path, { waitUntil: 'commit' });
      await expect(accountButton(page), path).toHaveAccessibleName('Your account O');
      await expect(signInLink(page), path).toHaveCount(0);
      await page.waitForLoadState();
      expect(await page.evaluate(() => window.shifted), path).toBeLessThan(SHIFT_MAX);
    }
    await accountButton(page).click();
    const keys = page.locator('#account-menu').getByRole('link', { name: 'API keys', exact: true });
    await expect(keys).toBeVisible();
    await expect(keys).toHaveAttribute('href', '/account/keys');
    expect(await page.locator('#account-menu').ariaSnapshot()).toContain(OWNER.email);
    await expectAccessible(page, { within: ['header', '#account-menu'] });
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(signInLink(page)).toBeVisible();
    await expect(page).toHaveURL(server.origin + pages.at(-1));
    await page.goto(`${server.origin}/rates`);
    await expect(signInLink(page)).toBeVisible();
  });
}

test('the keys stand still while they load on a slow phone @long', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page);
  const made = await page.evaluate(async () => {
    const statuses: number[] = [];
    for (const name of ['Till', 'Warehouse sync']) {
      const response = await fetch('/account/api/keys', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, expires: 'none', limitPerMinute: null, allowedSources: null }),
      });
      statuses.push(response.status);
    }
    return statuses;
  });
  expect(made).toEqual([200, 200]);
  await countShifts(page);
  const slow = await page.context().newCDPSession(page);
  await slow.send('Network.enable');
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 90_000,
    uploadThroughput: 40_000,
  });
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(`${server.origin}/account/keys`);
  await expect(page.getByText('2 of 20 in use.')).toBeVisible();
  await expect(page.getByRole('table', { name: 'API keys', exact: true }).getByText('Till')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Latest events' }).getByText('Till')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(SHIFT_MAX);
});
