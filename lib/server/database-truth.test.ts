import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasReserve } from '#lib/store/engine/disk-room';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { type RunningService, startService } from '#lib/testing/worlds/running-service';
import { runScript } from '#lib/testing/run-script';
import { NO_SMALL_DISK, openSmallDisk } from '#lib/testing/databases/small-disk';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** The parts are looked at every five seconds, and a lease is asked for every three. */
const TOLD_WITHIN = { timeout: 15_000, interval: 100 };

/** A server that stands still is found out when a connection was silent for 15 s. */
const SILENCE_TOLD_WITHIN = { timeout: 40_000, interval: 100 };

/** Far less than the five seconds for which a connection is waited for. */
const AT_ONCE_MS = 2500;

const WELL = { api: 'operational', database: 'operational', ingest: 'operational' };

const RATE = '/v1/rates/pair?from=EUR&to=DEM';
const HISTORY = '/v1/historical?from=EUR&to=DEM&source=fixed';

describe('a service whose disk is full', () => {
  it('says so, revokes keys, and is well again by itself when there is room', async ({ skip }) => {
    const disk = openSmallDisk();
    if (disk === null) return skip(NO_SMALL_DISK);
    const variables = { DATA_DIR: disk.path };
    const leaked = await makeKeyIn(variables);
    const service = await startService(variables);
    // Pages are drawn some time after rates are answered.
    const readyText = async () => (await service.get('/readyz')).text;
    await expect.poll(service.parts, TOLD_WITHIN).toMatchObject(WELL);
    await expect.poll(readyText, TOLD_WITHIN).toBe('ok\n');
    await service.server.waitForError(/this process polls/);
    // What a revocation takes when there is no other room.
    await expect.poll(() => hasReserve(disk.path), TOLD_WITHIN).toBe(true);

    disk.fill();
    await expect
      .poll(service.parts, TOLD_WITHIN)
      .toMatchObject({ api: 'operational', database: 'degraded', ingest: 'outage' });
    expect(await service.get('/readyz')).toMatchObject({
      status: 200,
      text: expect.stringMatching(
        /^ok, but the database is not: The disk that holds DATA_DIR is (?:nearly )?full/,
      ),
    });
    expect((await service.get(RATE)).status).toBe(200);
    expect((await service.get(HISTORY)).status).toBe(200);
    const create = ['lib/cli/keys.ts', 'create', '--email', 'bob@example.org', '--name', 'second'];
    expect(await runScript(create, variables)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The disk that holds DATA_DIR \(.+\) is full[^\n]*\n$/),
    });
    const revoked = await runScript(['lib/cli/keys.ts', 'revoke', leaked.slice(0, 14)], variables);
    expect(revoked.code, revoked.stderr).toBe(0);
    await expect.poll(async () => (await service.get(RATE, leaked)).status, TOLD_WITHIN).toBe(401);
    disk.makeRoom();
    await expect.poll(service.parts, TOLD_WITHIN).toMatchObject(WELL);
    await expect.poll(readyText, TOLD_WITHIN).toBe('ok\n');
    expect((await service.get(RATE, leaked)).status).toBe(401);
  });
});

describe('a service whose data folder is deleted', () => {
  it('tells of an outage of its database, serves rates from memory, and history is 503', async () => {
    const dataDir = throwAwayFolder();
    const service = await startService({ DATA_DIR: dataDir });
    await service.server.waitForError(/this process polls/);
    await expect.poll(() => hasReserve(dataDir), TOLD_WITHIN).toBe(true);
    await expect.poll(service.parts, TOLD_WITHIN).toMatchObject(WELL);
    rmSync(dataDir, { recursive: true });
    await expect
      .poll(service.parts, TOLD_WITHIN)
      .toMatchObject({ api: 'operational', database: 'outage', ingest: 'outage' });
    await expectAway(
      service,
      'The database in DATA_DIR was removed or replaced while the service was running.',
    );
    await expectLogLines(service);
  });
});

