import { expectAccessible, faceContext, faceName, inEachLook, loadedFaces } from './accessible.ts';
import { someOf } from '#lib/testing/long-count';
import { expect, test } from './guarded-test.ts';
import { type RunningServer, startServer } from '#lib/testing/worlds/running-server';
import { type ServedFolder, servedFolder } from '#lib/testing/worlds/served-folder';

let folder: ServedFolder;
let server: RunningServer;

test.beforeAll(async () => {
  folder = await servedFolder();
  server = await startServer(folder, { SOURCES: 'all' });
});

test.afterAll(async () => {
  await server.stop();
  await folder.remove();
});

const PAGES = ['/', '/rates', '/charts/EUR/USD', '/status', '/docs', '/account/sign-in'];

test('shows the credit and the terms of every enabled source, one link away from every page @long', async ({
  page,
}) => {
  for (const path of someOf(PAGES, 3)) {
    await page.goto(server.origin + path);
    const foot = page.getByRole('contentinfo');
    await expect(foot.getByRole('link', { name: 'Sources and terms' }), path).toHaveAttribute(
      'href',
      '/sources',
    );
    const { height } = (await foot.boundingBox()) ?? { height: Infinity };
    expect(height, `${path}: one line on a wide screen`).toBeLessThan(64);
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sources and terms' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sources and terms');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'European Central Bank',
    'Bank of England',
    'Federal Reserve',
    'Bank of Japan',
    'Legally fixed rates',
    'Kraken',
    'Yahoo Finance',
    'TradingView',
    'Google Finance',
  ]);
  const main = page.getByRole('main');
  for (const words of [
    'Source: European Central Bank.',
    'Open Government Licence v3.0',
    'not endorsed or certified by the Federal Reserve Bank of St. Louis',
    'This service uses the API of the Bank of Japan Time-Series Data Search Site.',
    'Market data: Kraken.',
    'read here because the operator of this service chose to.',
  ])
    await expect(main.getByText(words).first()).toBeVisible();
});

for (const face of loadedFaces([390, 1440])) {
  test(`can be read by everybody, loaded in ${faceName(face)}`, async ({ browser }) => {
    const context = await browser.newContext(faceContext(face));
    const page = await context.newPage();
    await page.goto(`${server.origin}/sources`);
    await inEachLook(page, face, async (width) => {
      await expectAccessible(page, { where: `${width} px` });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    });
    await context.close();
  });
}
