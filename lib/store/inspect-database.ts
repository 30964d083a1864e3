import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Engine } from '#lib/store/engine/engine';
import { findAltered } from '#lib/store/rates/figure-digests';
import { appliedMigrations, knownMigrations } from '#lib/store/migrations/migrate';
import { explaining, type StoreLocation } from './open-store.ts';
import { connectForReading } from '#lib/store/engine/postgres/postgres-database';
import { readReplication, type Replication } from '#lib/store/engine/postgres/replication';
import { hostAndPort } from '#lib/store/engine/postgres/postgres-refusal';
import type { Schema } from '#lib/store/engine/schema';
import { readSecretFingerprint } from '#lib/store/accounts/secret-fingerprint';
import { openSqliteForReading } from '#lib/store/engine/sqlite/sqlite-database';
import { refuseLostDatabase, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { refuseOtherProgram } from '#lib/store/engine/sqlite/sqlite-refusal';

/** What a look at a database finds. */
export interface DatabaseFindings {
  readonly engine: Engine;
  /** How its tables fit this version: there are none yet, they fit, or another version made them. */
  readonly tables: 'none' | 'current' | 'older' | 'newer';
  readonly isWritable: boolean;
  /** What the engine's own quick check complains of; empty where it is sound, or the engine has no such check. */
  readonly damage: readonly string[];
  /** What is said of newest figures that something else has altered; null where none were. */
  readonly altered: string | null;
  /** The newest instant at which something was fetched or checked, epoch milliseconds; null for none. */
  readonly newestAtMs: number | null;
  /** How the server stands to others with the same data; null for SQLite. */
  readonly replication: Replication | null;
  /** Of the master secret that it belongs to; null when none was noted. */
  readonly fingerprint: string | null;
}

/** Complaints of the quick check that are told. */
const COMPLAINTS_MAX = 3;

/**
 * Looks at a database without making or changing anything, also while a service runs. Rejects with an EnvironmentError when it
 * cannot be opened.
 */
export function inspectDatabase(location: StoreLocation): Promise<DatabaseFindings> {
  const { databaseUrl, dataDir } = location;
  return explaining(location, () =>
    databaseUrl === null ? inspectSqlite(dataDir) : inspectPostgres(databaseUrl),
  );
}

async function inspectSqlite(dataDir: string): Promise<DatabaseFindings> {
  const path = join(dataDir, SQLITE_FILE);
  refuseLostDatabase(dataDir);
  if (!existsSync(path)) return { ...NOTHING, engine: 'sqlite', isWritable: true };
  const { db, plain } = openSqliteForReading(path);
  try {
    refuseOtherProgram(plain, dataDir);
    const lines = plain.prepare<[], string>(`pragma quick_check(${COMPLAINTS_MAX})`).pluck().all();
    const damage = lines.filter((line) => line !== 'ok');
    const isWritable = [path, dirname(path)].every(mayWrite);
    return { ...NOTHING, ...(await inspectTables(db, 'sqlite', `in ${dataDir}`)), damage, isWritable };
  } finally {
    plain.close();
  }
}

async function inspectPostgres(databaseUrl: string): Promise<DatabaseFindings> {
  const { db, close } = connectForReading(databaseUrl);
  try {
    const { rows } = await sql<{ may_write: boolean }>`
      select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as may_write`.execute(
      db,
    );
    return {
      ...NOTHING,
      ...(await inspectTables(db, 'postgres', `at ${hostAndPort(databaseUrl)}`)),
      isWritable: rows[0]?.may_write ?? false,
      replication: await readReplication(db),
    };
  } finally {
    await close();
  }
}

const NOTHING = {
  tables: 'none',
  damage: [],
  altered: null,
  newestAtMs: null,
  fingerprint: null,
  replication: null,
} as const;

async function inspectTables(
  db: Kysely<Schema>,
  engine: Engine,
  place: string,
): Promise<Pick<DatabaseFindings, 'engine' | 'tables' | 'altered' | 'newestAtMs' | 'fingerprint'>> {
  const applied = await appliedMigrations(db, engine);
  const known = knownMigrations(engine);
  const nothing = { engine, altered: null, newestAtMs: null, fingerprint: null };
  if (applied.length === 0) return { ...nothing, tables: 'none' };
  if (applied.some((name) => !known.includes(name))) return { ...nothing, tables: 'newer' };
  if (applied.length < known.length) return { ...nothing, tables: 'older' };
  return {
    engine,
    tables: 'current',
    altered: (await findAltered(db, place)).fault?.message ?? null,
    newestAtMs: await newestInstant(db),
    fingerprint: await readSecretFingerprint(db),
  };
}

/** The newest document, by its number, and the newest check; one row each a source. */
async function newestInstant(db: Kysely<Schema>): Promise<number | null> {
  const document = await db
    .selectFrom('body')
    .select('fetched_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const checks = await db
    .selectFrom('source_state')
    .select(({ fn }) => fn.max('last_checked_at').as('at'))
    .executeTakeFirst();
  const instants = [document?.fetched_at, checks?.at].flatMap((at) => (at == null ? [] : [Number(at)]));
  return instants.length === 0 ? null : Math.max(...instants);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
