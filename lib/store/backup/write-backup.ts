import { existsSync } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { EnvironmentError } from '#lib/platform/environment';
import { TABLE_NAMES } from '#lib/store/engine/schema';
import { openSqliteForReading } from '#lib/store/engine/sqlite/sqlite-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { explainSqlite, refuseOtherProgram } from '#lib/store/engine/sqlite/sqlite-refusal';
import { readTablesState } from '#lib/store/migrations/migrate';
import type { StoreLocation } from '#lib/store/open-store';
import { readPostgresState, runPostgresTool } from './postgres-tools.ts';
import { explainFile, refuseUnlessCurrent } from './refusals.ts';

/** Pages of SQLite that are copied before other work of this process has its turn. */
const PAGES_AT_ONCE = 1000;

/**
 * Copies a database as it is at one instant to a file that only its owner can read, while services go on: by SQLite's online backup,
 * checked afterwards, or by pg_dump. A copy that was cut off never has the name of a whole one. Rejects with an
 * {@link EnvironmentError} if the file exists, or there is nothing to copy.
 */
export async function writeBackup({ databaseUrl, dataDir }: StoreLocation, path: string): Promise<void> {
  if (existsSync(path)) throw new EnvironmentError(`${path} exists already; name a file that does not.`);
  const part = `${path}.part`;
  try {
    await rm(part, { force: true });
    if (databaseUrl === null) await copySqlite(dataDir, part);
    else await dumpPostgres(databaseUrl, part);
    await chmod(part, 0o600);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw explainFile(
      databaseUrl === null ? explainSqlite(error, dataDir) : error,
      `${path} cannot be written`,
    );
  }
}

async function copySqlite(dataDir: string, part: string): Promise<void> {
  const path = join(dataDir, SQLITE_FILE);
  if (!existsSync(path)) throw new EnvironmentError(`There is no database in ${dataDir}.`);
  const { db, plain } = openSqliteForReading(path);
  try {
    refuseOtherProgram(plain, dataDir);
    // Held to the end, so that writes meanwhile do not make the copy begin anew.
    plain.exec('begin');
    refuseUnlessCurrent(await readTablesState(db, 'sqlite'), 'The database');
    await plain.backup(part, { progress: () => PAGES_AT_ONCE });
  } finally {
    plain.close();
  }
  const copy = new BetterSqlite3(part);
  try {
    // One file, without a log beside it.
    copy.pragma('journal_mode = delete');
    const found = String(copy.pragma('quick_check(1)', { simple: true }));
    if (found !== 'ok')
      throw new EnvironmentError(`The copy is damaged (${found}); check the database and the disk.`);
  } finally {
    copy.close();
  }
}

async function dumpPostgres(databaseUrl: string, part: string): Promise<void> {
  refuseUnlessCurrent(await readPostgresState(databaseUrl), 'The database');
  const tables = [...TABLE_NAMES, 'kysely_migration', 'kysely_migration_lock'].map(
    (name) => `--table=${name}`,
  );
  await runPostgresTool(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', `--file=${part}`, ...tables],
    databaseUrl,
  );
}
