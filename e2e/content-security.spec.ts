import { amountField, type ConverterServer, result } from './converter-page.ts';
import { expect, test } from './guarded-test.ts';

let server: ConverterServer;

test.beforeAll(({ converter }) => {
  server = converter;
});

const PATHS = ['/', '/convert/EUR/USD?amount=100', '/convert/USX/JPY', '/nowhere'];

for (const path of PATHS) {
  test(`${path} runs its own scripts, by their hashes, and nothing else`, async ({ page }) => {
    const response = await page.goto(server.origin + path);
    const headers = response?.headers() ?? {};
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}=')+;/);
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    // Over plain HTTP on loopback it would mean nothing.
    const isEncrypted = server.origin.startsWith('https:');
    expect(headers['strict-transport-security']).toBe(isEncrypted ? 'max-age=63072000' : undefined);
  });
}

test('a script that got into a page does not run, and every test would notice', async ({
  page,
  violations,
}) => {
  await page.goto(server.origin);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.documentElement.dataset.gotIn = "yes"';
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="document.title = \'in\'">');
    document.body.append(script);
  });
  await expect.poll(() => violations.length).toBe(2);
  await expect(page.locator('html')).not.toHaveAttribute('data-got-in');
  await expect(page).not.toHaveTitle('in');
  violations.splice(0);
});

test('what a request says of its policy or its reader is not believed', async () => {
  const injected = {
    'Content-Security-Policy': "script-src 'nonce-AAAA'",
    'X-Reader': 'member',
    'X-Asked-Path': '/AAAA',
  };
  for (const path of ['/', '/nowhere']) {
    const response = await fetch(server.origin + path, { headers: injected });
    expect(response.headers.get('content-security-policy')).not.toContain('AAAA');
    expect(await response.text()).not.toContain('AAAA');
  }
});

test('files of the pages are kept for ever, and cannot be taken for anything else', async ({ page }) => {
  const script = page.waitForResponse((response) => response.url().includes('/_next/static/'));
  await page.goto(server.origin);
  expect((await script).headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('a key in the address of a page is refused and not repeated', async () => {
  for (const address of [`/?amount=5&key=${server.folder.key}`, `/convert/xr%5Flive%5Fabc`]) {
    const response = await fetch(server.origin + address);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain(server.folder.key.slice(8));
  }
});

test('the page’s own key follows an amount that needs one, under the policy', async ({ page }) => {
  await page.goto(`${server.origin}/convert/EUR/USD?amount=100`);
  await page.getByRole('button', { name: 'Swap currencies' }).click();
  await amountField(page).fill('116.84');
  await expect(result(page, '100.00 EUR')).toBeVisible();
});
