import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { alter, FATAL_HARMS, scribbleOver } from '#lib/testing/databases/damaged-databases';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { PROJECT_ROOT, runScript } from '#lib/testing/run-script';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openSqliteStore } from './open-store.ts';
import { MADE_FILE, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import type { Store } from './store.ts';

/** For a thread that has to start on a busy machine. */
const PATIENCE = { timeout: 20_000 };

const FIGURES = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } });

describe('a database that was', () => {
  it.each(FATAL_HARMS)(
    '$name keeps the server from starting, with one sentence that names it',
    async ({ harm, sentence }) => {
      const dataDir = await aDatabase();
      harm(dataDir);
      const { code, stdout, stderr } = await runScript(['server.ts'], {
        DATA_DIR: dataDir,
        PORT: '0',
        SOURCES: 'fixed',
      });
      expect({ code, stdout, lines: stderr.split('\n').length }, stderr).toEqual({
        code: 1,
        stdout: '',
        lines: 2,
      });
      expect(stderr).toMatch(sentence);
    },
  );

  it('removed on purpose, with the note that there was one, is made anew', async () => {
    const dataDir = await aDatabase();
    for (const name of [SQLITE_FILE, MADE_FILE]) rmSync(join(dataDir, name));
    expect(await servedRate(await open(dataDir), 'EUR/USD')).toBeUndefined();
  });

  it('changed by a newer version is read, and the fault is named', async () => {
    const dataDir = await aDatabase();
    alter(dataDir, "insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    const store = await open(dataDir);
    expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
    await expect.poll(() => store.fault(), PATIENCE).toMatchObject({ kind: 'newer' });
    expect(store.fault()?.message).toMatch(
      /^A newer version of this program has changed the database in \S+/,
    );
  });
});

describe('a database with', () => {
  it('a damaged part that no request needs is served all the same', async () => {
    const dataDir = await aDatabase();
    scribbleOver(dataDir, 'incident');
    const store = await open(dataDir);
    expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
    await storeFixings(store, aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.2 } }));
    expect(await servedRate(store, 'EUR/USD')).toBe(1.2);
  });

  it('an impossible figure leaves it out of a history', async () => {
    const dataDir = await aDatabase();
    const writing = await open(dataDir);
    await storeFixings(writing, aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.2 } }));
    alter(dataDir, 'update obs_day set rate = 1e13 where rate = 1.2');
    const store = await open(dataDir);
    const span = {
      source: 'ecb',
      base: 'EUR',
      quote: 'USD',
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER,
      limit: 9,
    };
    expect((await store.readSeries(span)).rates).toEqual([1.1684]);
  });
});

describe('a data folder that is taken away while it is in use', () => {
  it.each([
    ['removed', (dataDir: string) => rmSync(dataDir, { recursive: true })],
    ['emptied of its database', (dataDir: string) => rmSync(join(dataDir, SQLITE_FILE))],
    ['emptied of the log beside it', (dataDir: string) => rmSync(join(dataDir, `${SQLITE_FILE}-wal`))],
  ])('%s is an outage: nothing is read or written, and no second database is made', async (_name, take) => {
    const dataDir = await aDatabase();
    const store = await open(dataDir);
    await store.write.ensureAccount({ email: 'ada@example.org', nowMs: 0 });
    take(dataDir);
    const hadFile = existsSync(join(dataDir, SQLITE_FILE));
    const later = aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.2 } });
    await expect(storeFixings(store, later)).rejects.toThrow(/was removed or replaced while/);
    await expect(store.readRevisions()).rejects.toThrow(/was removed or replaced while/);
    expect(await store.look()).toMatchObject({ kind: 'gone' });
    expect(existsSync(join(dataDir, SQLITE_FILE))).toBe(hadFile);
  });

  it('is well again when the same file is back', async () => {
    const dataDir = await aDatabase();
    const store = await open(dataDir);
    renameSync(dataDir, `${dataDir}.away`);
    onTestFinished(() => rmSync(`${dataDir}.away`, { recursive: true, force: true }));
    await expect(store.readRevisions()).rejects.toThrow(/was removed or replaced while/);
    renameSync(`${dataDir}.away`, dataDir);
    expect(await store.look()).toBeNull();
    expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
  });
});

/** A folder with a database of one figure that nobody has open. */
async function aDatabase(): Promise<string> {
  const dataDir = throwAwayFolder();
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here');
  await storeFixings(store, FIGURES);
  await store.close();
  return dataDir;
}

async function open(dataDir: string): Promise<Store> {
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  return store;
}
