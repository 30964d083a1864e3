import { expect, test } from '@playwright/test';
import { type RunningServer, type ServedFolder, servedFolder, startServer } from './running-server.ts';

let folder: ServedFolder;
let server: RunningServer;

test.beforeAll(async () => {
  folder = await servedFolder();
  server = await startServer(folder);
});

test.afterAll(async () => {
  await server.stop();
  await folder.remove();
});

test('the first page shows the figure that the API gives, its source and its instant', async ({ page }) => {
  const answer = await fetch(`${server.origin}/v1/convert?from=EUR&to=USD&amount=100`, {
    headers: { 'X-API-Key': folder.key },
  });
  const conversion: unknown = await answer.json();
  expect(conversion).toMatchObject({ result: 116.84, rate: 1.1684, source: 'ecb' });

  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(server.origin);

  await expect(page.getByRole('status', { name: '116.84 USD' })).toBeVisible();
  await expect(page.getByText('1.1684')).toBeVisible();
  await expect(page.getByText('ecb', { exact: true })).toBeVisible();
  await expect(page.getByText('13 Apr 2026, 12:10 UTC')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a page asked for under a foreign name is refused, so that no other site can read it', async () => {
  const { request } = await import('node:http');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asked = request(server.origin, { headers: { Host: 'rates.example.org' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
  expect(status).toBe(403);
});
