import type { BrowserContext, Page } from '@playwright/test';
import { someOf } from '#lib/testing/long-count';
import { expectAccessible } from './accessible.ts';
import { untilKept } from './converter-page.ts';
import { type ChartServer, crosshair, drawing } from './charts-page.ts';
import { startProxy } from './failing-proxy.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { row } from './rates-page.ts';

let server: ChartServer;

test.use({ serviceWorkers: 'allow' });

test.beforeAll(({ charts }) => {
  server = charts;
});

function openAndKeep(page: Page, address: string): Promise<void> {
  return openAndKeepAt(page, server.origin, address);
}

async function openAndKeepAt(page: Page, origin: string, address: string): Promise<void> {
  await page.goto(origin + address);
  await page.waitForLoadState('networkidle');
  await untilKept(page, address);
}

/** Every name of what is kept in the browser. */
function keptPaths(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        paths.push(new URL(url).pathname + new URL(url).search);
      }
    }
    return paths;
  });
}

async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
}

test('the table opens again with its figures and their age', async ({ page, context }) => {
  await openAndKeep(page, '/rates?base=EUR');
  await page.reload();
  await page.waitForLoadState('networkidle');
  await goOffline(context);
  await page.reload();
  await expect(row(page, 'USD')).toContainText('1.1684');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  // It tries again every ten seconds.
  await expect(page.getByText('You are offline.')).toHaveCount(0, { timeout: 20_000 });
});

test('a chart opens again with its points @long', async ({ page, context }) => {
  await openAndKeep(page, '/charts/EUR/USD?range=1y');
  await page.reload();
  await page.waitForLoadState('networkidle');
  await goOffline(context);
  await page.reload();
  await expect(drawing(page)).toBeVisible();
  await untilLive(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(crosshair(page)).toHaveAttribute('aria-valuetext', /1\.1711/);
  await expect(page.getByText('You are offline.')).toBeVisible();
});

test('the board opens again as it was, and says how old it is', async ({ page, context }) => {
  await openAndKeep(page, '/status');
  await goOffline(context);
  await page.reload();
  await expect(page.getByText('European Central Bank').first()).toBeVisible();
  await expect(page.getByText('You are offline.').first()).toBeVisible();
  await expect(page.getByText(/as it was \d+ (s|min) ago/)).toBeVisible();
});

test('a page that was never opened says so and names those that were; an account is never kept', async ({
  page,
  context,
}) => {
  await openAndKeep(page, '/rates');
  await page.goto(`${server.origin}/account/sign-in`);
  await page.waitForLoadState('networkidle');
  await goOffline(context);
  await page.goto(`${server.origin}/status`);
  await expect(page.getByText('This page was not opened in this browser before.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${server.origin}/account/sign-in`);
  await expect(page.getByText('Pages of accounts are never kept in the browser.')).toBeVisible();
  const kept = await keptPaths(page);
  expect(kept.filter((path) => path.startsWith('/account') || path.startsWith('/browser-key'))).toEqual([]);
  await expect(page.getByRole('listitem')).toContainText(['Rates on USD /rates just now']);
  await page.getByRole('link', { name: 'Rates on USD /rates' }).click();
  await expect(row(page, 'EUR')).toBeVisible();
});

test('signing in or out forgets what was kept before', async ({ page }) => {
  await openAndKeep(page, '/rates?base=EUR');
  await page.evaluate(() => fetch('/account/api/sign-out', { method: 'POST' }));
  const isFigure = (path: string) => !path.startsWith('/_next/');
  await expect.poll(async () => (await keptPaths(page)).filter(isFigure)).toEqual([]);
});

test('an answer to somebody’s own key is not kept @long', async ({ page, converter }) => {
  await page.goto(`${converter.origin}/convert/EUR/USD`);
  await untilKept(page, '/convert/EUR/USD');
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await untilKept(page, '/v1/convert?from=USD&to=EUR&include=provenance');
  const statuses = await page.evaluate(async (key) => {
    const ask = (path: string) => fetch(path, { headers: { 'X-API-Key': key } });
    const answers = [await ask('/v1/rates/pair?from=EUR&to=CZK'), await ask('/v1/currencies')];
    return answers.map(({ status }) => status);
  }, converter.folder.key);
  expect(statuses).toEqual([200, 200]);
  // What the page itself asks for next is put away after what was asked for before it.
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await page.reload();
  const kept = await keptPaths(page);
  expect(kept.filter((path) => path.includes('CZK') || path.startsWith('/v1/currencies'))).toEqual([]);
});

test('a new build takes over at once, and pages of the one before stay until they are opened again', async ({
  page,
  context,
}) => {
  await openAndKeep(page, '/rates');
  // Pages are of the build before, and would register its worker again.
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (script, options) {
      return /build=(?:after-)?next$/.test(String(script))
        ? register.call(this, script, options)
        : new Promise(() => {});
    };
  });
  await openAndKeep(page, '/status');
  const pages = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('crossrate-pages-')));
  const [before] = await pages();
  for (const build of ['next', 'after-next']) {
    await page.evaluate((name) => navigator.serviceWorker.register(`/sw.js?build=${name}`), build);
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
      .toContain(build);
    // It takes the open page anew as soon as it has taken over.
    await expect
      .poll(() =>
        page.evaluate(
          async (name) =>
            (await (await caches.open(`crossrate-pages-${name}`)).match('/status')) !== undefined,
          build,
        ),
      )
      .toBe(true);
    expect(await pages()).toEqual(
      build === 'next'
        ? [before, 'crossrate-pages-next']
        : ['crossrate-pages-next', 'crossrate-pages-after-next'],
    );
    if (build === 'after-next') break;
    await goOffline(context);
    await page.goto(`${server.origin}/rates`);
    await expect(row(page, 'EUR')).toBeVisible();
    await context.setOffline(false);
    await page.goto(`${server.origin}/status`);
    await page.waitForLoadState('networkidle');
  }
});

