import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Engine } from '#lib/store/engine/engine';
import { appliedMigrations, knownMigrations } from '#lib/store/migrations/migrate';
import type { StoreLocation } from '#lib/store/open-store';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { explainStatement } from '#lib/store/engine/postgres/postgres-refusal';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteForReading, type SqliteConnection } from '#lib/store/engine/sqlite/sqlite-database';
import { explainSqlite, refuseOtherProgram } from '#lib/store/engine/sqlite/sqlite-refusal';
import { EnvironmentError } from '#lib/platform/environment';
import { type BackupTable, findTables, isBackedUp, type BackupRow } from './backup-tables.ts';
import { inOrder, type KeyColumn } from './table-keys.ts';

/** A table with the number of its rows. */
export interface CountedTable extends BackupTable {
  readonly rows: number;
}

/** All that a database holds at one instant, while others go on writing. */
export interface ConsistentRead {
  readonly engine: Engine;
  /** The names of the migrations that it has been through, in order. */
  readonly migrations: readonly string[];
  readonly tables: readonly CountedTable[];
  /** The rows of a table, some at a time, in the order of a key if one is named. */
  readonly rowsOf: (table: BackupTable, key?: readonly KeyColumn[]) => AsyncIterable<readonly BackupRow[]>;
  /** For what else is to be known of that instant. */
  readonly db: Kysely<Schema>;
}

/** Rows that are held at once. */
const ROWS = 1000;

/** The same where each may hold a document. */
const ROWS_WITH_BYTES = 8;

/** Whether a table of this name is read. */
type TableChoice = (name: string) => boolean;

/**
 * Reads a database as it is at one instant; it is neither made nor changed. Rejects with an {@link EnvironmentError} when there
 * is none, or when a newer version of this program has changed it. The tables are those of a backup unless `isRead` chooses.
 */
export async function readConsistently<Result>(
  location: StoreLocation,
  work: (read: ConsistentRead) => Promise<Result>,
  isRead: TableChoice = isBackedUp,
): Promise<Result> {
  const { databaseUrl, dataDir } = location;
  return databaseUrl === null
    ? readSqlite(dataDir, work, isRead).catch((error: unknown) => {
        throw explainSqlite(error, dataDir);
      })
    : readPostgres(databaseUrl, work, isRead);
}

async function readSqlite<Result>(
  dataDir: string,
  work: (read: ConsistentRead) => Promise<Result>,
  isRead: TableChoice,
): Promise<Result> {
  const path = join(dataDir, SQLITE_FILE);
  if (!existsSync(path)) throw new EnvironmentError(`There is no database in ${dataDir}.`);
  const connection = openSqliteForReading(path);
  try {
    refuseOtherProgram(connection.plain, dataDir);
    connection.plain.exec('begin');
    const rowsOf: ConsistentRead['rowsOf'] = (table, key) => sqliteRows(connection, table, key);
    return await work(await describeRead({ db: connection.db, engine: 'sqlite', rowsOf }, isRead));
  } finally {
    connection.plain.close();
  }
}

async function readPostgres<Result>(
  databaseUrl: string,
  work: (read: ConsistentRead) => Promise<Result>,
  isRead: TableChoice,
): Promise<Result> {
  const { plainDb, close } = connectForWriting(databaseUrl, 'rates');
  try {
    return await plainDb
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const rowsOf: ConsistentRead['rowsOf'] = (table, key) => postgresRows(transaction, table, key);
        return work(await describeRead({ db: transaction, engine: 'postgres', rowsOf }, isRead));
      });
  } catch (error) {
    throw explainStatement(error, databaseUrl);
  } finally {
    await close();
  }
}

async function describeRead(
  { db, engine, rowsOf }: Pick<ConsistentRead, 'db' | 'engine' | 'rowsOf'>,
  isRead: TableChoice,
): Promise<ConsistentRead> {
  const migrations = await appliedMigrations(db, engine);
  if (migrations.length === 0) throw new EnvironmentError('The database is empty: no service has used it.');
  if (migrations.some((name) => !knownMigrations(engine).includes(name))) {
    throw new EnvironmentError('A newer version of this program has changed the database; use that version.');
  }
  const tables: CountedTable[] = [];
  for (const { name, columns, bytes } of await findTables(db, engine)) {
    if (!isRead(name)) continue;
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    tables.push({ name, columns, bytes, rows: Number(rows[0]?.n ?? 0) });
  }
  return { db, engine, migrations, tables, rowsOf };
}

async function* sqliteRows(
  { db, plain }: SqliteConnection,
  table: BackupTable,
  key: readonly KeyColumn[] = [],
): AsyncGenerator<readonly BackupRow[]> {
  const columns = sql.join(table.columns.map((name) => sql.ref(name)));
  const select = sql`select ${columns} from ${sql.table(table.name)} ${inOrder(key, 'sqlite')}`;
  const statement = plain.prepare<[], readonly StoredCell[]>(select.compile(db).sql).raw();
  const size = batchSize(table);
  let batch: BackupRow[] = [];
  for (const row of statement.iterate()) {
    batch.push(row.map(cellOf));
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* postgresRows(
  db: Kysely<Schema>,
  table: BackupTable,
  key: readonly KeyColumn[] = [],
): AsyncGenerator<readonly BackupRow[]> {
  const columns = sql.join(table.columns.map((name) => sql.ref(name)));
  await sql`
    declare backup_rows no scroll cursor for
    select ${columns} from ${sql.table(table.name)} ${inOrder(key, 'postgres')}`.execute(db);
  const fetch = sql<Readonly<Record<string, StoredCell>>>`
    fetch forward ${sql.lit(batchSize(table))} from backup_rows`;
  for (;;) {
    const { rows } = await fetch.execute(db);
    if (rows.length === 0) break;
    yield rows.map((row) => table.columns.map((name) => cellOf(row[name] ?? null)));
  }
  await sql`close backup_rows`.execute(db);
}

function batchSize({ bytes }: BackupTable): number {
  return bytes.length > 0 ? ROWS_WITH_BYTES : ROWS;
}

/** What both engines' clients give for the types of our columns. */
export type StoredCell = number | string | Buffer | null;

/** A value as backups have it. */
export function cellOf(value: StoredCell): BackupRow[number] {
  return Buffer.isBuffer(value) ? value.toString('base64') : value;
}
