import type { Page } from '@playwright/test';
import { expect, test } from './guarded-test.ts';
import {
  type AccountServer,
  expectFocusKept,
  FIRST_ACCOUNT_MS,
  OWNER,
  pressEnterOn,
  startAccountServer,
  tabTo,
  untilLive,
} from './account-page.ts';
import { oneTimeCode } from './one-time-code.ts';

/** What the service promises for a revocation. */
const REVOKED_WITHIN_MS = 2000;

const CODE_STEP_MS = 30_000;

const KEY_FORM = /^xr_live_[0-9A-Za-z]{49}$/;

// One visitor's story, each chapter on the one before, without a mouse.
test.describe.configure({ mode: 'serial' });

let server: AccountServer;
let page: Page;
let secret = '';
let first = '';
let second = '';

test.beforeAll(async ({ browser }) => {
  server = await startAccountServer();
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
});

test.afterAll(async () => {
  await page.context().close();
  await server.stop();
});

test('the set-up token makes the first account', async () => {
  await page.goto(`${server.origin}/account`);
  await page.waitForURL('**/account/set-up');
  await untilLive(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Set-up token' }));
  await page.keyboard.type(await server.setUpToken());
  await page.keyboard.press('Tab');
  await typeCredentials();
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible({
    timeout: FIRST_ACCOUNT_MS,
  });
});

test('the second factor goes on with a code, and recovery codes are shown once', async () => {
  secret = await turnOn();
});

test('signing in then asks for a code', async () => {
  await pressEnterOn(page, page.getByRole('button', { name: 'Sign out' }));
  await page.waitForURL(/\/account\/sign-in/);
  await untilLive(page);
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }));
  await typeCredentials();
  await expect(page.getByRole('textbox', { name: 'Code from the authenticator' })).toBeFocused();
  // The code of now was used up a moment ago; the next one is good already.
  await page.keyboard.type(oneTimeCode(secret, Date.now() + CODE_STEP_MS));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
});

test('a new key is shown once, ready to be copied, and works', async () => {
  await pressEnterOn(page, page.getByRole('button', { name: 'Create the first key' }));
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Warehouse sync');
  await page.keyboard.press('Enter');
  first = await copyFreshKey('Warehouse sync');
  await expect.poll(() => server.ask(first)).toBe(200);
});

test('its use is seen at once', async () => {
  const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Warehouse sync/ });
  await expect(row).toContainText(/[1-9]\d* requests? in 30 days/);
  await expect(row).toContainText('just now');
});

test('rotated with an overlap, both keys work', async () => {
  await openMenu(first, 'Rotate…');
  await tabTo(page, page.getByRole('radio', { name: '24 hours' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Both keys work for one hour.')).toBeVisible();
  await page.keyboard.press('Enter');
  second = await copyFreshKey('Warehouse sync');
  await expect.poll(() => server.ask(second)).toBe(200);
  expect(await server.ask(first)).toBe(200);
  await expect(page.getByText(/Rotated, both work for (1 h|59 min \d\d s)/)).toBeVisible();
});

test('the old key ended early, only the new one works', async () => {
  await openMenu(first, 'End it now…');
  expect(await revoke(first)).toBeLessThan(REVOKED_WITHIN_MS);
  expect(await server.ask(second)).toBe(200);
});

test('a revoked key is refused within two seconds', async () => {
  await openMenu(second, 'Revoke…');
  expect(await revoke(second)).toBeLessThan(REVOKED_WITHIN_MS);
  await expect(page.getByRole('heading', { name: 'No keys in use' })).toBeVisible();
});

test('the trail tells it all, and no secret is left in the page, its address or its storage', async () => {
  await pressEnterOn(page, page.getByRole('link', { name: 'Audit trail', exact: true }));
  for (const what of ['Key created', 'Key rotated', 'Key revoked', 'Second factor on', 'Signed in']) {
    await expect(page.getByRole('cell', { name: what }).first()).toBeVisible();
  }
  const left = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.body.innerHTML]),
  );
  for (const shown of [first, second, secret, OWNER.password]) expect(left).not.toContain(shown);
});

test('no key, no password and no code is in the database, the log, the metrics, a page or an error body', async () => {
  const kept = await server.keptText(first);
  expect(kept.length).toBeGreaterThan(10_000);
  for (const shown of [first, second, secret, OWNER.password]) expect(kept).not.toContain(shown);
  // The search finds what is there.
  expect(kept).toContain(OWNER.email);
  expect(kept).toContain('Crossrate listens on');
});

async function typeCredentials(): Promise<void> {
  await page.keyboard.type(OWNER.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
}

async function turnOn(): Promise<string> {
  await pressEnterOn(page, page.getByRole('link', { name: 'Security', exact: true }));
  await pressEnterOn(page, page.getByRole('button', { name: 'Turn on' }));
  await expect(
    page.getByRole('dialog').getByRole('textbox', { name: 'Password', exact: true }),
  ).toBeFocused();
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  const shown = (await page.getByRole('alertdialog').getByRole('code').innerText()).replaceAll(' ', '');
  await tabTo(page, page.getByRole('textbox', { name: 'Code from the authenticator' }));
  await page.keyboard.type(oneTimeCode(shown, Date.now()));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await pressEnterOn(page, page.getByRole('button', { name: 'I have stored them' }));
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create new recovery codes' })).toBeFocused();
  return shown;
}

/** Takes a key that was just made from the clipboard, and puts its panel away. */
async function copyFreshKey(name: string): Promise<string> {
  const panel = page.getByRole('region', { name: `New key ${name}` });
  await expect(panel.getByRole('heading')).toBeFocused();
  await pressEnterOn(page, panel.getByRole('button', { name: 'Copy curl' }));
  await expect(panel.getByText('Copy curl: copied')).toBeAttached();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel.getByText('Copy key: copied')).toBeAttached();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(KEY_FORM);
  expect(curl).toContain(`"X-API-Key: ${key}"`);
  await pressEnterOn(page, panel.getByRole('button', { name: 'I have stored it' }));
  await expect(panel).toBeHidden();
  await expectFocusKept(page);
  return key;
}

async function openMenu(key: string, item: string): Promise<void> {
  await pressEnterOn(
    page,
    page.getByRole('button', { name: new RegExp(`^Actions for .*, ${key.slice(-4)}$`) }),
  );
  const action = page.getByRole('menuitem', { name: item });
  while (!(await action.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Confirms a revocation; how long the key went on working, in milliseconds. */
async function revoke(key: string): Promise<number> {
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Revoke key' })).toBeDisabled();
  await page.keyboard.type(key.slice(-4));
  const answered = page.waitForResponse(/keys\/revoke$/);
  await page.keyboard.press('Enter');
  await answered;
  const startedMs = Date.now();
  await expect.poll(() => server.ask(key), { intervals: [20] }).toBe(401);
  const tookMs = Date.now() - startedMs;
  await expect(page.getByText('is revoked.')).toBeVisible();
  await expectFocusKept(page);
  return tookMs;
}