test('code that came on use is kept with the page, so the palette opens without a network @long', async ({
  page,
  context,
}) => {
  await openAndKeep(page, '/rates');
  const late: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/_next/static/')) late.push(pathname);
  });
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
  expect(late.length).toBeGreaterThan(0);
  const html = await (await fetch(`${server.origin}/rates`)).text();
  const first = html.match(/\/_next\/static\/[\w./~%-]+\.(?:js|css)/g) ?? [];
  // The page's own code is put away after the page.
  for (const path of [...first, ...late]) await expect.poll(() => keptPaths(page), path).toContain(path);
  const browser = await context.newCDPSession(page);
  await browser.send('Network.clearBrowserCache');
  await goOffline(context);
  await page.reload();
  await expect(row(page, 'EUR')).toBeVisible();
  await untilLive(page);
  await page.keyboard.press('Control+k');
  await expect(palette).toBeVisible();
});

test('each address of a page is kept for itself; another one is only given where the page turns to its own @long', async ({
  page,
  context,
}) => {
  await openAndKeep(page, '/rates?base=GBP');
  await openAndKeep(page, '/rates?base=JPY');
  await openAndKeep(page, '/status/history?month=2026-03');
  await openAndKeep(page, '/status/history?month=2026-02');
  await goOffline(context);
  const title = page.getByRole('heading', { level: 1 });
  for (const [month, name] of [
    ['2026-03', 'March 2026'],
    ['2026-02', 'February 2026'],
  ]) {
    await page.goto(`${server.origin}/status/history?month=${month}`);
    await expect(page).toHaveTitle(`Incidents in ${name} · Crossrate`);
    await expect(title).toBeVisible();
  }
  await page.goto(`${server.origin}/status/history?month=2026-01`);
  await expect(page.getByText('This page was not opened in this browser before.')).toBeVisible();
  for (const base of ['GBP', 'JPY']) {
    const repeated = await page.goto(`${server.origin}/rates?base=${base}`);
    expect(await repeated?.text()).toContain(`<title>Rates on ${base}`);
  }
  await page.goto(`${server.origin}/rates?base=JPY&q=dollar`);
  await expect(row(page, 'USD')).toBeVisible();
});

test('the board takes the last report that came, which is newer than its page', async ({ page, context }) => {
  await openAndKeep(page, '/status');
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Go on' }).click();
  await untilKept(page, '/status/board.json');
  await goOffline(context);
  const repeated = page.waitForResponse((response) => response.url().endsWith('/status/board.json'));
  await page.reload();
  expect((await repeated).headers()).toHaveProperty('x-received-at');
  await expect(page.getByText('No newer report arrives. The last one is shown.').first()).toBeVisible();
  await expect(page.getByText('European Central Bank').first()).toBeVisible();
});

test('a page is kept no sooner than the code that it names @long', async ({ page }) => {
  await page.goto(`${server.origin}/rates?base=EUR`);
  const code = await page.evaluate(async () => {
    let kept: Response | undefined;
    while (kept === undefined) kept = await caches.match('/rates?base=EUR', { ignoreVary: true });
    const named = new Set((await kept.text()).match(/\/_next\/static\/[\w./~%-]+/g));
    const found = await Promise.all([...named].map((path) => caches.match(path, { ignoreVary: true })));
    return { named: named.size, missing: [...named].filter((_, place) => found[place] === undefined) };
  });
  expect(code.named).toBeGreaterThan(3);
  expect(code.missing).toEqual([]);
});

for (const mood of someOf(['bad-gateway', 'hangs'] as const, 1)) {
  test(`a proxy before a service that is gone (${mood}) gets a kept page, and the word where none is kept`, async ({
    page,
  }) => {
    const proxy = await startProxy(server.origin);
    await page.goto(`${proxy.origin}/rates?base=EUR`);
    await untilKept(page, '/rates?base=EUR');
    proxy.become(mood);
    await page.reload();
    await expect(row(page, 'USD')).toContainText('1.1684');
    await expect(page.locator('html')).toHaveAttribute('data-repeated', /./);
    if (mood === 'bad-gateway') {
      await page.goto(`${proxy.origin}/docs`);
      await expect(page.getByText('502 Bad Gateway')).toBeVisible();
    }
    proxy.become('passes');
    await page.goto(`${proxy.origin}/docs`);
    await expect(page.locator('html')).not.toHaveAttribute('data-repeated');
    await proxy.stop();
  });
}

test('nothing waits for a proxy that hangs once there is something else to show @long', async ({ page }) => {
  const proxy = await startProxy(server.origin);
  await openAndKeepAt(page, proxy.origin, '/rates?base=EUR');
  proxy.become('hangs');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-repeated', /./);
  await expect.poll(proxy.waitedFor).not.toContain('/rates?base=EUR');
  // What the page asks for by itself is given up in half a minute, and then says so.
  await expect(page.getByText('You are offline.').first()).toBeVisible({ timeout: 120_000 });
  await proxy.stop();
});

test('the page that was never opened comes by itself once there is a network, in the chosen theme @long', async ({
  page,
  context,
}) => {
  await openAndKeep(page, '/rates');
  await page.evaluate(() => localStorage.setItem('crossrate:theme', 'dark'));
  await goOffline(context);
  await page.goto(`${server.origin}/docs`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByText('This page was not opened in this browser before.')).toBeVisible();
  await context.setOffline(false);
  // It tries again every ten seconds.
  await expect(page.getByRole('heading', { name: 'Quick start' })).toBeVisible({ timeout: 20_000 });
});
