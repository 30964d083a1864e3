import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import PQueue from 'p-queue';
import { fail, ok, type Result } from '#lib/domain/result';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { migrateToLatest, otherVersion, readTablesState } from '#lib/store/migrations/migrate';
import {
  connectForReading,
  connectForWriting,
  type PostgresConnections,
} from '#lib/store/engine/postgres/postgres-database';
import { explainStatement, hostAndPort } from '#lib/store/engine/postgres/postgres-refusal';
import { insertArrays, stageInPostgres } from '#lib/store/engine/postgres/postgres-stage';
import type { Schema } from '#lib/store/engine/schema';
import { createStoreCondition } from '#lib/store/engine/store-condition';
import { readsOf, type Store, type StoreReads } from './store.ts';
import { isOfAccounts, runWriteCommand, type WriteCommandName, writerThrough } from './write-commands.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** How long a server that no longer answers may hold up the end of the process. */
const CLOSE_PATIENCE_MS = 3000;

/** Single statements that no long load of this process may hold up: whoever cannot renew a lease loses it. */
const WITHOUT_QUEUE: readonly WriteCommandName[] = ['takeLease', 'dropLease'];

/**
 * Opens a PostgreSQL database and brings it up to date. Rejects with {@link DatabaseUnavailable} when it cannot be reached
 * or written. Writes of this process run one after another, those of several processes wait for each other; those of keys
 * and accounts, which share no table with the others, by themselves.
 */
export async function openPostgresStore(databaseUrl: string): Promise<Store> {
  const reading = connectForReading(databaseUrl);
  const writing = connectForWriting(databaseUrl, 'rates');
  const ofAccounts = connectForWriting(databaseUrl, 'keys');
  const pools = { read: reading, write: writing, accounts: ofAccounts };
  const closeConnections = () => closeSoon(Object.values(pools));
  const writable = await bringUpToDate(writing.plainDb, databaseUrl).catch(async (error: unknown) => {
    await closeConnections();
    throw explainStatement(error, databaseUrl);
  });
  const database: WriteDatabase = {
    db: writing.db,
    engine: 'postgres',
    stageRows: (_transaction, rows) => stageInPostgres(writing.newestClient(), rows),
    writeRows: (_transaction, rows) => insertArrays(writing.newestClient(), rows),
  };
  const run = async (db: Kysely<Schema>, name: WriteCommandName, argument: unknown) => {
    if (!writable.ok) throw writable.error;
    return runWriteCommand({ ...database, db }, name, argument).catch((error: unknown) => {
      throw explainStatement(error, databaseUrl);
    });
  };
  const [figures, accounts] = [new PQueue({ concurrency: 1 }), new PQueue({ concurrency: 1 })];
  const runInTurn = (name: WriteCommandName, argument: unknown): Promise<unknown> => {
    if (WITHOUT_QUEUE.includes(name)) return run(reading.db, name, argument);
    return isOfAccounts(name)
      ? accounts.add(() => run(ofAccounts.db, name, argument))
      : figures.add(() => run(writing.db, name, argument));
  };
  const explaining = <T>(work: () => Promise<T>) => explainedBy(databaseUrl, work);
  const { noteLasting, ...condition } = createStoreCondition({
    prove: () => explaining(() => takeRoom(reading.plainDb)),
    wantsProof: () => false,
    shortage: () => null,
  });
  if (!writable.ok) noteLasting(writable.error);
  let closing: Promise<void> | null = null;
  return {
    engine: 'postgres',
    write: writerThrough((name, argument) => condition.watch(() => runInTurn(name, argument))),
    writable: settledAs(writable),
    fault: condition.fault,
    look: condition.look,
    connections: () => Object.entries(pools).map(([pool, { counts }]) => ({ pool, ...counts() })),
    ...readsOf(
      () => reading.db,
      (read) => condition.watch(() => explaining(read)),
    ),
    close: () => (closing ??= Promise.all([figures.onIdle(), accounts.onIdle()]).then(closeConnections)),
  };
}

async function closeSoon(pools: readonly PostgresConnections[]): Promise<void> {
  const closed = Promise.all(pools.map(({ close }) => close()));
  const patience = new AbortController();
  await Promise.race([closed, setTimeout(CLOSE_PATIENCE_MS, undefined, patience)]);
  patience.abort();
}

/** The reads alone of a PostgreSQL database that is up to date. */
export function openPostgresReads(databaseUrl: string): StoreReads {
  const { db } = connectForReading(databaseUrl);
  return readsOf(
    () => db,
    (read) => explainedBy(databaseUrl, read),
  );
}

async function explainedBy<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainStatement(error, databaseUrl);
  }
}

function settledAs(writable: Result<null, DatabaseUnavailable>): Promise<void> {
  if (writable.ok) return Promise.resolve();
  const refused = Promise.reject(writable.error);
  // Every write fails with the same error, so whoever only reads need not listen.
  refused.catch(() => {});
  return refused;
}

/**
 * Migrates when there is something to migrate. Fails when the database can be read but must not be written, because a newer
 * version migrated it; throws when it is no use.
 */
async function bringUpToDate(
  db: Kysely<Schema>,
  databaseUrl: string,
): Promise<Result<null, DatabaseUnavailable>> {
  const place = hostAndPort(databaseUrl);
  if (await isReadOnly(db)) {
    throw new DatabaseUnavailable(
      `The database at ${place} can only be read; name the primary server and a user that may write in DATABASE_URL.`,
      'refused',
    );
  }
  const state = await readTablesState(db, 'postgres');
  const refusal = otherVersion(state, `at ${place}`);
  if (refusal?.kind === 'newer') return fail(refusal);
  if (refusal) throw refusal;
  if (state !== 'current') await migrateToLatest(db, 'postgres');
  if (await mayWrite(db)) return ok(null);
  throw new DatabaseUnavailable(
    `The user of DATABASE_URL may not write to the tables at ${place}; name their owner there.`,
    'refused',
  );
}

/** A standby, or a user or database that is set to read-only transactions. */
export async function isReadOnly(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ is_read_only: boolean }>`
    select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`.execute(
    db,
  );
  return rows[0]?.is_read_only ?? false;
}

/** Fails unless the server can be written and has room for some 200 kB, which are given back at once. */
async function takeRoom(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select has_database_privilege(current_database(), 'temporary') as may`.execute(db);
  if (!rows[0]?.may) return;
  await sql`create temporary table room_taken on commit drop as
    select n from generate_series(1, 5000) as n`.execute(db);
}

async function mayWrite(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege('obs_day', 'insert') and has_table_privilege('revision', 'update') as may`.execute(
    db,
  );
  return rows[0]?.may ?? false;
}
