import { DOCS_PAGES } from '#components/docs/docs-pages.ts';
import { someOf } from '#lib/testing/long-count';
import { box, type DocsServer, openDocs } from './docs-page.ts';
import { expect, test } from './guarded-test.ts';

let server: DocsServer;

test.beforeAll(({ docs }) => {
  server = docs;
});

test('every page comes under its own title, and says what follows it', async () => {
  for (const { slug, name, title } of someOf(DOCS_PAGES, 6)) {
    const answer = await fetch(`${server.origin}/docs/${slug}`);
    const html = await answer.text();
    expect(answer.status, slug).toBe(200);
    expect(html, slug).toContain(`<title>${name} · Docs · Crossrate</title>`);
    expect(html, slug).toContain(`${title}</h1>`);
    expect(html, slug).toContain('aria-label="Pages before and after"');
  }
});

test('a search finds pages and parts by keyboard, and leads there', async ({ page }) => {
  await openDocs(page, `${server.origin}/docs/convert`);
  await page.keyboard.press('/');
  await page.keyboard.type('historical');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/docs?q=historical`);
  await expect(page.getByRole('heading', { name: 'found for “historical”' })).toBeVisible();
  const found = page.getByRole('list', { name: 'Found' }).getByRole('link');
  await expect(found.first()).toHaveText('The history of a pair');
  await expect(page.locator('mark').first()).toHaveText(/histor/i);
  await found.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/docs/historical`);
  await expect(box(page, '/v1/historical')).toBeVisible();
});

test('the docs are read, searched and tried without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.origin}/docs/convert?lang=go`);
  await expect(page.getByRole('group', { name: 'The request as Go' })).toContainText('package main');
  await box(page, '/v1/convert').getByLabel('amount').fill('7');
  await box(page, '/v1/convert').getByRole('button', { name: 'Send request' }).click();
  await expect(box(page, '/v1/convert').getByLabel('amount')).toHaveValue('7');
  await page.getByRole('searchbox').fill('rate limit');
  await page.getByRole('searchbox').press('Enter');
  const found = page.getByRole('list', { name: 'Found' }).getByRole('link');
  await expect(found.filter({ hasText: 'Limits' }).first()).toHaveAttribute('href', /^\/docs\/limits/);
  await page.goto(`${server.origin}/docs?q=%3Cb%3Eqqqqzz`);
  await expect(page.getByRole('heading', { name: 'Nothing found for “<b>qqqqzz”' })).toBeVisible();
  await page.goto(`${server.origin}/docs#historical`);
  await expect(page.locator(':target').getByRole('link')).toHaveAttribute('href', '/docs/historical');
  await context.close();
});
