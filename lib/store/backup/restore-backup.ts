import { accessSync, chmodSync, closeSync, copyFileSync, existsSync, fsyncSync } from 'node:fs';
import { linkSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { EnvironmentError } from '#lib/platform/environment';
import { hostAndPort } from '#lib/store/engine/postgres/postgres-refusal';
import { TABLES } from '#lib/store/engine/schema';
import { SQLITE_FILE, noteMade } from '#lib/store/engine/sqlite/sqlite-file';
import type { TableDescription } from '#lib/store/engine/table-description';
import { tablesStateOf } from '#lib/store/migrations/migrate';
import type { StoreLocation } from '#lib/store/open-store';
import { readPostgresState, runPostgresTool, startPostgresTool } from './postgres-tools.ts';
import { explainFile, refuseUnlessCurrent } from './refusals.ts';

/** What a restore knows of the keys in its backup. */
export interface Restored {
  /** Keys that work. */
  readonly keysActive: number;
  /** When something last changed or was checked in the backup: what was revoked later is active. */
  readonly knowsUntil: Date;
}

/**
 * Puts a backup into an empty database, all of it or nothing, also if the process is killed. Nobody is signed in afterwards, and keys
 * that were made before an instant, if one is given, are revoked. Rejects with an {@link EnvironmentError}, and changes nothing, if the
 * file is no whole backup of this engine and version, or there is a database already.
 */
export async function restoreBackup(
  { databaseUrl, dataDir }: StoreLocation,
  path: string,
  revokesBefore: Date | null = null,
): Promise<Restored> {
  try {
    accessSync(path);
    const settling = settlingStatements(revokesBefore);
    return databaseUrl === null
      ? restoreSqlite(dataDir, path, settling)
      : await restorePostgres(databaseUrl, path, settling);
  } catch (error) {
    throw explainFile(error, `${path} cannot be restored`);
  }
}

function restoreSqlite(dataDir: string, path: string, settling: string): Restored {
  const target = join(dataDir, SQLITE_FILE);
  // SQLite would take the log of a database that is gone for that of the new one.
  const present = ['', '-wal', '-shm'].map((end) => `${target}${end}`).find(existsSync);
  if (present !== undefined) throw occupied(`${present} is there`);
  const staged = `${target}.restoring`;
  const clear = () => {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${staged}${end}`, { force: true });
  };
  mkdirSync(dataDir, { recursive: true });
  clear();
  try {
    copyFileSync(path, staged);
    chmodSync(staged, 0o600);
    const restored = settleSqlite(staged, path, settling);
    syncPath(staged);
    // Unlike a renaming, this fails where a service has made a database meanwhile.
    linkSync(staged, target);
    syncPath(dataDir);
    noteMade(dataDir);
    return restored;
  } finally {
    clear();
  }
}

function settleSqlite(staged: string, path: string, settling: string): Restored {
  const plain = new BetterSqlite3(staged);
  try {
    const found = plain.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw notWhole(path, 'SQLite', found);
    const applied = plain.prepare<[], string>('select name from kysely_migration').pluck().all();
    refuseUnlessCurrent(tablesStateOf(applied), path);
    plain.exec(`begin;\n${settling}\ncommit;`);
    return asRestored(plain.prepare<[], unknown[]>(KEYS).raw().get());
  } catch (error) {
    throw error instanceof BetterSqlite3.SqliteError ? notWhole(path, 'SQLite', error) : error;
  } finally {
    plain.close();
  }
}

async function restorePostgres(databaseUrl: string, path: string, settling: string): Promise<Restored> {
  if ((await readPostgresState(databaseUrl)) !== 'none') {
    throw occupied(`The database at ${hostAndPort(databaseUrl)} has tables`);
  }
  refuseUnlessCurrent(tablesStateOf(await readMigrations(path)), path);
  const script = async function* () {
    yield 'begin;\nset local client_min_messages = error;\n';
    const restore = startPostgresTool('pg_restore', ['--no-owner', '--no-privileges', '--file=-', path]);
    for await (const part of restore.stdout) yield Buffer.from(part);
    // Without this the transaction is rolled back.
    await restore.ended;
    yield `reset search_path;\n${settling}\n${KEYS};\ncommit;\nanalyze;\n`;
  };
  const options = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1'];
  const printed = await runPostgresTool('psql', options, databaseUrl, script());
  return asRestored(printed.trimEnd().split('\n').at(-1)?.split('|'));
}

/** The names of the migrations in a dump, which is read to its end first: that finds one that is cut or damaged. */
async function readMigrations(path: string): Promise<readonly string[]> {
  await runPostgresTool('pg_restore', ['--version']);
  await runPostgresTool('pg_restore', ['--file=/dev/null', path]).catch((error: unknown) => {
    throw notWhole(path, 'PostgreSQL', error);
  });
  const text = await runPostgresTool('pg_restore', [
    '--data-only',
    '--table=kysely_migration',
    '--file=-',
    path,
  ]);
  const rows = /^COPY .*kysely_migration \("?name"?.*\n((?:.+\n)*?)\\\.$/m.exec(text)?.[1];
  if (rows === undefined) throw notWhole(path, 'PostgreSQL', text);
  return rows.split('\n').flatMap((row) => row.split('\t')[0] || []);
}

/**
 * What makes restored rows those of a service that starts: nobody is signed in, and no caller that kept an answer by its version takes
 * the restored figures for the same. Seconds since 1970 are more than the commits of any service.
 */
function settlingStatements(revokesBefore: Date | null): string {
  const nowMs = Date.now();
  const floor = Math.floor(nowMs / 1000);
  return [
    ...Object.entries<TableDescription>(TABLES).flatMap(([name, { isOfOneRun }]) =>
      isOfOneRun ? `delete from ${name};` : [],
    ),
    `update revision set n = case when n > ${floor} then n + 1 else ${floor + 1} end;`,
    revokesBefore === null
      ? ''
      : `update api_key set revoked_at = ${nowMs} where revoked_at is null and created_at < ${revokesBefore.getTime()};`,
  ].join('\n');
}

/** The active keys, and the newest instant that the service itself noted. */
const KEYS = `select
  (select count(*) from api_key where revoked_at is null),
  (select max(at) from (
    select max(last_checked_at) as at from source_state union all
    select max(at) from trail union all
    select max(created_at) from api_key union all
    select max(revoked_at) from api_key) as noted)`;

function asRestored([keysActive, knowsUntilMs]: readonly unknown[] = []): Restored {
  return { keysActive: Number(keysActive), knowsUntil: new Date(Number(knowsUntilMs)) };
}

function syncPath(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

function occupied(what: string): EnvironmentError {
  return new EnvironmentError(
    `${what}, and a restore replaces no database: move it elsewhere, or name another with DATA_DIR or DATABASE_URL.`,
  );
}

function notWhole(path: string, engine: string, cause: unknown): EnvironmentError {
  return new EnvironmentError(
    `${path} is no whole backup of ${engine}; name another that npm run backup made of this kind of database.`,
    { cause },
  );
}
