import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openSqliteStore } from './open-store.ts';
import { MADE_FILE, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import type { Store } from './store.ts';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const ONE_FIGURE = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } });

describe('opening the embedded database', () => {
  it('makes the folder, with every folder above it', async () => {
    const dataDir = join(throwAwayFolder(), 'deep', 'down');
    await open(dataDir);
    expect(existsSync(join(dataDir, SQLITE_FILE))).toBe(true);
  });

  it('many times at once makes the tables once, and every opener can write', async () => {
    const dataDir = throwAwayFolder();
    const stores = await Promise.all(Array.from({ length: 8 }, () => open(dataDir)));
    const notes = stores.map((store, index) =>
      store.write.ensureAccount({ email: `${index}@b.co`, nowMs: 0 }),
    );
    expect(new Set(await Promise.all(notes)).size).toBe(stores.length);
  });

  it('rejects when the file is something else, and leaves it as it was', async () => {
    const dataDir = throwAwayFolder();
    writeFileSync(join(dataDir, SQLITE_FILE), 'Not a database. '.repeat(1000));
    await expect(open(dataDir)).rejects.toThrow('file is not a database');
    expect(readdirSync(dataDir)).toEqual([SQLITE_FILE]);
  });

  it('rejects when the file is another program’s database, and leaves it as it was', async () => {
    const dataDir = throwAwayFolder();
    const path = join(dataDir, SQLITE_FILE);
    change(dataDir, 'pragma journal_mode = delete; create table song (title text)');
    const before = readFileSync(path);
    await expect(open(dataDir)).rejects.toThrow(
      `The database ${path} is another program's; move it elsewhere, or set DATA_DIR to another folder.`,
    );
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dataDir)).toEqual([SQLITE_FILE]);
  });

  it('rejects when the tables cannot be made, and leaves none of them', async () => {
    const dataDir = throwAwayFolder();
    change(
      dataDir,
      'create table kysely_migration (name text, timestamp text); create table revision (n integer)',
    );
    await expect(open(dataDir)).rejects.toThrow('table "revision" already exists');
    expect(tablesIn(dataDir)).toEqual(['kysely_migration', 'kysely_migration_lock', 'revision']);
  });

  it('reads the database of a newer version but writes nothing to it', async () => {
    const dataDir = throwAwayFolder();
    const first = await open(dataDir);
    await storeFixings(first, ONE_FIGURE);
    await first.close();
    change(dataDir, "insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    const store = await open(dataDir);
    expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
    const revised = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.2 } });
    await expect(storeFixings(store, revised)).rejects.toThrow(/^A newer version of this program/);
    await expect(store.writable).rejects.toThrow(/^A newer version of this program/);
    expect(await servedRate(store, 'EUR/USD')).toBe(1.1684);
  });
});

describe('closing the embedded database', () => {
  it('folds the log into the file, whether anything was read or not', async () => {
    const dataDir = throwAwayFolder();
    const store = await open(dataDir);
    await storeFixings(store, ONE_FIGURE);
    await store.close();
    expect(readdirSync(dataDir)).toEqual([MADE_FILE, SQLITE_FILE]);
  });

  it('finishes the writes that were asked for before', async () => {
    const dataDir = throwAwayFolder();
    const store = await open(dataDir);
    const asked = storeFixings(store, ONE_FIGURE);
    await store.close();
    expect(await asked).toEqual({ imported: 1, revised: 0 });
    expect(await servedRate(await open(dataDir), 'EUR/USD')).toBe(1.1684);
  });
});

async function open(dataDir: string): Promise<Store> {
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  return store;
}

function change(dataDir: string, statement: string): void {
  const { plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  plain.exec(statement);
  plain.close();
}

function tablesIn(dataDir: string): readonly unknown[] {
  const { plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  const names = plain
    .prepare("select name from sqlite_master where type = 'table' order by name")
    .pluck()
    .all();
  plain.close();
  return names;
}
