import type { Browser, Page } from '@playwright/test';
import { expect, test } from './guarded-test.ts';
import { expectAccessible, faceContext, faceName, inEachLook, loadedFaces, OPENED } from './accessible.ts';
import {
  type AccountServer,
  makeOwner,
  OWNER,
  passwordField,
  startAccountServer,
  untilLive,
} from './account-page.ts';
import { collectProblems } from './converter-page.ts';

let server: AccountServer;
let cookies: Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

test.beforeAll(async ({ browser }) => {
  server = await startAccountServer({ SIGN_UP: 'open' });
  const page = await browser.newPage();
  await makeOwner(page, server);
  await makeKey(page, 'Invoicing, production');
  cookies = await page.context().cookies();
  await page.close();
});

test.afterAll(async () => {
  await server.stop();
});

const SIGNED_IN_PAGES = ['keys', 'usage', 'watches', 'webhooks', 'security', 'sessions', 'trail'] as const;

const SIGNED_OUT_PAGES = ['sign-in', 'sign-up', 'reset', 'reset#token=abc'] as const;

for (const face of loadedFaces([390, 1440])) {
  test(`no accessibility violations, loaded in ${faceName(face)}`, async ({ browser }) => {
    const context = await browser.newContext(faceContext(face));
    const page = await context.newPage();
    const lookAt = (what: string) =>
      inEachLook(page, face, (width) => expectAccessible(page, { where: `${what}, ${width} px` }));
    for (const name of SIGNED_OUT_PAGES) {
      await page.goto(`${server.origin}/account/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await lookAt(name);
    }
    await context.addCookies(cookies);
    for (const room of SIGNED_IN_PAGES) {
      await openRoom(page, room);
      await lookAt(room);
    }
    for (const name of ['Turn on', 'Delete the account…']) {
      await openRoom(page, 'security');
      await page.getByRole('button', { name }).click();
      await expect(passwordField(page)).toBeFocused();
      await inEachLook(page, face, async (width) => {
        await expect(passwordField(page)).toBeVisible();
        await expectAccessible(page, { changed: OPENED, where: `${name}, ${width} px` });
      });
    }
    await openRoom(page, 'keys');
    await inEachLook(page, face, async (width) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
      await expectAccessible(page, { changed: OPENED, where: `menu of a key, ${width} px` });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    });
    await page.getByRole('button', { name: 'Create key' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await page.keyboard.press('Enter');
    await inEachLook(page, face, async (width) => {
      await expect(name).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page, { changed: OPENED, where: `a key without a name, ${width} px` });
    });
    await context.close();
  });
}

test('at 400 % zoom nothing runs out of the window, and no rule of the content security policy is broken @long', async ({
  browser,
}) => {
  const page = await signedIn(browser);
  const problems = collectProblems(page);
  await page.setViewportSize({ width: 320, height: 256 });
  for (const room of SIGNED_IN_PAGES) {
    await openRoom(page, room);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), room).toBeLessThanOrEqual(320);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Security', exact: true }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await passwordField(page).last().fill(OWNER.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  expect(problems).toEqual([]);
  await page.context().close();
});

test('no account page may be indexed', async ({ request }) => {
  for (const path of ['', ...SIGNED_OUT_PAGES, ...SIGNED_IN_PAGES].map((name) => `/account/${name}`)) {
    const html = await (await request.get(server.origin + path.replace(/\/$/, ''))).text();
    expect(html, path).toMatch(/<meta name="robots" content="noindex/);
  }
});

test('a wrong password is said beside the form, loses nothing and names nobody', async ({ page }) => {
  const sentences: string[] = [];
  for (const email of [OWNER.email, 'nobody@example.org']) {
    await page.goto(`${server.origin}/account/sign-in`);
    await untilLive(page);
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
    await passwordField(page).fill('not the password');
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    await expect(alert).toBeFocused();
    await expect(passwordField(page)).toHaveValue('not the password');
    sentences.push(await alert.innerText());
  }
  expect(new Set(sentences).size).toBe(1);
});

test('an empty form says what is missing under each field and goes to the first one', async ({ page }) => {
  await page.goto(`${server.origin}/account/sign-up`);
  await untilLive(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Type an e-mail address such as name@example.org.');
  await expect(passwordField(page)).toHaveAccessibleDescription(/At least 12 characters.*Type a password\./);
});

test('where registration is open, an account is made with an address and a password', async ({ page }) => {
  await page.goto(`${server.origin}/account/sign-in`);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await untilLive(page);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('second@example.org');
  await passwordField(page).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Now sign in' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, 'second@example.org');
  await expect(page.getByRole('heading', { name: 'No keys yet' })).toBeVisible();
});

test('two presses of Enter make one key', async ({ browser }) => {
  const page = await signedIn(browser);
  await openRoom(page, 'keys');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Pressed twice');
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
  await expect(page.getByRole('heading', { name: /“Pressed twice” is ready/ })).toBeVisible();
  // While the first dialog is still going.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(asked).toHaveLength(1);
  await page.context().close();
});

test('without an answer the page says so, keeps what was typed, and goes on when it comes @long', async ({
  browser,
}) => {
  const page = await signedIn(browser);
  await page.route('**/account/api/keys', (route) => route.abort());
  await page.goto(`${server.origin}/account/keys`);
  await expect(page.getByRole('heading', { name: 'Your keys could not be listed' })).toBeVisible({
    timeout: 20_000,
  });
  await page.unroute('**/account/api/keys');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.route('**/account/api/keys', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed once');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The service could not be reached.')).toBeVisible();
  await page.unroute('**/account/api/keys');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('heading', { name: /“Typed once” is ready/ })).toBeVisible();
  await page.context().close();
});

test('a session ended from elsewhere is said without taking the page away @long', async ({ browser }) => {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/account/sign-in`);
  await signIn(page, OWNER.email);
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  await openRoom(page, 'sessions');
  await expect(page.getByText('This one')).toBeVisible();
  await page.context().clearCookies();
  await page
    .getByRole('button', { name: /^End the session/ })
    .first()
    .click();
  await expect(page.getByText('Sign in in a new tab')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
  await page.close();
});

async function openRoom(page: Page, room: (typeof SIGNED_IN_PAGES)[number]): Promise<void> {
  await page.goto(`${server.origin}/account/${room}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

async function signedIn(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  return context.newPage();
}

async function signIn(page: Page, email: string): Promise<void> {
  await untilLive(page);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await passwordField(page).fill(OWNER.password);
  await page.keyboard.press('Enter');
}

async function makeKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create the first key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: new RegExp(`“${name}” is ready`) })).toBeVisible();
}
