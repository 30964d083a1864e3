import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { EnvironmentError } from '#lib/platform/environment';
import type { Engine } from '#lib/store/engine/engine';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { explainStatement } from '#lib/store/engine/postgres/postgres-refusal';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteAlone } from '#lib/store/engine/sqlite/sqlite-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { explainSqlite } from '#lib/store/engine/sqlite/sqlite-refusal';
import { newestMigration } from '#lib/store/migrations/migrate';
import { openWritableStore, type StoreLocation } from '#lib/store/open-store';
import type { BackupCell, BackupRow, BackupTable } from './backup-tables.ts';
import { cellOf, type ConsistentRead, readConsistently, type StoredCell } from './read-consistently.ts';
import { bytesOf, refuseOtherUsers } from './replace-whole.ts';
import { holdsSomething, settlePostgres } from './restore-backup.ts';
import { between, inOrder, type KeyColumn, primaryKeyOf } from './table-keys.ts';

/** What a move did; afterwards both databases held the same rows, those of one instant, compared one by one. */
export interface Moved {
  readonly tables: number;
  readonly rows: number;
  /** Rows that were missing or different there. */
  readonly written: number;
  /** Rows that were there and no longer here. */
  readonly removed: number;
}

/** What a move is to do, and who hears of it. */
export interface MoveWish extends MoveProgress {
  /** Whether a database that holds something may be made like the other one. */
  readonly replaces: boolean;
}

/** Hears how many rows there are to go through, and of each that was. */
interface MoveProgress {
  readonly start: (rows: number) => void;
  readonly add: (rows: number) => void;
}

/**
 * Makes one database hold what another does at one instant, while services go on using that one: writes what is missing or different,
 * removes what is not there, and compares every row at the end. What an earlier move has brought is left as it is, so that one which was
 * stopped goes on, and one more after a service was stopped takes only what has changed since. Rejects with an {@link EnvironmentError}
 * when somebody uses the database that is to be filled, or the other one is not of this version.
 */
export async function moveStore(
  from: StoreLocation,
  to: StoreLocation,
  { replaces, ...progress }: MoveWish,
): Promise<Moved> {
  return readConsistently(
    from,
    async (source) => {
      if (!source.migrations.includes(newestMigration(source.engine) ?? '')) {
        throw new EnvironmentError(
          'The database that is to be moved is of an older version: start the service on it once, then move it.',
        );
      }
      const made = await openWritableStore(to, 'here');
      await made.close();
      return into(to, async (target) => {
        if (!replaces && (await holdsSomething(target.db, source.tables))) throw HOLDS_SOMETHING;
        return copyAll(source, target, progress);
      });
    },
    isMoved,
  );
}

const HOLDS_SOMETHING = new EnvironmentError(
  'The database that is to be filled holds figures or accounts already; nothing was changed. Add --replace to make it like the other one, also to go on with a move that was stopped.',
);

/** A lease belongs to a process that polls there. */
function isMoved(name: string): boolean {
  return name !== 'lease';
}

interface Target {
  readonly db: Kysely<Schema>;
  readonly engine: Engine;
}

async function into<Result>(
  { databaseUrl, dataDir }: StoreLocation,
  work: (target: Target) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl === null) {
    try {
      const { db, plain } = openSqliteAlone(join(dataDir, SQLITE_FILE));
      return await work({ db, engine: 'sqlite' }).finally(() => plain.close());
    } catch (error) {
      throw explainSqlite(error, dataDir);
    }
  }
  const { plainDb, close } = connectForWriting(databaseUrl, 'rates');
  try {
    await refuseOtherUsers(plainDb, databaseUrl);
    const result = await work({ db: plainDb, engine: 'postgres' });
    await settlePostgres(plainDb);
    return result;
  } catch (error) {
    throw explainStatement(error, databaseUrl);
  } finally {
    await close();
  }
}

/** A table with its primary key. */
interface KeyedTable extends BackupTable {
  readonly key: readonly KeyColumn[];
}

