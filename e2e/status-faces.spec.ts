import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible, faceContext, faceName, inEachLook, loadedFaces } from './accessible.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';
import { type RunningServer, startServer } from '#lib/testing/worlds/running-server';
import { type ServedFolder, servedFolder } from '#lib/testing/worlds/served-folder';
import { aLongPast, SOON, type StatusWorld, startStatusWorld, untilRefreshed } from './status-world.ts';

/** The Monday of the reference pages. */
const START = '2026-04-13T16:24:00Z';

let status: StatusWorld;
let untouched: ServedFolder;

test.beforeAll(async () => {
  untouched = await servedFolder();
  status = await startStatusWorld({ start: START, aheadMs: 5000, sources: 'all', past: aLongPast });
});

test.afterAll(async () => {
  await status.stop();
  await untouched.remove();
});

for (const face of loadedFaces([390, 1440])) {
  test(`no accessibility violations, loaded in ${faceName(face)}`, async ({ browser }) => {
    test.slow();
    const context = await browser.newContext(faceContext(face));
    const page = await context.newPage();
    await page.goto(`${status.origin}/status/history?month=2026-13`);
    await inEachLook(page, face, (width) => expectAccessible(page, { where: `incidents, ${width} px` }));
    await page.goto(`${status.origin}/status`);
    await untilLive(page);
    await inEachLook(page, face, async (width) => {
      await bars(page, 'TradingView').focus();
      await page.keyboard.press('ArrowLeft');
      await expect(page.locator('[data-day-tip]')).toBeVisible();
      await expectAccessible(page, { where: `the board, ${width} px` });
    });
    await context.close();
  });
}

test('nothing is wider than the page, on a phone as on a wide screen', async ({ page }) => {
  for (const path of ['/status', '/status/history?month=2026-02', '/status/history?month=2026-13']) {
    await page.goto(status.origin + path);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((one) => one.getBoundingClientRect().right > innerWidth && one.closest('code') === null)
          .map((one) => one.outerHTML.slice(0, 120)),
      );
      expect(wide, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('rows are named with their days and their figure, and days are read by arrow keys', async ({ page }) => {
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  await expect(
    page.getByRole('slider', { name: /^Google Finance, 68 of 90 days with checks, 100\.00% up$/ }),
  ).toBeVisible();
  const row = page.getByRole('slider', { name: /^TradingView, 90 days, 99\.\d\d% up$/ });
  await row.focus();
  await expect(row).toHaveAttribute('aria-valuetext', /^Monday 13 April: /);
  for (let day = 0; day < 5; day += 1) await page.keyboard.press('ArrowLeft');
  await expect(row).toHaveAttribute(
    'aria-valuetext',
    /^Wednesday 8 April: outage at worst, unreachable, 7 h in outage, /,
  );
  const tip = page.locator('[data-day-tip]');
  await expect(tip).toContainText('Wednesday 8 April');
  await expect(tip).toContainText('Unreachable');
  await expect(tip).toContainText('7 failed');
  await page.keyboard.press('Home');
  await expect(row).toHaveAttribute('aria-valuenow', '1');
  await expect(tip).toContainText('Wednesday 14 January');
  await page.keyboard.press('End');
  await expect(row).toHaveAttribute('aria-valuenow', '90');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await bars(page, 'Bank of England').locator('[data-day]').nth(52).hover();
  await expect(tip).toContainText('Saturday 7 March');
  await expect(tip).toContainText('Degraded');
});

test('a day that a finger tapped stays until a tap elsewhere @long', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  const tip = page.locator('[data-day-tip]');
  await bars(page, 'Bank of England').tap();
  await expect(tip).toHaveCount(1);
  await bars(page, 'European Central Bank').tap();
  await expect(tip).toHaveCount(1);
  await expect(
    page.getByRole('listitem', { name: 'European Central Bank' }).locator('[data-day-tip]'),
  ).toBeVisible();
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(tip).toHaveCount(0);
  await context.close();
});

test('a day without checks is neither up nor down', async ({ page }) => {
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  await bars(page, 'Google Finance').focus();
  await page.keyboard.press('Home');
  await expect(bars(page, 'Google Finance')).toHaveAttribute(
    'aria-valuetext',
    /no checks, neither up nor down$/,
  );
});

test('without a network the last report stays, says that it is one, and the page recovers', async ({
  page,
  context,
}) => {
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  await context.setOffline(true);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The last report is \d+ seconds? old\.$/);
  const ecb = page.getByRole('listitem', { name: 'European Central Bank' });
  await expect(ecb).toContainText('Was operational');
  await expect(ecb).toContainText('100.00%');
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/operational/);
  await expect(ecb).not.toContainText('Was operational');
});

test('a service that fails leaves the last report, counts down to the next try, and tries at once when told @long', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  await page.route('**/status/board.json', (route) => route.fulfill({ status: 500, json: { error: {} } }));
  await untilRefreshed(page, () =>
    expect(page.getByText(/The service answered with an error\. Below is the state as of/)).toBeVisible(SOON),
  );
  await expect(page).toHaveTitle(/^Last report \d+ s old · Status · Crossrate$/);
  await expect(page.getByText(/Trying again in \d+ s\./)).toBeVisible();
  await page.unroute('**/status/board.json');
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByText(/The service answered with an error/)).toHaveCount(0);
  await expect(page).toHaveTitle(/operational · Status · Crossrate$/);
  await context.close();
});

