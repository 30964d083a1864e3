import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { EnvironmentError } from '#lib/platform/environment';
import { readSecretFingerprint } from '#lib/store/accounts/secret-fingerprint';
import { connectForReading } from '#lib/store/engine/postgres/postgres-database';
import { type Schema, TABLE_NAMES, TABLES } from '#lib/store/engine/schema';
import type { TableDescription } from '#lib/store/engine/table-description';
import { openSqliteForReading, openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { noteMade, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { readTablesState, tablesStateOf } from '#lib/store/migrations/migrate';
import type { StoreLocation } from '#lib/store/open-store';
import { runTool, startTool } from './postgres-tools.ts';
import { holdsSomething, refuseUnlessCurrent, withWholeDatabase } from './whole-database.ts';

/** What a restore is to do. */
export interface RestoreWish {
  /** Whether a database that holds something may be replaced. */
  readonly replaces: boolean;
  /** Keys that were made before are revoked; null for none. */
  readonly revokesBefore: Date | null;
  readonly now: Date;
}

/** What came of a restore. */
export interface Restored {
  /** Whether there was a database to tell which keys have ended since the backup was made. */
  readonly knowsEnds: boolean;
  /** Keys of the backup that the restore revoked. */
  readonly keysRevoked: number;
  /** Keys that work. */
  readonly keysActive: number;
  /** The fingerprint of the master secret that the database now belongs to; null if the backup had none. */
  readonly fingerprint: string | null;
}

/**
 * Puts a backup in the place of all that a database holds: all of it or nothing, also if the process is killed. Nobody is signed in
 * afterwards, and keys that did not work in the replaced database do not work. Rejects with an {@link EnvironmentError}, and changes
 * nothing, if the file is no whole backup of this engine and version, or the database is in use, or holds something and may
 * not be replaced.
 */
export async function restoreBackup(
  location: StoreLocation,
  path: string,
  wish: RestoreWish,
): Promise<Restored> {
  try {
    return await (location.databaseUrl === null
      ? restoreSqlite(location, path, wish)
      : restorePostgres({ ...location, databaseUrl: location.databaseUrl }, path, wish));
  } catch (error) {
    const isOfFile = error instanceof Error && 'syscall' in error && 'code' in error;
    if (!isOfFile) throw error;
    throw new EnvironmentError(`${path} cannot be restored (${String(error.code)}); nothing was changed.`, {
      cause: error,
    });
  }
}

async function restoreSqlite(location: StoreLocation, path: string, wish: RestoreWish): Promise<Restored> {
  if ((await startOf(path)) === DUMP_START) {
    throw new EnvironmentError(
      `${path} is a backup of PostgreSQL: restore it with DATABASE_URL, then use npm run migrate-store.`,
    );
  }
  await checkSqliteBackup(path);
  const { dataDir } = location;
  const target = join(dataDir, SQLITE_FILE);
  const staged = `${target}.restoring`;
  await mkdir(dataDir, { recursive: true });
  const stage = async (former: Former) => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${staged}${end}`, { force: true });
    copyFileSync(path, staged);
    chmodSync(staged, 0o600);
    const { db, plain } = openSqliteForWriting(staged);
    try {
      plain.exec(settlingStatements(former, wish));
      const restored = await describe(db, former, wish);
      plain.pragma('journal_mode = delete');
      return restored;
    } finally {
      plain.close();
    }
  };
  const place = async () => {
    await syncPath(staged);
    renameSync(staged, target);
    await syncPath(dataDir);
    noteMade(dataDir);
  };
  if (!existsSync(target)) {
    const restored = await stage(NO_FORMER);
    // Of a database that is gone: SQLite would take it for the new one's.
    for (const end of ['-wal', '-shm']) rmSync(`${target}${end}`, { force: true });
    await place();
    return restored;
  }
  return withWholeDatabase(location, async ({ db }) => {
    const restored = await stage(await readFormer(db, 'sqlite', wish));
    // The file that goes must leave no log for the one that comes.
    await sql`pragma wal_checkpoint(truncate)`.execute(db);
    await place();
    return restored;
  });
}

async function checkSqliteBackup(path: string): Promise<void> {
  if ((await startOf(path)) !== SQLITE_START) throw foreign(path);
  const { db, plain } = await asBackup(path, async () => openSqliteForReading(path));
  try {
    const found = await asBackup(path, async () => String(plain.pragma('quick_check(1)', { simple: true })));
    if (found !== 'ok') throw damaged(path);
    const state = await readTablesState(db, 'sqlite');
    if (state === 'none') throw foreign(path);
    refuseUnlessCurrent(state, path);
  } finally {
    plain.close();
  }
}

async function asBackup<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof BetterSqlite3.SqliteError ? damaged(path, error) : error;
  }
}

async function restorePostgres(
  location: StoreLocation & { readonly databaseUrl: string },
  path: string,
  wish: RestoreWish,
): Promise<Restored> {
  const { databaseUrl } = location;
  const start = await startOf(path);
  if (start === SQLITE_START) {
    throw new EnvironmentError(
      `${path} is a backup of SQLite: restore it without DATABASE_URL, then use npm run migrate-store.`,
    );
  }
  if (start !== DUMP_START) throw foreign(path);
  await checkDump(path);
  const { former, schema } = await withWholeDatabase(location, async ({ db }) => ({
    former: await readFormer(db, 'postgres', wish),
    schema: await currentSchema(db),
  }));
  const dropped = ['kysely_migration', 'kysely_migration_lock', ...TABLE_NAMES].toReversed();
  const script = async function* () {
    yield `begin;\nset local lock_timeout = '10s';\nset local client_min_messages = error;\n`;
    yield `drop table if exists ${dropped.map((name) => `"${name}"`).join(', ')};\n`;
    const restore = startTool('pg_restore', ['--no-owner', '--no-privileges', '--file=-', path]);
    for await (const part of restore.stdout) yield Buffer.from(part);
    // Without this the transaction is rolled back.
    await restore.ended;
    yield `set local search_path = ${schema};\n${settlingStatements(former, wish)}\ncommit;\nanalyze;\n`;
  };
  await runTool('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1'], databaseUrl, script());
  const { plainDb, close } = connectForReading(databaseUrl);
  return describe(plainDb, former, wish).finally(close);
}

/** Reads a dump to its end, which finds one that is cut or damaged, and by the names of its migrations whether it is of this version. */
async function checkDump(path: string): Promise<void> {
  try {
    await runTool('pg_restore', ['--file=/dev/null', path]);
  } catch (error) {
    if (error instanceof EnvironmentError && / is missing: /.test(error.message)) throw error;
    throw damaged(path, error);
  }
  const text = await runTool('pg_restore', ['--data-only', '--table=kysely_migration', '--file=-', path]);
  const rows = /^COPY .*kysely_migration \("?name"?.*\n((?:.+\n)*?)\\\.$/m.exec(text)?.[1] ?? '';
  const applied = rows.split('\n').flatMap((row) => row.split('\t')[0] || []);
  if (applied.length === 0) throw foreign(path);
  refuseUnlessCurrent(tablesStateOf(applied), path);
}

/** What a restore has to know of the database that it replaces. */
interface Former {
  /** The keys that worked there and were not to end; null if there was no database. */
  readonly activeKeys: readonly string[] | null;
  readonly revision: number;
}

const NO_FORMER: Former = { activeKeys: null, revision: 0 };

async function readFormer(
  db: Kysely<Schema>,
  engine: 'sqlite' | 'postgres',
  { replaces }: RestoreWish,
): Promise<Former> {
  const state = await readTablesState(db, engine);
  if (state === 'none') return NO_FORMER;
  refuseUnlessCurrent(state, 'The database');
  if (!replaces && (await holdsSomething(db))) {
    throw new EnvironmentError(
      'The database holds figures or accounts already; nothing was changed. Add --replace to put the backup in their place.',
    );
  }
  // Reads the whole table.
  const keys = await db
    .selectFrom('api_key')
    .select('id')
    .where('revoked_at', 'is', null)
    .where('replaced_by', 'is', null)
    .execute();
  const { newest } = await db
    .selectFrom('revision')
    .select(({ fn }) => fn.max('n').as('newest'))
    .executeTakeFirstOrThrow();
  const accounts = await db.selectFrom('account').select('id').limit(1).execute();
  return {
    activeKeys: accounts.length === 0 ? null : keys.map(({ id }) => id),
    revision: Number(newest ?? 0),
  };
}

/**
 * What makes restored rows those of a service that starts: nobody is signed in, ended keys stay ended, and no caller that kept an
 * answer by its version takes the restored figures for the same. Seconds since 1970 are more than the commits of any service.
 */
function settlingStatements({ activeKeys, revision }: Former, { now, revokesBefore }: RestoreWish): string {
  const nowMs = now.getTime();
  const floor = Math.max(revision, Math.floor(nowMs / 1000));
  const revoke = `update api_key set revoked_at = ${nowMs} where revoked_at is null and`;
  const ids = activeKeys?.map((id) => `'${id.replaceAll("'", "''")}'`).join(', ');
  return [
    ...Object.entries<TableDescription>(TABLES).flatMap(([name, { isOfOneRun }]) =>
      isOfOneRun ? `delete from ${name};` : [],
    ),
    `update revision set n = case when n > ${floor} then n + 1 else ${floor + 1} end;`,
    ...(ids === undefined ? [] : [`${revoke} id not in (${ids === '' ? "''" : ids});`]),
    ...(revokesBefore === null ? [] : [`${revoke} created_at < ${revokesBefore.getTime()};`]),
  ].join('\n');
}

async function describe(db: Kysely<Schema>, { activeKeys }: Former, { now }: RestoreWish): Promise<Restored> {
  // Reads the whole table.
  const { active, revoked } = await db
    .selectFrom('api_key')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('revoked_at', 'is', null).as('active'),
      fn.countAll<number>().filterWhere('revoked_at', '=', now.getTime()).as('revoked'),
    ])
    .executeTakeFirstOrThrow();
  return {
    knowsEnds: activeKeys !== null,
    keysRevoked: Number(revoked),
    keysActive: Number(active),
    fingerprint: await readSecretFingerprint(db),
  };
}

async function currentSchema(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select quote_ident(current_schema()) as name`.execute(db);
  return rows[0]?.name ?? 'public';
}

/** What a file of SQLite, and a dump in the custom format of PostgreSQL, begin with. */
const SQLITE_START = 'SQLite';
const DUMP_START = 'PGDMP';

/** By which of the two a file begins; null for neither. */
async function startOf(path: string): Promise<string | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(SQLITE_START.length), 0, SQLITE_START.length, 0);
    return [SQLITE_START, DUMP_START].find((start) => buffer.toString('latin1').startsWith(start)) ?? null;
  } finally {
    await file.close();
  }
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

function foreign(path: string): EnvironmentError {
  return new EnvironmentError(`${path} is no backup of this program; name a file that npm run backup made.`);
}

function damaged(path: string, cause?: unknown): EnvironmentError {
  return new EnvironmentError(`${path} is damaged or cut short; use another backup.`, { cause });
}
