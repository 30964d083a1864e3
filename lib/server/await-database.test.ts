import { describe, expect, it, onTestFinished } from 'vitest';
import { createPostgresServer, TEST_PASSWORD, TEST_USER } from '#lib/testing/databases/postgres-server';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { exchange } from '#lib/testing/wire/raw-exchange';
import { startServer } from '#lib/testing/worlds/listening-server';

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 30_000, interval: 50 };

const WAITS = /^Waiting for the database; until then, requests at port (\d+) get 503\. (.*)$/m;
const NOBODY_LISTENS = /^No PostgreSQL server listens at \S+; start it or correct DATABASE_URL\.$/;

describe('a server that is started before its PostgreSQL', { timeout: 60_000 }, () => {
  it(
    'answers 503 until it is there, then serves at the same port; with a wrong password it ends then',
    expectWaiting,
  );

  it('ends with code 0 on SIGTERM and SIGINT while it waits', async () => {
    const socketFolder = encodeURIComponent(throwAwayFolder());
    const variables = { PORT: '0', DATABASE_URL: `postgres://zebra@localhost/rates?host=${socketFolder}` };
    const endings = (['SIGTERM', 'SIGINT'] as const).map(async (signal) => {
      const server = startServer(variables);
      await server.waitForOutput(WAITS);
      server.kill(signal);
      return server.ended;
    });
    for (const { code, signal, stdout, stderr } of await Promise.all(endings)) {
      expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
      expect(stdout.split('\n')).toHaveLength(2);
    }
  });
});

async function expectWaiting(): Promise<void> {
  const postgres = createPostgresServer({ durable: false });
  onTestFinished(() => postgres.dispose());
  const databaseUrl = postgres.databaseUrl('postgres');
  const variables = { PORT: '0', LOG_LEVEL: 'info' };
  const server = startServer({ ...variables, DATABASE_URL: databaseUrl });
  const refused = startServer({
    ...variables,
    DATABASE_URL: databaseUrl.replace(TEST_PASSWORD, 'stripes'),
    ROLE: 'ingest',
  });
  const [, port, sentence] = await server.waitForOutput(WAITS);
  expect(sentence).toMatch(NOBODY_LISTENS);
  const ask = (path: string, host = 'localhost') =>
    exchange({ port: Number(port), path, headers: { Host: host } });
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: 'ok\n' });
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: 'not ready: the service cannot start yet. The database does not answer.\n',
  });
  for (const path of ['/v1/convert?from=EUR&to=DEM&amount=1', '/', '/metrics']) {
    const { status, headers, body } = await ask(path);
    expect({ status, retryAfter: headers['retry-after'] }).toEqual({ status: 503, retryAfter: '5' });
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'source_unavailable', type: 'source_error' } });
  }
  expect((await ask('/v1/rates?base=EUR', 'rates.example.org')).status).toBe(403);

  await refused.waitForOutput(WAITS);
  await postgres.start();
  await expect.poll(async () => (await ask('/readyz').catch(() => null))?.status, PATIENT).toBe(200);
  expect((await ask('/v1/rates?base=EUR')).status).toBe(401);
  await server.waitForOutput(new RegExp(`^Crossrate listens on http://localhost:${port}$`, 'm'));
  expect(await refused.ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^.*\nThe database at \S+ refuses the user or the password of DATABASE_URL; correct them\.\n$/,
    ),
  });
  server.kill('SIGTERM');
  const { code, stdout, stderr } = await server.ended;
  expect({ code, told: stdout.match(new RegExp(WAITS, 'gm'))?.length }).toEqual({ code: 0, told: 1 });
  expect(stderr.match(/"msg":"[^"]*database[^"]*"/g)).toEqual([
    '"msg":"the database is away; the service waits for it"',
    '"msg":"the database is there"',
  ]);
  for (const secret of [TEST_USER, TEST_PASSWORD]) expect(stdout + stderr).not.toContain(secret);
}
