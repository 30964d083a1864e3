import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { API_ERRORS } from '#lib/contract/errors';
import { box, type DocsServer, ENDPOINTS, openDocs, packed, sendBox, turnTo } from './docs-page.ts';
import { expect, test } from './guarded-test.ts';
import { pairRateWithProvenance } from '#lib/testing/wire/answer-schemas';

const run = promisify(execFile);

let server: DocsServer;

/** Loaded once for tests that send what boxes begin with, or read. */
let readPage: Page;

test.beforeAll(async ({ browser, docs }) => {
  server = docs;
  readPage = await browser.newPage();
  await openDocs(readPage, `${server.origin}/docs/errors`);
});

test.afterAll(() => readPage.close());

test('every endpoint answers in its box what it answers directly, to the digit', async () => {
  for (const { id, path, query, field } of ENDPOINTS) {
    await turnTo(readPage, id);
    const shown = await sendBox(box(readPage, path));
    const direct = await server.ask(`${path}?${query}`);
    if (path === '/v1/status') {
      expect(JSON.parse(shown)).toMatchObject({ sources: [{ source: 'ecb' }, { source: 'fixed' }] });
    } else expect(packed(shown), path).toBe(direct);
    expect(JSON.parse(shown), path).toHaveProperty(field);
    await expect(box(readPage, path).getByText('200 OK')).toBeVisible();
    await expect(box(readPage, path).getByText(/^req_/)).toBeVisible();
  }
});

test('a document is asked for by the hash in its path, and is shown and printed as it came', async () => {
  const path = '/v1/rates/pair?from=EUR&to=USD&source=ecb&include=provenance';
  const { provenance } = pairRateWithProvenance.parse(JSON.parse(await server.ask(path)));
  const address = `/v1/documents/${provenance.legs[0]?.document?.sha256}`;
  await turnTo(readPage, 'documents');
  const documents = box(readPage, '/v1/documents/{sha256}');
  await documents.getByLabel('sha256').fill('0'.repeat(64));
  await documents.getByRole('button', { name: 'Send request' }).click();
  await expect(documents.getByText('404 unknown_document')).toBeVisible();
  await documents.getByLabel('sha256').fill(address.slice(-64));
  const shown = await sendBox(documents);
  expect(shown).toBe(await server.ask(address));
  expect(shown.slice(0, 9)).toBe('Date,USD,');
  await expect(documents.getByText('attachment; filename="ecb-')).toBeVisible();
  const line = await documents.getByRole('group', { name: 'The request as curl' }).textContent();
  const env = { ...process.env, CROSSRATE_API_KEY: server.folder.key };
  expect((await run('sh', ['-c', `${line} -s`], { env })).stdout).toBe(shown);
});

test('a stream shows the events that it begins with, and is left', async () => {
  await turnTo(readPage, 'stream');
  const stream = box(readPage, '/v1/stream');
  await stream.getByLabel('pairs').fill('EUR/USD,USD/JPY');
  const shown = await sendBox(stream);
  for (const [from, to] of [
    ['EUR', 'USD'],
    ['USD', 'JPY'],
  ]) {
    const pair = await server.ask(`/v1/rates/pair?from=${from}&to=${to}`);
    expect(shown).toContain(`event: rate\ndata: ${pair.slice(0, -1)},"stale":`);
  }
  await expect(stream.getByText('200 OK')).toBeVisible();
  await expect.poll(server.openStreams).toBe(0);
});

test('tells of every error, every source that is enabled, and what it asks for', async () => {
  await turnTo(readPage, 'errors');
  const errors = readPage.getByRole('table', { name: 'Errors' });
  for (const code of Object.keys(API_ERRORS))
    await expect(errors.getByText(code, { exact: true })).toBeVisible();
  const main = readPage.getByRole('main');
  await turnTo(readPage, 'sources');
  await expect(main.getByText('Euro reference rates of the European Central Bank')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Sources and terms' })).toHaveAttribute('href', '/sources');
  await expect(main.getByText('Not enabled on this server')).toBeVisible();
  await turnTo(readPage, 'details');
  await expect(main).toContainText('half-even');
});

test('tells whoever has no account here how to come by a key', async ({ page }) => {
  await openDocs(page, `${server.origin}/docs`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Create a key' })).toContainText(
    'Accounts on this server are created by its operator.',
  );
  await expect(page.getByRole('group', { name: 'The request as curl' })).toContainText('/v1/convert');
});

test('what is typed is in the request, in the answer and in the address, which brings it back', async ({
  page,
}) => {
  await openDocs(page, `${server.origin}/docs/convert`);
  const convert = box(page, '/v1/convert');
  await expect(convert.getByText('Example answer')).toBeVisible();
  await convert.getByLabel('from').fill('gbp');
  await convert.getByLabel('amount').fill('19.99');
  await convert.getByLabel('source').selectOption('ecb');
  await expect(convert.getByRole('group', { name: 'The request as curl' })).toContainText(
    '-d from=gbp -d to=JPY -d amount=19.99 -d source=ecb',
  );
  const shown = await sendBox(convert);
  expect(packed(shown)).toBe(await server.ask('/v1/convert?from=GBP&to=JPY&amount=19.99&source=ecb'));
  await convert.getByText('Python', { exact: true }).click();
  await expect
    .poll(() => page.url())
    .toBe(`${server.origin}/docs/convert?from=gbp&to=JPY&amount=19.99&source=ecb&lang=python`);
  await page.reload();
  await expect(convert.getByLabel('amount')).toHaveValue('19.99');
  await expect(convert.getByLabel('source')).toHaveValue('ecb');
  await expect(convert.getByRole('group', { name: 'The request as Python' })).toContainText(
    '"amount": "19.99"',
  );
});

test('an error is shown as it came @long', async ({ page }) => {
  await openDocs(page, `${server.origin}/docs/pair?from=USD&to=KPW`);
  const pair = box(page, '/v1/rates/pair');
  await pair.getByRole('button', { name: 'Send request' }).click();
  await expect(pair.getByText('404 pair_unavailable')).toBeVisible();
  const shown = await pair.getByRole('group', { name: 'Live answer' }).textContent();
  expect(packed(shown ?? '')).toBe(await server.ask('/v1/rates/pair?from=USD&to=KPW'));
});

test('what a shell would run is sent and not run @long', async ({ page }) => {
  await openDocs(page, `${server.origin}/docs/convert`);
  const convert = box(page, '/v1/convert');
  await convert.getByLabel('amount').fill("1'; echo broken; '");
  const line = await convert.getByRole('group', { name: 'The request as curl' }).textContent();
  const env = { ...process.env, CROSSRATE_API_KEY: server.folder.key };
  const { stdout } = await run('sh', ['-c', `${line} -s`], { env });
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'invalid_parameter' } });
});

