import { expectAccessible } from './accessible.ts';
import { amountField, type ConverterServer } from './converter-page.ts';
import { someOf } from '#lib/testing/long-count';
import { expect, test } from './guarded-test.ts';
import { type RunningServer, startFolder, startServer } from '#lib/testing/worlds/running-server';

const PUBLIC_URL = 'http://localhost:1234';

let server: ConverterServer;
let named: RunningServer;

test.beforeAll(async ({ converter }) => {
  server = converter;
  named = await startServer(server.folder, { PUBLIC_URL, SIMULATED: '1', TRUSTED_PROXIES: '' });
});

test.afterAll(async () => {
  await named.stop();
});

async function textOf(path: string, origin = named.origin): Promise<string> {
  return (await fetch(origin + path)).text();
}

function property(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
}

test('each page says what it is, where it stands, and shows its pair', async () => {
  const descriptions = new Set<string>();
  for (const [path, canonical, picture] of [
    ['/', '/', '/og'],
    ['/convert/eur/usd?amount=5', '/convert/EUR/USD', '/og/EUR/USD'],
    ['/charts/EUR/JPY?range=1y', '/charts/EUR/JPY', '/og/EUR/JPY'],
    ['/rates?base=EUR', '/rates', '/og'],
    ['/status', '/status', '/og'],
    ['/status/history?month=2026-03', '/status/history?month=2026-03', '/og'],
    ['/docs?q=rates', '/docs', '/og'],
    ['/docs/pair?from=EUR', '/docs/pair', '/og'],
    ['/sources', '/sources', '/og'],
  ] as const) {
    const html = await textOf(path);
    expect(html, path).toContain(`<link rel="canonical" href="${PUBLIC_URL}${canonical.replace(/^\/$/, '')}`);
    expect(property(html, 'og:image')).toBe(PUBLIC_URL + picture);
    expect(property(html, 'twitter:card')).toBe('summary_large_image');
    descriptions.add(property(html, 'description') ?? '');
    expect(html.match(/<title>/g)).toHaveLength(1);
  }
  expect(descriptions.size).toBe(9);
  expect(property(await textOf('/convert/EUR/USD', server.origin), 'og:image')).toBeUndefined();
});

test('says its encrypted address where the operator named none @long', async () => {
  const behind = await startFolder({ TRUSTED_PROXIES: '127.0.0.1/32,::1/128' });
  const ask = async (path: string): Promise<string> => {
    const headers = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' };
    return (await fetch(behind.origin + path, { headers })).text();
  };
  const origin = behind.origin.replace('http:', 'https:');
  expect(property(await ask('/convert/EUR/USD'), 'og:image')).toBe(`${origin}/og/EUR/USD`);
  expect(await ask('/docs')).toContain(`<link rel="canonical" href="${origin}/docs"`);
  expect(await ask('/robots.txt')).toContain(`Sitemap: ${origin}/sitemap.xml`);
  expect(await ask('/sitemap.xml')).toContain(`<loc>${origin}/rates</loc>`);
  await behind.stop();
});

test('the picture of a pair is a PNG; of an unknown pair there is the general one', async () => {
  const pictureAt = async (path: string) => {
    const picture = await fetch(named.origin + path);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=600');
    expect(picture.headers.get('x-robots-tag')).toBe('noindex');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    return bytes;
  };
  const [pair, unknown, general] = [
    await pictureAt('/og/EUR/USD'),
    await pictureAt('/og/EUR/XXQ'),
    await pictureAt('/og'),
  ];
  expect(unknown.equals(general)).toBe(true);
  expect(pair.equals(general)).toBe(false);
});

test('search engines are told what there is and what is none of theirs', async () => {
  const robots = await textOf('/robots.txt');
  for (const line of ['Disallow: /account', 'Disallow: /v1/', `Sitemap: ${PUBLIC_URL}/sitemap.xml`]) {
    expect(robots).toContain(line);
  }
  const refused = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path]) => path ?? '');
  for (const path of ['/', '/convert/EUR/USD', '/charts/EUR/JPY']) {
    const picture = new URL(property(await textOf(path), 'og:image') ?? '').pathname;
    expect(refused.filter((start) => picture.startsWith(start))).toEqual([]);
  }
  const places = [...(await textOf('/sitemap.xml')).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);
  expect(places).toContain(`${PUBLIC_URL}/convert/EUR/USD`);
  expect(places).toContain(`${PUBLIC_URL}/charts/USD/JPY`);
  expect(new Set(places).size).toBe(places.length);
  const address = (url: string | undefined) => named.origin + new URL(url ?? '').pathname;
  for (const url of places.filter((_, at) => at % 40 === 0))
    expect((await fetch(address(url))).status).toBe(200);
});

test('can be installed: a manifest whose icons and shortcuts are there', async ({ page }) => {
  await page.goto(named.origin);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest: unknown = await (await fetch(named.origin + href)).json();
  expect(manifest).toMatchObject({ name: 'Crossrate', display: 'standalone', start_url: '/' });
  const json = JSON.stringify(manifest);
  const files = [...json.matchAll(/"(?:src|url)":"([^"]*)"/g)].map(([, path]) => path ?? '');
  for (const path of new Set([...files, '/favicon.ico'])) {
    expect((await fetch(named.origin + path)).status, path).toBe(200);
  }
  expect(json).toContain('"purpose":"maskable"');
  for (const rel of ['icon', 'apple-touch-icon']) {
    const icon = await page.locator(`link[rel="${rel}"]`).first().getAttribute('href');
    expect((await fetch(named.origin + icon)).status, rel).toBe(200);
  }
});

test('says on every page that figures are made up and that the clock was set, accounts included', async ({
  page,
}) => {
  for (const path of someOf(['/', '/rates', '/charts', '/status', '/account/sign-in', '/nowhere'], 3)) {
    await page.goto(named.origin + path);
    await expect(page.getByText('SIMULATED', { exact: true }), path).toBeVisible();
    await expect(page.getByText('Clock set', { exact: true }), path).toBeVisible();
  }
});

test('a wrong address leads to what it may have meant', async ({ page }) => {
  const response = await page.goto(`${server.origin}/exchange/gbp-usd`);
  expect(response?.status()).toBe(404);
  const main = page.getByRole('main');
  await expect(main.getByRole('link')).toHaveText(['GBP to USD', 'GBP/USD chart', 'Converter']);
  await expectAccessible(page);
  await main.getByRole('link', { name: 'GBP to USD' }).click();
  await expect(amountField(page)).toBeVisible();
  await page.goto(`${server.origin}/xqxqxq`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Status' })).toBeVisible();
});
