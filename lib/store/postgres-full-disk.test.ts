import { chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { NO_SMALL_DISK, openSmallDisk } from '#lib/testing/databases/small-disk';
import { openPostgresStore } from './postgres-store.ts';
import type { Store } from './store.ts';

/** More rows than the pages that are there have room for. */
const ROWS = 2000;

it('a PostgreSQL whose disk is full is named, reads go on, and writes when it has room again', async ({
  skip,
}) => {
  const disk = openSmallDisk();
  if (disk === null) return skip(NO_SMALL_DISK);
  const postgres = createPostgresServer({ durable: true });
  onTestFinished(() => postgres.dispose());
  await postgres.start();
  const databaseUrl = postgres.databaseUrl('postgres');
  const tables = join(disk.path, 'tables');
  mkdirSync(tables);
  const { uid, gid } = statSync(new URL(databaseUrl).searchParams.get('host') ?? '');
  chownSync(tables, uid, gid);
  await query(databaseUrl, `create tablespace small location '${tables}'`);
  await query(databaseUrl, 'create database rates tablespace small');

  const store = await openPostgresStore(postgres.databaseUrl('rates'));
  onTestFinished(() => store.close());
  await store.write.ensureAccount({ email: 'ada@example.org', nowMs: 0 });
  disk.fill();
  await expect(addAccounts(store)).rejects.toThrow(
    /^The disk of the database at \S+ is full; make room there\.$/,
  );
  expect(store.fault()).toMatchObject({ kind: 'full' });
  expect(await store.look()).toMatchObject({ kind: 'full' });
  expect(await store.readAccountByEmail('ada@example.org')).not.toBeNull();
  disk.makeRoom();
  expect(await store.look()).toBeNull();
  await addAccounts(store);
});

async function addAccounts(store: Store): Promise<void> {
  for (let index = 0; index < ROWS; index += 1) {
    await store.write.ensureAccount({ email: `${index}@${'long'.repeat(50)}.example.org`, nowMs: 0 });
  }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