/** Compared three times: what is gone goes first, those that refer to others before them; then the rest comes; then nothing may differ. */
async function copyAll(source: ConsistentRead, target: Target, { start, add }: MoveProgress): Promise<Moved> {
  const tables: KeyedTable[] = [];
  for (const table of source.tables) {
    tables.push({ ...table, key: await primaryKeyOf(source.db, source.engine, table.name) });
  }
  const rows = source.tables.reduce((sum, table) => sum + table.rows, 0);
  start(3 * rows);
  let [written, removed] = [0, 0];
  for (const table of tables.toReversed()) {
    for await (const { gone, count } of differences(source, target, table)) {
      add(count);
      if (gone.length > 0) await remove(target, table, gone);
      removed += gone.length;
    }
  }
  for (const table of tables) {
    for await (const { lacking, count } of differences(source, target, table)) {
      add(count);
      if (lacking.length > 0) await write(target, table, lacking);
      written += lacking.length;
    }
  }
  for (const table of tables) {
    for await (const { gone, lacking, count } of differences(source, target, table)) {
      add(count);
      if (gone.length + lacking.length > 0) throw new Error(`${table.name} differs after it was copied`);
    }
  }
  return { tables: tables.length, rows, written, removed };
}

/** What differs among some rows that follow one another. */
interface Differences {
  /** Rows of the source that the target does not have, or has otherwise. */
  readonly lacking: readonly BackupRow[];
  /** Rows of the target whose key the source does not have. */
  readonly gone: readonly BackupRow[];
  /** How many rows of the source were looked at. */
  readonly count: number;
}

async function* differences(
  source: ConsistentRead,
  target: Target,
  table: KeyedTable,
): AsyncGenerator<Differences> {
  const nameOf = (row: BackupRow) => JSON.stringify(keyOf(table, row));
  let after: readonly BackupCell[] | null = null;
  for await (const rows of source.rowsOf(table, table.key)) {
    const last = rows.at(-1);
    if (!last) continue;
    const upTo = keyOf(table, last);
    const there = new Map((await rowsBetween(target, table, [after, upTo])).map((row) => [nameOf(row), row]));
    const lacking = rows.filter((row) => JSON.stringify(there.get(nameOf(row))) !== JSON.stringify(row));
    for (const row of rows) there.delete(nameOf(row));
    yield { lacking, gone: [...there.values()], count: rows.length };
    after = upTo;
  }
  yield { lacking: [], gone: await rowsBetween(target, table, [after, null]), count: 0 };
}

function keyOf({ columns, key }: KeyedTable, row: BackupRow): readonly BackupCell[] {
  return key.map(({ name }) => row[columns.indexOf(name)] ?? null);
}

async function rowsBetween(
  { db, engine }: Target,
  { name, columns, key }: KeyedTable,
  bounds: Parameters<typeof between>[2],
): Promise<readonly BackupRow[]> {
  const { rows } = await sql<Readonly<Record<string, StoredCell>>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}
    ${between(key, engine, bounds)} ${inOrder(key, engine)}`.execute(db);
  return rows.map((row) => columns.map((column) => cellOf(row[column] ?? null)));
}

async function write(
  { db, engine }: Target,
  { name, columns, bytes, key }: KeyedTable,
  rows: readonly BackupRow[],
): Promise<void> {
  const isBytes = columns.map((column) => bytes.includes(column));
  const values = rows.map((row) => {
    const cells = row.map((cell, place) => (isBytes[place] ? bytesOf(cell) : cell));
    return sql`(${sql.join(cells)})`;
  });
  const others = columns.filter((column) => !key.some((part) => part.name === column));
  const set = others.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const otherwise = set.length === 0 ? sql`nothing` : sql`update set ${sql.join(set)}`;
  // PostgreSQL gives some tables their numbers itself, unless it is told that a row comes with one.
  const numbers = engine === 'postgres' ? sql`overriding system value` : sql``;
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${numbers}
    values ${sql.join(values)}
    on conflict (${sql.join(key.map((part) => sql.ref(part.name)))}) do ${otherwise}`.execute(db);
}

async function remove({ db }: Target, table: KeyedTable, rows: readonly BackupRow[]): Promise<void> {
  for (const row of rows) {
    const cells = keyOf(table, row);
    const same = table.key.map(({ name }, place) => sql`${sql.ref(name)} = ${cells[place] ?? null}`);
    await sql`delete from ${sql.table(table.name)} where ${sql.join(same, sql` and `)}`.execute(db);
  }
}