describe('a service whose PostgreSQL is killed', () => {
  it('tells of an outage of its database, serves rates from memory, history is 503, and is well again', async () => {
    const postgres = createPostgresServer({ durable: true });
    onTestFinished(() => postgres.dispose());
    await postgres.start();
    const service = await startService({ DATABASE_URL: postgres.databaseUrl('postgres') });
    await service.server.waitForError(/this process polls/);
    await expect.poll(service.parts, TOLD_WITHIN).toMatchObject(WELL);
    await postgres.killAll();
    await expect
      .poll(service.parts, TOLD_WITHIN)
      .toMatchObject({ api: 'operational', database: 'outage', ingest: 'outage' });
    await expectAway(service, 'The database does not answer.');
    await postgres.start();
    await expect.poll(service.parts, TOLD_WITHIN).toMatchObject(WELL);
    expect((await service.get(HISTORY)).status).toBe(200);
    await expectPastBack(service);
    await expectLogLines(service);
  });
});

describe('a service whose PostgreSQL stands still', () => {
  it('keeps no other key waiting behind histories, which are 503 at once as soon as it is known', async () => {
    const postgres = createPostgresServer({ durable: true });
    onTestFinished(() => postgres.dispose());
    await postgres.start();
    const variables = { DATABASE_URL: postgres.databaseUrl('postgres') };
    const service = await startService(variables);
    const other = await makeKeyIn(variables);
    await service.server.waitForError(/this process polls/);
    await expect.poll(service.parts, TOLD_WITHIN).toMatchObject(WELL);
    await expect.poll(async () => (await service.get(RATE, other)).status, TOLD_WITHIN).toBe(200);
    await postgres.freeze();
    const ended: string[] = [];
    const histories = Array.from({ length: 10 }, async (_, n) => {
      const { status, retryAfter } = await service.get(`${HISTORY}&limit=${n + 1}`);
      ended.push(`history ${status} ${retryAfter}`);
    });
    for (const base of ['EUR', 'DEM']) {
      ended.push(`rates ${(await service.get(`/v1/rates?base=${base}`, other)).status}`);
    }
    expect(ended).toEqual(['rates 200', 'rates 200']);
    await expect.poll(service.parts, SILENCE_TOLD_WITHIN).toMatchObject({ database: 'outage' });
    await expectAway(service, 'The database does not answer.');
    await Promise.all(histories);
    expect(new Set(ended)).toEqual(new Set(['rates 200', 'history 503 5']));
    await postgres.thaw();
    await expect.poll(service.parts, TOLD_WITHIN).toMatchObject(WELL);
    expect((await service.get(HISTORY)).status).toBe(200);
    await expectPastBack(service);
    await expectLogLines(service);
  }, 120_000);
});

async function expectAway({ get }: RunningService, cause: string): Promise<void> {
  expect(await get('/readyz')).toMatchObject({
    status: 200,
    text: `ok, but the database is not: ${cause}\n`,
  });
  expect((await get('/healthz')).text).toBe('ok\n');
  expect((await get(RATE)).status).toBe(200);
  const askedMs = performance.now();
  for (const path of ['/status/board.json', '/status/badge.svg']) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
  // Nobody has read the past before, and the board says so.
  expect(JSON.parse((await get('/status/board.json')).text)).toMatchObject({
    overall: 'degraded',
    readAt: null,
    sources: [{ id: 'fixed', status: 'operational' }],
    incidents: [],
  });
  for (const path of [HISTORY, '/status/feed.atom']) {
    const { status, retryAfter, text } = await get(path);
    expect([path, status, retryAfter]).toEqual([path, 503, '5']);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'source_unavailable', type: 'source_error' } });
  }
  // Not after a connection has been waited for.
  expect(performance.now() - askedMs).toBeLessThan(AT_ONCE_MS);
}

/** Days and incidents are read every ten seconds. */
async function expectPastBack({ get }: RunningService): Promise<void> {
  expect((await get('/status/feed.atom')).status).toBe(200);
  const readAt = async () => JSON.parse((await get('/status/board.json')).text);
  await expect.poll(readAt, TOLD_WITHIN).toMatchObject({ readAt: expect.any(String) });
}

/** Ends the service, whose log has one line for each event and nothing besides. */
async function expectLogLines({ server }: RunningService): Promise<void> {
  server.kill('SIGTERM');
  const { stderr } = await server.ended;
  const others = stderr.split('\n').filter((line) => line !== '' && !/^\{.*\}$/.test(line));
  expect(others).toEqual([]);
}
