import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { createPostgresServer, TEST_PASSWORD, TEST_USER } from '#lib/testing/databases/postgres-server';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { type Send, startListening } from '#lib/testing/worlds/listening-server';
import { makeKeyIn, withStore } from '#lib/testing/worlds/own-store';
import { freePort } from '#lib/testing/wire/front-proxy';
import { runScript } from '#lib/testing/run-script';

const PAIR = '/v1/rates/pair?from=EUR&to=USD&source=ecb';
const HISTORY = '/v1/historical?from=EUR&to=USD&source=ecb';

const WRITES_BACK_MS_MAX = 15_000;
const BETWEEN_READS_MS = 20;
const PATIENT = { timeout: 30_000, interval: 50 };

const USER = `${TEST_USER}:${TEST_PASSWORD}`;

it('a service with two servers in DATABASE_URL goes on with the standby that is promoted, and answers rates all the while', async () => {
  const [onePort, otherPort] = [await freePort(), await freePort()];
  const primary = createPostgresServer({ durable: true, port: onePort });
  onTestFinished(() => primary.dispose());
  await primary.start();
  const standby = createPostgresServer({ durable: true, primary, port: otherPort });
  onTestFinished(() => standby.dispose());
  await standby.start();
  const variables = {
    // The standby first: it is passed over as long as it can only be read.
    DATABASE_URL: `postgres://${USER}@127.0.0.1:${otherPort},127.0.0.1:${onePort}/postgres?target_session_attrs=read-write`,
    CLOCK: '2026-04-14T08:00:00Z',
    SOURCES: 'ecb',
    ROLE: 'web',
    RATE_LIMIT_PER_MINUTE: '0',
    MASTER_SECRET: 'one secret for the processes of this test',
  };
  await withStore(variables, (store) =>
    storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } })),
  );
  const key = await makeKeyIn(variables);
  const { send } = await startListening(variables, false);
  expect(await statusOf(send, key, HISTORY)).toBe(200);
  await withStore(variables, async (store) => {
    const write = () => store.write.noteSources({ sources: ['ecb'], atMs: Date.now() });
    await write();
    const [written] = await query(onePort, 'select pg_current_wal_lsn()::text as fact');
    const isReplayed = `select pg_last_wal_replay_lsn() >= '${written?.fact}' as fact`;
    await expect.poll(() => query(otherPort, isReplayed)).toEqual([{ fact: true }]);

    const reading = new AbortController();
    const read = readUntil(reading.signal, () => statusOf(send, key, PAIR));
    const stoppedMs = performance.now();
    await primary.killAll();
    await query(otherPort, 'select pg_promote() as fact');
    const isWritten = () =>
      write().then(
        () => true,
        () => false,
      );
    await expect.poll(isWritten, PATIENT).toBe(true);
    await expect.poll(() => statusOf(send, key, `${HISTORY}&limit=7`), PATIENT).toBe(200);
    expect(performance.now() - stoppedMs).toBeLessThan(WRITES_BACK_MS_MAX);
    reading.abort();
    const statuses = await read;
    expect(statuses.length).toBeGreaterThan(10);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});

it('a standby alone is refused in one sentence that names every server', async () => {
  const primary = createPostgresServer({ durable: false });
  onTestFinished(() => primary.dispose());
  await primary.start();
  const port = await freePort();
  const standby = createPostgresServer({ durable: false, primary, port });
  onTestFinished(() => standby.dispose());
  await standby.start();
  const refused = await runScript(['server.ts'], {
    PORT: '0',
    DATABASE_URL: `postgres://${USER}@127.0.0.1:${port}/postgres`,
  });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^The database at 127\.0\.0\.1:\d+ can only be read; name the primary server/,
  );
});

async function query(port: number, statement: string): Promise<readonly { readonly fact: unknown }[]> {
  const client = new pg.Client({ connectionString: `postgres://${USER}@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    return (await client.query<{ fact: unknown }>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function statusOf(send: Send, key: string, path: string): Promise<number> {
  return (await send({ path, headers: { Host: 'localhost', 'X-API-Key': key } })).status;
}

/** Asks again and again until it is told to end, and gives what was answered. */
async function readUntil(signal: AbortSignal, ask: () => Promise<number>): Promise<readonly number[]> {
  const statuses: number[] = [];
  while (!signal.aborted) {
    statuses.push(await ask());
    await pause(BETWEEN_READS_MS);
  }
  return statuses;
}
