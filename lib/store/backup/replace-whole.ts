import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import { EnvironmentError } from '#lib/platform/environment';
import type { Engine } from '#lib/store/engine/engine';
import type { StoreLocation } from '#lib/store/open-store';
import { isMade, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { explainStatement, hostAndPort } from '#lib/store/engine/postgres/postgres-refusal';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteAlone } from '#lib/store/engine/sqlite/sqlite-database';
import { explainSqlite, refuseOtherProgram } from '#lib/store/engine/sqlite/sqlite-refusal';
import type { BackupTable, BackupCell, BackupRow } from './backup-tables.ts';

/** Takes the rows of one table. */
export interface RowSink {
  readonly add: (rows: readonly BackupRow[]) => Promise<void>;
  /** Settles when all rows are in the table. */
  readonly end: () => Promise<void>;
  /** Gives up, so that the transaction can be rolled back. */
  readonly stop: () => Promise<void>;
}

/** A database within one transaction that nothing else uses meanwhile. */
export interface WholeDatabase {
  readonly engine: Engine;
  readonly db: Transaction<Schema>;
  readonly fill: (table: BackupTable) => RowSink;
}

/**
 * Works on a whole database within one transaction: all of it comes to be, or nothing, also when the process is killed. Rejects
 * with an {@link EnvironmentError} when a service or a command uses the database.
 */
export async function replaceWhole<Result>(
  { databaseUrl, dataDir }: StoreLocation,
  work: (whole: WholeDatabase) => Promise<Result>,
): Promise<Result> {
  return databaseUrl === null
    ? inSqlite(dataDir, work).catch((error: unknown) => {
        throw explainSqlite(error, dataDir);
      })
    : inPostgres(databaseUrl, work);
}

async function inSqlite<Result>(
  dataDir: string,
  work: (whole: WholeDatabase) => Promise<Result>,
): Promise<Result> {
  const { db, plain } = openSqliteAlone(join(dataDir, SQLITE_FILE));
  if (!isMade(dataDir)) refuseOtherProgram(plain, dataDir);
  const fill = ({ name, columns, bytes }: BackupTable): RowSink => {
    const names = columns.map((column) => `"${column}"`).join(', ');
    const places = columns.map(() => '?').join(', ');
    const insert = plain.prepare(`insert into "${name}" (${names}) values (${places})`);
    const isBytes = columns.map((column) => bytes.includes(column));
    return {
      add: async (rows) => {
        for (const row of rows) insert.run(row.map((cell, index) => (isBytes[index] ? bytesOf(cell) : cell)));
      },
      end: async () => {},
      stop: async () => {},
    };
  };
  try {
    return await db.transaction().execute((transaction) => work({ engine: 'sqlite', db: transaction, fill }));
  } finally {
    plain.close();
  }
}

async function inPostgres<Result>(
  databaseUrl: string,
  work: (whole: WholeDatabase) => Promise<Result>,
): Promise<Result> {
  const { plainDb, newestClient, close } = connectForWriting(databaseUrl, 'rates');
  const fill = ({ name, columns, bytes }: BackupTable): RowSink => {
    const names = columns.map((column) => `"${column}"`).join(', ');
    const copy = newestClient().query(copyFrom(`copy "${name}" (${names}) from stdin`));
    const done = finished(copy);
    // A failure is told by `end`, or by the next `add`.
    done.catch(() => {});
    const isBytes = columns.map((column) => bytes.includes(column));
    return {
      add: async (rows) => {
        const lines = rows.map(
          (row) => `${row.map((cell, index) => textOf(cell, isBytes[index])).join('\t')}\n`,
        );
        if (copy.write(lines.join(''))) return;
        await Promise.race([new Promise((resolve) => copy.once('drain', resolve)), done]);
      },
      end: async () => {
        copy.end();
        await done;
      },
      stop: async () => {
        copy.destroy();
        await done.catch(() => {});
      },
    };
  };
  try {
    return await plainDb.transaction().execute(async (transaction) => {
      // Nothing is in a hurry here but the wait for others.
      await sql`set local statement_timeout = 0`.execute(transaction);
      await sql`set local lock_timeout = '10s'`.execute(transaction);
      await refuseOtherUsers(transaction, databaseUrl);
      return work({ engine: 'postgres', db: transaction, fill });
    });
  } catch (error) {
    if (isLocked(error)) throw inUse(databaseUrl);
    throw explainStatement(error, databaseUrl);
  } finally {
    await close();
  }
}

/**
 * A service asks its database every second, while a pooler's connections outlive the processes that used them, idle. A
 * connection of another user, whose state may not be seen, counts as one in use.
 */
export async function refuseOtherUsers(db: Kysely<Schema>, databaseUrl: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name = 'crossrate' and pid <> pg_backend_pid()
      and (state is distinct from 'idle' or state_change > now() - interval '15 seconds')`.execute(db);
  if ((rows[0]?.n ?? 0) > 0) throw inUse(databaseUrl);
}

function inUse(databaseUrl: string): EnvironmentError {
  return new EnvironmentError(
    `A service or a command is using the database at ${hostAndPort(databaseUrl)}; end it and try again.`,
  );
}

/** PostgreSQL's code for a lock that was not to be had in time. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** The bytes of a cell that holds some. */
export function bytesOf(cell: BackupCell): Buffer | null {
  return cell === null ? null : Buffer.from(String(cell), 'base64');
}

/** A value in COPY's text format. */
function textOf(cell: BackupCell, isBytes: boolean | undefined): string {
  if (cell === null) return String.raw`\N`;
  if (isBytes === true) return String.raw`\\x` + Buffer.from(String(cell), 'base64').toString('hex');
  return typeof cell === 'number' ? String(cell) : cell.replaceAll(/[\\\t\n\r]/g, escapeOf);
}

function escapeOf(character: string): string {
  switch (character) {
    case '\t':
      return String.raw`\t`;
    case '\n':
      return String.raw`\n`;
    case '\r':
      return String.raw`\r`;
    default:
      return `\\${character}`;
  }
}
