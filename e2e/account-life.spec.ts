import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './guarded-test.ts';
import {
  type AccountServer,
  makeOwner,
  OWNER,
  passwordField,
  startAccountServer,
  untilLive,
} from './account-page.ts';
import { oneTimeCode } from './one-time-code.ts';
import { LATER_PASSWORDS } from '#lib/testing/worlds/running-server';

const [NEXT_PASSWORD, LAST_PASSWORD] = LATER_PASSWORDS;

// One account from its making to its end, each chapter on the one before.
test.describe.configure({ mode: 'serial' });

let server: AccountServer;
let page: Page;
let recoveryCodes: readonly string[] = [];

test.beforeAll(async ({ browser }) => {
  server = await startAccountServer();
  page = await browser.newPage();
  await makeOwner(page, server);
});

test.afterAll(async () => {
  await page.close();
  await server.stop();
});

test('a wrong password changes nothing and is said under its field, a right one changes it', async () => {
  await page.goto(`${server.origin}/account/security`);
  await untilLive(page);
  await passwordField(page, 'Current password').fill('not the password');
  await passwordField(page, 'New password').fill(NEXT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(passwordField(page, 'Current password')).toBeFocused();
  await expect(passwordField(page, 'Current password')).toHaveAttribute('aria-invalid', 'true');
  await expect(passwordField(page, 'New password')).toHaveValue(NEXT_PASSWORD);
  await passwordField(page, 'Current password').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changed. Every other session has ended.')).toBeVisible();
  await expect(passwordField(page, 'New password')).toHaveValue('');
});

test('recovery codes can be downloaded, and one of them signs in once', async () => {
  await page.getByRole('button', { name: 'Turn on' }).click();
  await passwordField(page).fill(NEXT_PASSWORD);
  await page.keyboard.press('Enter');
  const shown = await page.getByRole('alertdialog').getByRole('code').innerText();
  const code = page.getByRole('textbox', { name: 'Code from the authenticator' });
  await code.fill(oneTimeCode(shown.replaceAll(' ', ''), Date.now()));
  await code.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  recoveryCodes = await codes.allInnerTexts();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  for (const code of recoveryCodes) expect(text).toContain(code);
  await page.getByRole('button', { name: 'I have stored them' }).click();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(NEXT_PASSWORD);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  // As it is typed from paper on a phone.
  const typed = (recoveryCodes[0] ?? '').toLowerCase().replaceAll('-', ' ');
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(typed);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();

  await page.goto(`${server.origin}/account/security`);
  await page.getByRole('button', { name: 'Create new recovery codes' }).click();
  await passwordField(page).fill(NEXT_PASSWORD);
  const either = page.getByRole('textbox', { name: 'Code from the authenticator, or a recovery code' });
  await either.fill('no-such-code');
  await page.keyboard.press('Enter');
  await expect(either).toHaveAttribute('aria-invalid', 'true');
  await either.fill(recoveryCodes[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(codes).toHaveCount(10);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByRole('link', { name: 'API keys', exact: true }).click();
  await expect(page.getByText('A wrong code was typed after your password.')).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(NEXT_PASSWORD);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await field.fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
});

test("an operator's link sets a new password once and leaves the address at once", async () => {
  const hash = await server.resetHash(OWNER.email, '--drop-second-factor');
  await page.goto(`${server.origin}/account/reset${hash}`);
  await expect.poll(() => page.url()).toBe(`${server.origin}/account/reset`);
  await untilLive(page);
  await passwordField(page, 'New password').fill(LAST_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^(API keys|Sign in)$/ })).toBeVisible();

  await page.goto(`${server.origin}/account/sign-in`);
  await page.goto(`${server.origin}/account/reset${hash}`);
  await untilLive(page);
  await passwordField(page, 'New password').fill(NEXT_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toBeFocused();
});

test('the account is exported as a file without a secret, and deleted by its address and password', async () => {
  await page.context().clearCookies();
  await page.goto(`${server.origin}/account/sign-in?next=/account/security`);
  await signIn(LAST_PASSWORD);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as JSON' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ account: { email: OWNER.email } });
  for (const secret of [LAST_PASSWORD, ...recoveryCodes]) expect(text).not.toContain(secret);

  await page.getByRole('button', { name: 'Delete the account…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(LAST_PASSWORD);
  await expect(dialog.getByRole('button', { name: 'Delete the account' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: /address/ }).fill(OWNER.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^(Set up this server|Sign in)$/ })).toBeVisible();
});

async function signIn(password: string): Promise<void> {
  await page.waitForURL(/\/account\/sign-in/);
  await untilLive(page);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
}
