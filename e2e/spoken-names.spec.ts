import { someOf } from '#lib/testing/long-count';
import { runAxe } from './accessible.ts';
import { type ChartServer, crosshair } from './charts-page.ts';
import { expect, test } from './guarded-test.ts';
import { untilLive } from './live-page.ts';

let server: ChartServer;

test.beforeAll(({ charts }) => {
  server = charts;
});

test('a range of the chart is called by what it shows', async ({ page }) => {
  await page.goto(`${server.origin}/charts/EUR/USD`);
  const ranges = page.getByRole('radiogroup', { name: 'Range' });
  for (const shown of ['1D', '1W', '1M', '3M', '6M', '1Y', '5Y', '10Y', 'Max']) {
    await expect(ranges.getByRole('radio', { name: new RegExp(`^${shown}\\b`) })).toHaveCount(1);
  }
  await expect(page.getByRole('radio', { name: /^Log\b/ })).toHaveCount(1);
});

const PAGES = ['/convert/EUR/USD', '/rates', '/charts/EUR/USD', '/status', '/docs', '/account/sign-in'];

test('whatever has a name and a text has the text in its name', async ({ page }) => {
  for (const path of someOf(PAGES, 3)) {
    await page.goto(server.origin + path);
    await untilLive(page);
    const { violations } = await runAxe(page, { rules: ['label-content-name-mismatch'] });
    expect(
      violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)),
      path,
    ).toEqual([]);
  }
});

test('the Tab key stops at nothing inside a drawing @long', async ({ page }) => {
  for (const path of ['/convert/EUR/USD', '/charts/EUR/USD']) {
    await page.goto(server.origin + path);
    await untilLive(page);
    await expect(page.locator('main svg path.recharts-curve').first()).toBeAttached();
    const stops: string[] = [];
    for (let stop = ''; stop !== 'BODY' && stops.length < 80; stops.push(stop)) {
      await page.keyboard.press('Tab');
      stop = await page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.closest('svg') ? `${at.tagName} in a drawing` : (at?.tagName ?? 'BODY');
      });
    }
    expect(
      stops.filter((stop) => stop.endsWith('drawing')),
      path,
    ).toEqual([]);
    expect(stops.length, path).toBeGreaterThan(20);
  }
});

/** A figure that is cut at its decimal point, as where the fraction is drawn in a part of its own. */
const CUT = /\d\s+\.\d/;

/** EUR for one USD with all the digits that pages show, of which the first five are drawn stronger. */
const WHOLE = '0.85587127696';

test('a figure is one text, however it is drawn @long', async ({ page }) => {
  for (const [path, whole] of [
    ['/convert/USD/EUR?amount=1', [`Rate ${WHOLE}`, `cell "${WHOLE}"`, 'status "0.86 EUR"']],
    ['/rates?base=USD', [`cell "${WHOLE}"`]],
    ['/charts/USD/EUR', [WHOLE]],
  ] as const) {
    await page.goto(server.origin + path);
    await untilLive(page);
    const said = await page.getByRole('main').ariaSnapshot();
    for (const figure of whole) expect(said, path).toContain(figure);
    expect(
      said.split('\n').filter((line) => CUT.test(line)),
      path,
    ).toEqual([]);
  }
  await crosshair(page).focus();
  await page.keyboard.press('ArrowLeft');
  const readout = await page.getByRole('region', { name: 'Chart of USD/EUR' }).ariaSnapshot();
  expect(readout.split('\n').filter((line) => CUT.test(line))).toEqual([]);
});
