import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { EnvironmentError } from '#lib/platform/environment';
import type { Engine } from '#lib/store/engine/engine';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { explainStatement, hostAndPort } from '#lib/store/engine/postgres/postgres-refusal';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteAlone } from '#lib/store/engine/sqlite/sqlite-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { explainSqlite, refuseOtherProgram } from '#lib/store/engine/sqlite/sqlite-refusal';
import type { StoreLocation } from '#lib/store/open-store';

/** A database that nothing else uses. */
export interface WholeDatabase {
  readonly engine: Engine;
  readonly db: Kysely<Schema>;
  /** The connection to SQLite below the query builder; null for PostgreSQL. */
  readonly plain: BetterSqlite3.Database | null;
}

/** Works on a database alone. Rejects with an {@link EnvironmentError} if there is none, or a service or a command uses it. */
export async function withWholeDatabase<Result>(
  { databaseUrl, dataDir }: StoreLocation,
  work: (whole: WholeDatabase) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl === null) {
    const path = join(dataDir, SQLITE_FILE);
    if (!existsSync(path)) throw new EnvironmentError(`There is no database in ${dataDir}.`);
    try {
      const { db, plain } = openSqliteAlone(path);
      try {
        refuseOtherProgram(plain, dataDir);
        return await work({ engine: 'sqlite', db, plain });
      } finally {
        plain.close();
      }
    } catch (error) {
      throw explainSqlite(error, dataDir);
    }
  }
  const { plainDb, close } = connectForWriting(databaseUrl, 'rates');
  try {
    await refuseOtherUsers(plainDb, databaseUrl);
    return await work({ engine: 'postgres', db: plainDb, plain: null });
  } catch (error) {
    throw explainStatement(error, databaseUrl);
  } finally {
    await close();
  }
}

/**
 * A service asks its database every second, while a pooler's connections outlive the processes that used them, idle. A
 * connection of another user, whose state may not be seen, counts as one in use.
 */
async function refuseOtherUsers(db: Kysely<Schema>, databaseUrl: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
    where datname = current_database() and application_name = 'crossrate' and pid <> pg_backend_pid()
      and (state is distinct from 'idle' or state_change > now() - interval '15 seconds')`.execute(db);
  if ((rows[0]?.n ?? 0) === 0) return;
  throw new EnvironmentError(
    `A service or a command is using the database at ${hostAndPort(databaseUrl)}; end it and try again.`,
  );
}
