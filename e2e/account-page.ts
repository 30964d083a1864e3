import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { OWNER, startFolder } from '#lib/testing/worlds/running-server';

export { OWNER };

/** A server on which nobody has a password yet. */
export interface AccountServer {
  readonly origin: string;
  /** What its set-up token file holds. */
  readonly setUpToken: () => Promise<string>;
  /** What the operator's link for an account carries after its `#`. */
  readonly resetHash: (email: string, ...options: readonly string[]) => Promise<string>;
  /** Status of GET /v1/convert with a key. */
  readonly ask: (key: string) => Promise<number>;
  /** Everything that the server keeps and tells: its data folder but for the master secret, its log, its metrics, its error bodies. */
  readonly keptText: (wrongKey: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** The first account opens the account area and starts the threads that hash passwords. */
export const FIRST_ACCOUNT_MS = 60_000;

/** No control of a page is further than this many presses of Tab from another. */
const TABS_MAX = 80;

async function textOf(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return (await fetch(url, { headers })).text();
}

/** Starts a server on a folder of its own. */
export async function startAccountServer(
  more: Readonly<Record<string, string>> = {},
): Promise<AccountServer> {
  const server = await startFolder({ LOG_LEVEL: 'trace', ...more });
  const { folder } = server;
  return {
    origin: server.origin,
    setUpToken: async () =>
      (await readFile(join(folder.variables['DATA_DIR'] ?? '', 'setup-token'), 'utf8')).trim(),
    resetHash: async (email, ...options) => {
      const args = ['--disable-warning=ExperimentalWarning', 'lib/cli/keys.ts', 'reset-link', email];
      const { stdout } = await promisify(execFile)(process.execPath, [...args, ...options], {
        env: { ...process.env, ...folder.variables },
      });
      return new URL(stdout.trim()).hash;
    },
    ask: async (key) => {
      const { status } = await fetch(`${server.origin}/v1/convert?from=USD&to=JPY&amount=1200`, {
        headers: { 'X-API-Key': key },
      });
      return status;
    },
    keptText: async (wrongKey) => {
      const dataDir = folder.variables['DATA_DIR'] ?? '';
      const files = (await readdir(dataDir)).filter((name) => name !== 'master-secret');
      const kept = await Promise.all(files.map((name) => readFile(join(dataDir, name), 'latin1')));
      const told = await Promise.all([
        textOf(`${server.origin}/metrics`, {}),
        textOf(`${server.origin}/v1/convert`, { 'X-API-Key': wrongKey }),
        textOf(`${server.origin}/v1/convert?from=${wrongKey}`, {}),
        textOf(`${server.origin}/status`, {}),
      ]);
      return [...kept, ...told, server.written()].join('\n');
    },
    stop: server.stop,
  };
}

/** Makes the first account in a page, which is signed in afterwards. */
export async function makeOwner(
  page: Page,
  server: Pick<AccountServer, 'origin' | 'setUpToken'>,
): Promise<void> {
  await page.goto(`${server.origin}/account`);
  await page.waitForURL('**/account/set-up');
  await untilLive(page);
  await page.getByRole('textbox', { name: 'Set-up token' }).fill(await server.setUpToken());
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await passwordField(page).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible({
    timeout: FIRST_ACCOUNT_MS,
  });
}

/** Waits until the page's code runs: before that a form sends nothing, so that nothing typed is lost. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.locator('form button[type="submit"]').first()).toBeAttached();
}

/** The field of that name, not the button that shows it. */
export function passwordField(page: Page, name = 'Password') {
  return page.getByRole('textbox', { name, exact: true });
}

/** Presses Tab until a control has the focus: whoever has no mouse gets there too. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < TABS_MAX; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way by Tab to ${String(control)}`);
}

/** Goes to a control by Tab and presses Enter. */
export async function pressEnterOn(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Whether the keyboard is anywhere but lost. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}
