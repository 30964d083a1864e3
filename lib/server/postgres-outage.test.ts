import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresServer, TEST_PASSWORD, TEST_USER } from '#lib/testing/databases/postgres-server';
import { startScript } from '#lib/testing/run-script';
import { makeKeyIn, withStore } from '#lib/testing/worlds/own-store';

/** So long reads go on while there is no database; the service looks for it once a second. */
const OUTAGE_MS = 3500;

/** Between two reads: reading on and on would take a processor from the server. */
const PAUSE_MS = 5;

describe('a server whose PostgreSQL is killed and comes back', () => {
  it('answers from memory, tells of it once, and takes in what is committed afterwards', async () => {
    const postgres = createPostgresServer({ durable: true });
    onTestFinished(() => postgres.dispose());
    await postgres.start();
    const databaseUrl = postgres.databaseUrl('postgres');
    const key = await makeKeyIn({ DATABASE_URL: databaseUrl });
    const variables = {
      DATABASE_URL: databaseUrl,
      PORT: '0',
      ROLE: 'web',
      SOURCES: 'fixed',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const server = startScript(['server.ts'], variables);
    const [, address = ''] = await server.waitForOutput(/^Crossrate listens on (\S+)$/m);
    expect(await statusOf(address, key)).toBe(200);
    await server.waitForOutput(/^The first account is made at /m);
    // What a start writes down beside its first answers is done.
    await withStore({ DATABASE_URL: databaseUrl }, async (store) => {
      while ((await store.readNotedSources(Date.now())).sources === null) await pause(PAUSE_MS);
    });

    await postgres.killAll();
    const statuses = new Set<number>();
    const startMs = performance.now();
    while (performance.now() - startMs < OUTAGE_MS) {
      statuses.add(await statusOf(address, key));
      await pause(PAUSE_MS);
    }
    expect([...statuses]).toEqual([200]);

    await postgres.start();
    const second = await makeKeyIn({ DATABASE_URL: databaseUrl });
    while ((await statusOf(address, second)) !== 200) await pause(PAUSE_MS);
    server.kill('SIGTERM');
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    const told = stderr.split('\n').filter((line) => line.includes('the database'));
    expect(told.map((line) => asLogLine(JSON.parse(line)).msg)).toEqual([
      'the database could not be read; memory is served',
      'the database is read again',
    ]);
    for (const secret of [TEST_USER, TEST_PASSWORD]) expect(stderr).not.toContain(secret);
  });
});

async function statusOf(address: string, key: string): Promise<number> {
  const answer = await fetch(`${address}/v1/rates/pair?from=EUR&to=DEM`, { headers: { 'X-API-Key': key } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Holds because every line on standard error is one event of the log, and each has a message. */
function asLogLine(line: unknown): { readonly msg: string } {
  return line as { readonly msg: string };
}
