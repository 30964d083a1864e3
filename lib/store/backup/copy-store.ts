import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EnvironmentError } from '#lib/platform/environment';
import { type Schema, TABLE_NAMES, TABLES } from '#lib/store/engine/schema';
import type { TableDescription } from '#lib/store/engine/table-description';
import { readTablesState } from '#lib/store/migrations/migrate';
import { openWritableStore, type StoreLocation } from '#lib/store/open-store';
import { refuseUnlessCurrent } from './refusals.ts';
import { withWholeDatabase, type WholeDatabase } from './whole-database.ts';

/** What was copied, and is the same in both: counted, and compared by a checksum of every row. */
export interface Copied {
  readonly tables: number;
  readonly rows: number;
}

/** Rows that are held at once: with twenty columns, far fewer values than a statement of either engine takes. */
const ROWS_AT_ONCE = 200;

/**
 * Copies all of a database into another one that is empty, and compares both before it commits: one that is killed leaves that empty.
 * Rejects with an {@link EnvironmentError} if a service uses either, or the other one holds something.
 */
export function copyStore(from: StoreLocation, to: StoreLocation): Promise<Copied> {
  return withWholeDatabase(from, async (source) => {
    refuseUnlessCurrent(await readTablesState(source.db, source.engine), 'The database');
    const made = await openWritableStore(to, 'here');
    await made.close();
    return withWholeDatabase(to, async (target) => {
      if (await holdsSomething(target.db)) {
        throw new EnvironmentError(
          'The database that is to be filled holds figures or accounts already; nothing was changed.',
        );
      }
      return inTransaction(source, (reading) =>
        inTransaction(target, (writing) => copyTables(reading, writing)),
      );
    });
  });
}

/** Tables of what a start on an empty database does not make again. */
const PRECIOUS = ['body', 'account', 'held', 'status_note'] as const;

/** Whether a database of this version holds anything but what a mere start makes. */
async function holdsSomething(db: Kysely<Schema>): Promise<boolean> {
  for (const table of PRECIOUS) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Without the limits of a service's transactions: nobody waits for this one. */
function inTransaction<Result>(
  whole: WholeDatabase,
  work: (within: WholeDatabase) => Promise<Result>,
): Promise<Result> {
  return whole.db.transaction().execute(async (db) => {
    if (whole.engine === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(db);
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    }
    return work({ ...whole, db });
  });
}

async function copyTables(source: WholeDatabase, target: WholeDatabase): Promise<Copied> {
  // What a start has put there.
  for (const name of TABLE_NAMES.toReversed()) await sql`delete from ${sql.table(name)}`.execute(target.db);
  let copiedRows = 0;
  for (const [name, { columns }] of Object.entries<TableDescription>(TABLES)) {
    const table = { name, columns: Object.keys(columns) };
    const read = { rows: 0, sum: 0n };
    for await (const rows of rowsOf(source, table)) {
      addRows(read, rows);
      await insertRows(target, table, rows);
    }
    const written = { rows: 0, sum: 0n };
    for await (const rows of rowsOf(target, table)) addRows(written, rows);
    if (written.rows !== read.rows || written.sum !== read.sum) {
      throw new EnvironmentError(`${name} differs after it was copied; nothing was changed.`);
    }
    copiedRows += read.rows;
    if (target.engine === 'postgres') await settleTable(target.db, name, columns['id']?.type === 'numbered');
  }
  return { tables: TABLE_NAMES.length, rows: copiedRows };
}

/** A table by its name, and its columns. */
interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** A row as both engines' clients give it, in the order of the columns. */
type Row = readonly (number | string | Buffer | null)[];

/** The rows of a table in any order. */
async function* rowsOf(
  { plain, db }: WholeDatabase,
  { name, columns }: CopiedTable,
): AsyncGenerator<readonly Row[]> {
  const select = sql`select ${columnsOf(columns)} from ${sql.table(name)}`;
  if (plain) {
    let rows: Row[] = [];
    for (const row of plain.prepare<[], Row>(select.compile(db).sql).raw().iterate()) {
      if (rows.push(row) < ROWS_AT_ONCE) continue;
      yield rows;
      rows = [];
    }
    yield rows;
    return;
  }
  await sql`declare copied no scroll cursor for ${select}`.execute(db);
  for (;;) {
    const { rows } = await sql<Readonly<Record<string, Row[number]>>>`
      fetch forward ${sql.lit(ROWS_AT_ONCE)} from copied`.execute(db);
    if (rows.length === 0) break;
    yield rows.map((row) => columns.map((column) => row[column] ?? null));
  }
  await sql`close copied`.execute(db);
}

async function insertRows(
  { engine, db }: WholeDatabase,
  { name, columns }: CopiedTable,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  // PostgreSQL gives some tables their numbers itself, unless it is told that a row comes with one.
  const numbers = engine === 'postgres' ? sql`overriding system value` : sql``;
  await sql`
    insert into ${sql.table(name)} (${columnsOf(columns)}) ${numbers}
    values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`.execute(db);
}

function columnsOf(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** Adds the digests of rows up, so that their order does not matter. */
function addRows(total: { rows: number; sum: bigint }, rows: readonly Row[]): void {
  for (const row of rows) {
    const cells = row.map((cell) => (Buffer.isBuffer(cell) ? cell.toString('base64') : cell));
    const digest = createHash('sha256').update(JSON.stringify(cells)).digest();
    total.sum = BigInt.asUintN(64, total.sum + digest.readBigUInt64LE());
  }
  total.rows += rows.length;
}

/** Rows that come with their number do not move the counter that numbers the next one, and the planner must know of the rows. */
async function settleTable(db: Kysely<Schema>, name: string, isNumbered: boolean): Promise<void> {
  await sql`analyze ${sql.table(name)}`.execute(db);
  if (!isNumbered) return;
  await sql`
    select setval(pg_get_serial_sequence(${name}, 'id'),
      coalesce((select max(id) from ${sql.table(name)}), 0) + 1, false)`.execute(db);
}
