import type { Page } from '@playwright/test';
import {
  type AccountServer,
  makeOwner,
  OWNER,
  passwordField,
  startAccountServer,
  untilLive,
} from './account-page.ts';
import { expect, test } from './guarded-test.ts';
import { oneTimeCode } from './one-time-code.ts';

const CODE_STEP_MS = 30_000;

/** More than the audit trail shows at once. */
const MANY_EVENTS = 60;

// One owner's daily work, each task on the ones before.
test.describe.configure({ mode: 'serial' });

let server: AccountServer;
let page: Page;
let till = '';

test.beforeAll(async ({ browser }) => {
  server = await startAccountServer({ ANONYMOUS_PAGES: 'off' });
  page = await browser.newPage();
  await makeOwner(page, server);
});

test.afterAll(async () => {
  await page.close();
  await server.stop();
});

test('a key is made with an end, a limit and the sources it may ask, and its row says so', async () => {
  await page.getByRole('button', { name: 'Create the first key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Till');
  await dialog.getByRole('radio', { name: '30 days' }).check({ force: true });
  await dialog.getByRole('textbox', { name: /^Limit/ }).fill('none');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText(/^A whole number from 1 to /)).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Limit/ }).fill('60');
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByText('Tick at least one source.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'European Central Bank' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('heading', { name: '“Till” is ready. Copy the key now.' })).toBeVisible();
  const row = keyRow('Till');
  await expect(row).toContainText('ECB only');
  await expect(row).toContainText('60 a minute');
  await expect(row.getByRole('cell').nth(4)).not.toContainText('never');
  till = await page.getByText(/^xr_live_[0-9A-Za-z]{49}$/).innerText();
});

test('the browser asks before a new key is left behind that was not copied', async () => {
  const asked = page.waitForEvent('dialog');
  const leaving = page.evaluate(() => window.location.assign('/rates')).catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;
  await expect(page.getByRole('region', { name: 'New key Till' })).toBeVisible();
  await page.getByRole('button', { name: 'I have stored it' }).click();
});

test('a feed link answers one question as CSV at an address that is shown once, until it is revoked', async () => {
  const field = page.getByRole('textbox', { name: 'Question' });
  const make = page.getByRole('button', { name: 'Make a feed link' });
  await field.fill('/v1/rates?base=US$');
  await make.click();
  await expect(page.getByText('base must be a currency code such as USD.')).toBeVisible();
  await field.fill('/v1/rates?base=EUR&symbols=USD,XOF');
  await make.click();
  const address = page.getByText(/\/v1\/feed\/[\w-]{43}$/);
  const url = await address.innerText();
  const read = async () => {
    const response = await fetch(url);
    return `${response.status} ${await response.text()}`;
  };
  expect(await read()).toMatch(/^200 code,base,rate,source,timestamp\r\n/);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await expect(address).toHaveCount(0);
  const table = page.getByRole('table', { name: 'Feed links' });
  await expect(table).toContainText('/v1/rates?base=EUR&symbols=USD,XOF&format=csv');
  await table.getByRole('button', { name: /^Revoke / }).click();
  await expect(table).toHaveCount(0);
  expect(await read()).toMatch(/^404 /);
});

test('a key is renamed in its row, and Escape leaves its name alone', async () => {
  await startRenaming();
  await page.getByRole('textbox', { name: 'Name' }).fill('Something else');
  await page.keyboard.press('Escape');
  await expect(keyRow('Till')).toBeVisible();
  await startRenaming();
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop till');
  await page.keyboard.press('Enter');
  await expect(keyRow('Shop till')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions for Shop till/ })).toBeFocused();
});

