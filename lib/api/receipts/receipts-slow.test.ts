import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { ApiService } from '#lib/api/api-service';
import { createRateLimits } from '#lib/api/limits/rate-limit';
import { createRoutes } from '#lib/api/routes';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { ask, errorOf } from '#lib/testing/worlds/endpoint-bench';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const RECEIPT = '/v1/convert?from=EUR&to=USD&amount=7&include=receipt';
const HISTORY = '/v1/historical?from=EUR&to=USD&source=ecb';

/** So many at once of 600 a minute. */
const BURST = 120;

it('while another process holds the database, a receipt is refused after a while, costs one request, and no history waits for it', async () => {
  const dataDir = throwAwayFolder();
  const bench = await openLimited({ DATA_DIR: dataDir });
  const { plain: other } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  const ended: string[] = [];
  const waiting = ask(bench, RECEIPT).finally(() => ended.push('receipt'));
  expect((await ask(bench, HISTORY)).status).toBe(200);
  ended.push('history');
  const refused = await waiting;
  other.exec('rollback');
  expect(ended).toEqual(['history', 'receipt']);
  expect(await errorOf(refused)).toMatchObject({
    status: 503,
    message: expect.stringMatching(/^No receipt/),
  });
  // The status, the history and the receipt.
  expect(refused.headers.get('RateLimit')).toContain(`r=${BURST - 3};`);
  expect((await ask(bench, RECEIPT)).status).toBe(200);
}, 30_000);

it('on PostgreSQL no history waits for a receipt whose table is locked, which is given once that is over', async () => {
  const url = await freshDatabase();
  const bench = await openLimited({ DATABASE_URL: url });
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin; lock table receipt in exclusive mode');
  const ended: string[] = [];
  const waiting = ask(bench, RECEIPT).finally(() => ended.push('receipt'));
  expect((await ask(bench, HISTORY)).status).toBe(200);
  ended.push('history');
  await other.query('rollback');
  expect((await waiting).status).toBe(200);
  expect(ended).toEqual(['history', 'receipt']);
}, 30_000);

it('a receipt that the database knows and does not show is refused after a few tries, and costs one request', async () => {
  let tries = 0;
  const bench = await openLimited({}, async () => {
    tries += 1;
    return 'known';
  });
  const refused = await ask(bench, RECEIPT);
  expect([refused.status, tries]).toEqual([503, 3]);
  // The status and the receipt.
  expect(refused.headers.get('RateLimit')).toContain(`r=${BURST - 2};`);
});

/** A service that limits what is asked of it, by a clock that gives nothing back. */
async function openLimited(
  variables: Readonly<Record<string, string>>,
  storeReceipt?: ApiService['storeReceipt'],
) {
  const limits = createRateLimits({ perMinute: 600, monotonicMs: () => 0 });
  const bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() },
    async (service, request) =>
      createRoutes(() => ({ ...service, limits, ...(storeReceipt && { storeReceipt }) }))(
        new URL(request.url).pathname,
      ).GET(request),
    variables,
    'thread',
  );
  onTestFinished(() => bench.dispose());
  // What a start writes down is done before anything is locked.
  expect((await ask(bench, '/v1/status')).status).toBe(200);
  return bench;
}