test('a pasted key is sent in the header, shown by its ends, copied whole and never kept', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { key } = server.folder;
  const ends = `${key.slice(0, 14)}…${key.slice(-4)}`;
  await openDocs(page, `${server.origin}/docs/convert`);
  const yours = page.getByRole('region', { name: 'Your key' });
  await yours.getByLabel('Paste the key').fill('xr_live_cut');
  await yours.getByRole('button', { name: 'Use key' }).click();
  await expect(yours.getByText('This is not a whole key.')).toBeVisible();
  await yours.getByLabel('Paste the key').fill(key);
  await expect(yours.getByText(ends).first()).toBeVisible();
  const convert = box(page, '/v1/convert');
  const sent = page.waitForRequest((request) => request.url().includes('/v1/convert'));
  await sendBox(convert);
  const request = await sent;
  expect(await request.headerValue('X-API-Key')).toBe(key);
  expect(request.url()).not.toContain('xr_live');
  await convert.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(convert.getByText('Copy: copied')).toBeAttached();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`-H "X-API-Key: ${key}"`);
  const { stdout } = await run('sh', ['-c', `${copied} -s`]);
  expect(JSON.parse(stdout)).toMatchObject({ from: 'USD', to: 'JPY' });
  expect(await page.content()).not.toContain(key);
  expect(page.url()).not.toContain('xr_live');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toContain('xr_live');
  await turnTo(page, 'pair');
  await expect(box(page, '/v1/rates/pair').getByText('Sent with the key that you pasted.')).toBeVisible();
  await turnTo(page, 'convert');
  await yours.getByRole('button', { name: 'Forget it' }).click();
  await expect(yours.getByLabel('Paste the key')).toHaveValue('');
  await expect(convert.getByText('Sent with a key of this page')).toBeVisible();
});

test('a key that is typed as a parameter is neither sent nor put into the address @long', async ({
  page,
}) => {
  await openDocs(page, `${server.origin}/docs/pair`);
  const asked: string[] = [];
  page.on('request', (request) => {
    // Not the page's mark, which a browser fetches when it likes, nor the next page.
    if (request.resourceType() === 'fetch' && !request.url().includes('/docs/')) asked.push(request.url());
  });
  const pair = box(page, '/v1/rates/pair');
  await pair.getByLabel('from').fill(server.folder.key);
  await expect(pair.getByText('This looks like an API key.')).toBeVisible();
  await pair.getByRole('button', { name: 'Send request' }).click();
  await pair.getByLabel('to').focus();
  expect(page.url()).toBe(`${server.origin}/docs/pair`);
  await turnTo(page, 'status');
  // What another box sends comes after whatever this one would have sent.
  await sendBox(box(page, '/v1/status'));
  expect(asked).toEqual([`${server.origin}/v1/status`]);
});

test('nonsense in the address shows the page and says what was ignored @long', async ({ page }) => {
  await openDocs(page, `${server.origin}/docs?try=nothing&lang=cobol`);
  await expect(page.getByText('“nothing” is not an endpoint.')).toBeVisible();
  await expect(page.getByText('“cobol” is not a language of this page.')).toBeVisible();
  for (const path of ['/docs/nothing', '/docs/convert/more']) {
    expect((await fetch(server.origin + path)).status, path).toBe(404);
  }
});

test('the box works by keyboard alone', async ({ page }) => {
  await openDocs(page, `${server.origin}/docs/convert`);
  const convert = box(page, '/v1/convert');
  await convert.getByLabel('from').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('7');
  await page.keyboard.press('Control+Enter');
  await expect(convert.getByText('200 OK')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('amount')).toBe('7');
  // Past source, date, knownAt, rule and include.
  for (let field = 0; field < 6; field += 1) await page.keyboard.press('Tab');
  await expect(convert.getByRole('button', { name: 'Send request' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(convert.getByRole('group', { name: 'The request as TypeScript' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(convert.getByRole('button', { name: 'Copy', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(convert.getByRole('group', { name: 'The request as TypeScript' })).toBeFocused();
});