test('a key that asked too often is told of above the list', async () => {
  await expect.poll(() => server.ask(till), { intervals: [0] }).toBe(429);
  // What was counted is written down some moments later.
  await expect(async () => {
    await page.goto(`${server.origin}/account/keys`);
    await expect(page.getByText('“Shop till” exceeded its limit.')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 40_000, intervals: [0] });
});

test('requests are counted by day, read by arrow keys, and by key with its share', async () => {
  await page.goto(`${server.origin}/account/usage`);
  const days = page.getByRole('slider');
  await expect(days).toHaveAttribute('aria-valuenow', '30');
  await days.focus();
  await page.keyboard.press('Home');
  await expect(days).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('PageUp');
  await expect(days).toHaveAttribute('aria-valuenow', '8');
  await page.getByText('Figures by day').click();
  await expect(page.getByRole('figure').getByRole('listitem')).toHaveCount(30);
  const row = page.getByRole('table', { name: 'Requests by key' }).getByRole('row', { name: /Shop till/ });
  await expect(row.getByRole('cell')).toHaveCount(6);
});

test('the requests of a day are told while a mouse points at it, and after a tap until one elsewhere @long', async ({
  browser,
}) => {
  const storageState = await page.context().storageState();
  const other = await browser.newPage({ hasTouch: true, storageState });
  await other.goto(`${server.origin}/account/usage`);
  const days = other.getByRole('slider');
  await expect(other.locator('figure svg path').first()).toBeAttached();
  const { x, y, width, height } = (await days.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await other.mouse.move(x + 3, y + height / 2);
  await expect(days).toHaveAttribute('aria-valuenow', '1');
  await other.mouse.move(x + width / 2, y - 40);
  await expect(days).toHaveAttribute('aria-valuenow', '30');
  await other.touchscreen.tap(x + 3, y + height / 2);
  await expect(days).toHaveAttribute('aria-valuenow', '1');
  await expect(other.locator('figcaption').first()).toContainText(/requests?$/);
  await other.touchscreen.tap(x + width / 2, y - 40);
  await expect(days).toHaveAttribute('aria-valuenow', '30');
  await other.close();
});

test('other sessions are listed, and ended one by one or all at once @long', async ({ browser }) => {
  for (const way of ['End', 'End all others']) {
    const other = await browser.newPage();
    await other.goto(`${server.origin}/account/sign-in`);
    await signIn(other);
    await expect(other.getByRole('heading', { name: 'API keys' })).toBeVisible();
    await page.goto(`${server.origin}/account/sessions`);
    const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await page.getByRole('button', { name: way === 'End' ? /^End the session/ : way }).click();
    await expect(rows).toHaveCount(2);
    await expect(page.getByText('This one')).toBeVisible();
    await other.goto(`${server.origin}/account/keys`);
    await other.waitForURL(/\/account\/sign-in/);
    await other.close();
  }
});

test('a password is shown while it is wished', async () => {
  await page.goto(`${server.origin}/account/security`);
  await untilLive(page);
  const field = passwordField(page, 'Current password');
  await field.fill('as it was typed');
  await expect(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show current password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue('as it was typed');
  await page.getByRole('button', { name: 'Show current password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('the second factor goes off with the password and a code', async () => {
  await page.goto(`${server.origin}/account/security`);
  await untilLive(page);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await passwordField(page).fill(OWNER.password);
  await page.keyboard.press('Enter');
  const secret = await page.getByRole('alertdialog').getByRole('code').innerText();
  const code = page.getByRole('textbox', { name: 'Code from the authenticator' });
  await code.fill(oneTimeCode(secret.replaceAll(' ', ''), Date.now()));
  await code.press('Enter');
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await page.getByRole('button', { name: 'Turn off…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Turn off the second factor?' });
  await passwordField(page).fill(OWNER.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(dialog.getByText('Type a code.')).toBeVisible();
  await dialog
    .getByRole('textbox', { name: /^Code from the authenticator/ })
    .fill(oneTimeCode(secret.replaceAll(' ', ''), Date.now() + CODE_STEP_MS));
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

test('an ended key stands in a list of its own, with how it ended', async () => {
  await page.goto(`${server.origin}/account/keys`);
  await page.getByRole('button', { name: /^Actions for Shop till/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('alertdialog').getByRole('textbox').fill(till.slice(-4));
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Shop till” is revoked.')).toBeVisible();
  await page.getByText('1 ended key').click();
  const row = page.getByRole('table', { name: 'Ended keys' }).getByRole('row', { name: /Shop till/ });
  await expect(row).toContainText(/revoked \d/);
});

test('older events of the audit trail come on request @long', async () => {
  const statuses = await page.evaluate(async (times) => {
    const post = (path: string, body: unknown) =>
      fetch(`/account/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const made = await post('keys', {
      name: 'K',
      expires: 'none',
      limitPerMinute: null,
      allowedSources: null,
    });
    const { key } = await made.json();
    const answers: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const { status } = await post('keys/rename', { id: key.id, name: `K ${time}` });
      answers.push(status);
    }
    return new Set(answers).size;
  }, MANY_EVENTS);
  expect(statuses, 'all renamed').toBe(1);
  await page.goto(`${server.origin}/account/trail`);
  const events = page.getByRole('table', { name: 'Audit trail' }).getByRole('row');
  await expect(page.getByRole('button', { name: 'Show older events' })).toBeVisible();
  const before = await events.count();
  await page.getByRole('button', { name: 'Show older events' }).click();
  await expect.poll(() => events.count()).toBeGreaterThan(before);
  await expect(page.getByRole('button', { name: 'Show older events' })).toHaveCount(0);
});

test('a closed server says that it takes no new accounts, and a cut link that it is not whole', async ({
  browser,
}) => {
  const visitor = await browser.newPage();
  await visitor.goto(`${server.origin}/account/sign-up`);
  await expect(visitor.getByRole('heading', { name: 'No new accounts' })).toBeVisible();
  await visitor.goto(`${server.origin}/account/reset`);
  await expect(visitor.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  await visitor.close();
});

test('figures for people who are signed in lead to the sign-in, and from there back', async ({ browser }) => {
  const visitor = await browser.newPage();
  await visitor.goto(`${server.origin}/rates?base=EUR`);
  await visitor.waitForURL(/\/account\/sign-in\?next=/);
  await expect(visitor.getByText('This server shows figures to people who are signed in.')).toBeVisible();
  await signIn(visitor);
  await expect(visitor).toHaveURL(`${server.origin}/rates?base=EUR`);
  await expect(visitor.getByRole('heading', { name: 'Rates on the euro' })).toBeVisible();
  await visitor.close();
});

function keyRow(name: string) {
  return page.getByRole('table', { name: 'API keys' }).getByRole('row', { name });
}

async function startRenaming(): Promise<void> {
  await page.getByRole('button', { name: /^Actions for Till/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
}

async function signIn(of: Page): Promise<void> {
  await untilLive(of);
  await of.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await passwordField(of).fill(OWNER.password);
  await of.keyboard.press('Enter');
}