test('asked too often, the board says so and waits for as long as it was told @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  let asked = 0;
  await page.route('**/status/board.json', (route) => {
    asked += 1;
    return asked > 1
      ? route.continue()
      : route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, json: { error: {} } });
  });
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  // From here on only what the test does takes time.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await expect(async () => {
    await page.clock.runFor(1000);
    expect(asked).toBe(1);
  }).toPass();
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(
      page.getByText(/asked for more reports than .* answers in a minute\. .* It goes on in (40|3\d) s\./),
    ).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.runFor(20_000);
  expect(asked).toBe(1);
  await expect(async () => {
    await page.clock.runFor(5000);
    expect(asked).toBe(2);
  }).toPass();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/operational/);
  await context.close();
});

test('refreshing can be paused, and goes on when told @long', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  let asked = 0;
  await page.route('**/status/board.json', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.goto(`${status.origin}/status`);
  await untilLive(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  // On a slow machine it has asked before.
  const before = asked;
  await page.clock.runFor(60_000);
  expect(asked).toBe(before);
  const answered = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/status/board.json'),
  );
  await page.getByRole('button', { name: 'Go on' }).click();
  await answered;
  expect(asked).toBe(before + 1);
  await expect(page.getByText(/Refreshed \d s ago/)).toBeVisible();
  await untilRefreshed(page, () => expect.poll(() => asked, SOON).toBeGreaterThan(before + 1));
  await context.close();
});

test('nothing moves while the page loads', async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript(() => {
      Object.assign(window, { shifts: '', sum: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!('value' in entry)) continue;
          const sources = Reflect.get(entry, 'sources');
          const moved = Array.isArray(sources)
            ? sources.map(({ node }) => node?.textContent?.slice(0, 60))
            : [];
          Object.assign(window, {
            shifts: [entry.value, ...moved].join(' | '),
            sum: Reflect.get(window, 'sum') + Number(entry.value),
          });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${status.origin}/status`);
    await untilLive(page);
    const { sum, shifts } = await page.evaluate(() => ({
      sum: Number(Reflect.get(window, 'sum')),
      shifts: String(Reflect.get(window, 'shifts')),
    }));
    // An age that grows by a character moves what stands beside it by as much; a twentieth of what people notice.
    expect(sum, shifts).toBeLessThan(0.005);
  }
});

test('on paper stand the states and the days, without buttons', async ({ page }) => {
  await page.goto(`${status.origin}/status`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bars(page, 'European Central Bank')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy Markdown' })).toBeHidden();
});

test.describe('on a server that has checked nothing', () => {
  let server: RunningServer;

  test.beforeAll(async () => {
    server = await startServer(untouched, { LOG_LEVEL: 'silent' });
  });

  test.afterAll(async () => {
    await server.stop();
  });

  test('before the first check it says so, and calls nothing operational but the law', async ({ page }) => {
    await page.goto(`${server.origin}/status`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Starting: the one source has not been checked yet.',
    );
    await expect(page).toHaveTitle('Starting · Status · Crossrate');
    await expect(page.getByRole('listitem', { name: 'European Central Bank' })).toContainText(
      'Not checked yet',
    );
    await expect(
      page.getByRole('slider', { name: 'European Central Bank, 90 days, no checks' }),
    ).toBeVisible();
    await expect(page.getByText('Nothing is known yet: no source has been checked.')).toBeVisible();
    await expectAccessible(page);
  });

  test('a month of incidents that cannot be read says so in its own words @long', async ({ page }) => {
    const database = new Database(join(untouched.variables['DATA_DIR'] ?? '', 'crossrate.sqlite'));
    database.exec('alter table incident rename to incident_away');
    await page.goto(`${server.origin}/status/history`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The incidents could not be read.');
    await expectAccessible(page);
    database.exec('alter table incident_away rename to incident');
    database.close();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Incidents in /);
  });
});

test('a past that cannot be read is said to be missing, and comes by itself @long', async ({ page }) => {
  test.slow();
  const server = await startServer(untouched, { LOG_LEVEL: 'silent' });
  const database = new Database(join(untouched.variables['DATA_DIR'] ?? '', 'crossrate.sqlite'));
  database.exec('alter table health_day rename to health_day_away');
  await page.goto(`${server.origin}/status`);
  await expect(page.getByText('Days and incidents cannot be read right now.')).toBeVisible();
  await expect(page.getByRole('listitem', { name: 'European Central Bank' })).toContainText(
    'Not checked yet',
  );
  await expect(page.getByRole('listitem', { name: 'European Central Bank' })).toContainText(
    'The last 90 days cannot be read right now.',
  );
  await expect(page.getByText('The incidents cannot be read right now.')).toBeVisible();
  await expectAccessible(page);
  database.exec('alter table health_day_away rename to health_day');
  database.close();
  // The past is read every ten seconds, and the page asks every fifteen.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No check has finished yet.', {
    timeout: 60_000,
  });
  await expect(page.getByRole('slider', { name: 'European Central Bank, 90 days, no checks' })).toBeVisible();
  await server.stop();
});

function bars(page: Page, source: string) {
  return page.getByRole('slider', { name: new RegExp(`^${source}, `) });
}
