import { expectAccessible, faceContext, faceName, inEachLook, loadedFaces } from './accessible.ts';
import { untilKept } from './converter-page.ts';
import { box, type DocsServer, openDocs, sendBox, turnTo } from './docs-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { startFolder } from '#lib/testing/worlds/running-server';

let server: DocsServer;

test.beforeAll(({ docs }) => {
  server = docs;
});

for (const face of loadedFaces([1440, 390])) {
  test(`no accessibility violations, loaded in ${faceName(face)}, in every face`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext({ ...faceContext(face), serviceWorkers: 'block' });
    const page = await context.newPage();
    for (const path of ['/docs?try=nothing', '/docs?q=historical', '/docs/errors', '/docs/receipts']) {
      await openDocs(page, server.origin + path);
      await inEachLook(page, face, async (width) => {
        await expectAccessible(page, { where: `${path}, ${width} px` });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      });
    }
    await openDocs(page, `${server.origin}/docs/convert`);
    for (const unfolded of await page.locator('#answer summary').all()) await unfolded.click();
    await expect(page.locator('#answer').getByText('The SHA-256 of the bytes').first()).toBeVisible();
    await inEachLook(page, face, (width) => expectAccessible(page, { where: `${width} px` }));
    const convert = box(page, '/v1/convert');
    await sendBox(convert);
    await page.getByLabel('Paste the key').fill('xr_live_cut');
    await page.getByRole('button', { name: 'Use key' }).click();
    let answer = () => {};
    const wait = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/convert?*', (route) => wait.then(() => route.abort()));
    await convert.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Waiting for the answer')).toBeVisible();
    const within = ['form[aria-label^="Try"]', 'section[aria-label="Your key"]'];
    await inEachLook(page, face, (width) =>
      expectAccessible(page, { within, where: `waiting, ${width} px` }),
    );
    answer();
    await expect(convert.getByText('No answer', { exact: true })).toBeVisible();
    await page.getByLabel('Paste the key').fill(server.folder.key);
    await inEachLook(page, face, async (width) => {
      await expectAccessible(page, { within, where: `without an answer, ${width} px` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
    await context.close();
  });
}

test('an answer that is awaited keeps its place, and one that fails says so and can be sent again @long', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openDocs(page, `${server.origin}/docs/pair`);
  const pair = box(page, '/v1/rates/pair');
  await sendBox(pair);
  await context.setOffline(true);
  await pair.getByRole('button', { name: 'Send request' }).click();
  await expect(pair.getByText('No answer', { exact: true })).toBeVisible();
  await expect(pair.getByText('The service cannot be reached')).toBeVisible();
  await expect(pair.getByLabel('from')).toHaveValue('USD');
  await context.setOffline(false);
  await sendBox(pair);
  await expect(pair.getByText('200 OK')).toBeVisible();
  await context.close();
});

test('an answer that the service worker repeats is none @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  await openDocs(page, `${server.origin}/docs/pair`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await untilLive(page);
  const pair = box(page, '/v1/rates/pair');
  await sendBox(pair);
  await untilKept(page, '/v1/rates/pair?from=USD&to=JPY');
  await context.setOffline(true);
  await pair.getByRole('button', { name: 'Send request' }).click();
  await expect(pair.getByText('No answer', { exact: true })).toBeVisible();
  await context.close();
});

test('a refusal for asking too often says when it goes on, and then goes on @long', async ({ browser }) => {
  const limited = await startFolder({ RATE_LIMIT_PER_MINUTE: '600' });
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openDocs(page, `${limited.origin}/docs/status`);
  const status = box(page, '/v1/status');
  let answer = 200;
  for (let round = 0; round < 10 && answer !== 429; round += 1) {
    await expect(status).toHaveAttribute('aria-busy', 'false');
    // At once, so that what is given back every second does not matter.
    await Promise.all(Array.from({ length: 80 }, () => fetch(`${limited.origin}/v1/status`)));
    const answered = page.waitForResponse('**/v1/status');
    await status.getByRole('button', { name: 'Send request' }).click();
    answer = (await answered).status();
  }
  await expect(status.getByText('429 rate_limited')).toBeVisible();
  await expect(status.getByText('Retry-After:')).toBeVisible();
  await expect(status.getByRole('button', { name: /^Send (in \d+ s|request)$/ })).toBeVisible();
  await expect(status.getByRole('button', { name: 'Send request' })).toBeVisible({ timeout: 10_000 });
  await status.getByRole('button', { name: 'Send request' }).click();
  await expect(status.getByText('200 OK')).toBeVisible();
  await context.close();
  await limited.stop();
});

test('a server that gives pages no key says so, leads to an account, and answers with a pasted key @long', async ({
  browser,
}) => {
  const closed = await startFolder({ ANONYMOUS_PAGES: 'off', SIGN_UP: 'open' });
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await openDocs(page, `${closed.origin}/docs`);
  const account = page.getByRole('link', { name: 'Create an account' });
  await expect(account).toHaveAttribute('href', '/account/sign-up');
  await turnTo(page, 'pair');
  const pair = box(page, '/v1/rates/pair');
  await pair.getByRole('button', { name: 'Send request' }).click();
  await expect(pair.getByText('No key for this page')).toBeVisible();
  await page.getByLabel('Paste the key').fill(closed.folder.key);
  expect(JSON.parse(await sendBox(pair))).toMatchObject({ from: 'USD', to: 'JPY', source: 'ecb' });
  await context.close();
  await closed.stop();
});

test('on paper nothing is cut and no button stands @long', async ({ page }) => {
  await openDocs(page, `${server.origin}/docs/convert`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Send request' }).first()).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Docs' })).toBeHidden();
  const cut = await page
    .locator('pre')
    .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length);
  expect(cut).toBe(0);
});

test('nothing moves while the page loads', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) Object.assign(window, { shifts: 1 });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/docs', '/docs/historical']) {
      await openDocs(page, server.origin + path);
      expect(await page.evaluate(() => Reflect.get(window, 'shifts')), path).toBe(0);
    }
  }
});
