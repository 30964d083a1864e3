import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './guarded-test.ts';
import { writeClientPackage } from '#lib/cli/write-client-package';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';

/** A page of another origin, which asks with the client of the package. */
function pageAsking(server: string, key: string): string {
  return `<!doctype html>
<title>A page of somebody else</title>
<link rel="icon" href="data:,">
<output></output>
<script type="module">
  import { createClient, CrossrateError } from './client.js';
  const client = createClient({ server: ${JSON.stringify(server)}, apiKey: ${JSON.stringify(key)} });
  const pair = { from: 'EUR', to: 'USD' };
  const { result } = await client.convert({ ...pair, amount: 100 });
  // The second answer comes by its tag.
  const versions = [];
  const onHeaders = (headers) => versions.push(headers.get('X-Data-Version'));
  const rates = [await client.pair(pair, { onHeaders }), await client.pair(pair, { onHeaders })];
  const days = [];
  for await (const { timestamp } of client.history(pair)) days.push(timestamp.slice(0, 10));
  let told;
  for await (told of client.stream({ pairs: ['EUR/USD'] })) break;
  // What libraries, proxies and tracers add by themselves: each needs the service's leave before the request is sent.
  const added = {
    'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json', 'Cache-Control': 'no-cache',
    Authorization: 'Basic x', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
  const statuses = [];
  for (const path of ['/v1/rates?base=EUR', '/v1/status', '/openapi.json', '/status/badge.svg']) {
    const response = await fetch(${JSON.stringify(server)} + path, { headers: { 'X-API-Key': ${JSON.stringify(key)}, ...added } });
    statuses.push(response.status);
  }
  const error = await client.pair({ from: 'EUR', to: 'QQQ' }).catch((thrown) => thrown);
  document.querySelector('output').textContent = JSON.stringify([
    result, rates.map(({ rate }) => rate), versions[0] !== null && versions[0] === versions[1], days,
    told.data.rate, statuses, error instanceof CrossrateError && error.code,
  ]);
</script>
`;
}

test('a page of another origin asks the service with the client of the package', async ({
  page,
  twoDays,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'crossrate-client-'));
  await writeClientPackage(PROJECT_ROOT, folder);
  const files = createServer(async ({ url }, answer) => {
    const isScript = url === '/client.js';
    answer.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    answer.end(
      isScript
        ? await readFile(join(folder, 'dist/client.js'))
        : pageAsking(twoDays.origin, twoDays.folder.key),
    );
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  try {
    const address = files.address();
    const port = typeof address === 'object' ? address?.port : null;
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect(page.locator('output')).toHaveText(
      JSON.stringify([
        116.84,
        [1.1684, 1.1684],
        true,
        ['2026-04-13', '2026-04-10'],
        1.1684,
        [200, 200, 200, 200],
        'unknown_currency',
      ]),
    );
  } finally {
    files.closeAllConnections();
    files.close();
    await rm(folder, { recursive: true, force: true });
  }
});
