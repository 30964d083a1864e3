import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from '#lib/store/engine/schema';

/** How long a statement waits for another process's write; longer than the largest import's merge. */
const BUSY_TIMEOUT_MS = 30_000;

/** SQLite counts a negative cache size in KiB. Three connections have one each, and the system keeps the file's pages besides. */
const CACHE_SIZE_KIB = 4 * 1024;

/** More than the statements that requests and polls repeat; each takes some 10 kB. */
const KEPT_STATEMENTS = 100;

/**
 * A transaction that takes the write lock when it begins. One that begins by reading can fail at its first write because
 * another process wrote in between, and no time-out helps there.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #plain: BetterSqlite3.Database;

  constructor(plain: BetterSqlite3.Database) {
    super({ database: keepingStatements(plain) });
    this.#plain = plain;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite ends a transaction by itself when the disk is full or fails; what is thrown then is that error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#plain.inTransaction) await super.rollbackTransaction(connection);
  }
}

/**
 * Kysely believes that SQLite cannot undo a `create table` and so migrates outside a transaction. It can: within one, a
 * process that dies half-way leaves nothing, and of several that start at once one migrates while the others wait.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #plain: BetterSqlite3.Database;

  constructor(plain: BetterSqlite3.Database) {
    super({ database: plain });
    this.#plain = plain;
  }

  override createDriver(): ImmediateSqliteDriver {
    return new ImmediateSqliteDriver(this.#plain);
  }

  override createAdapter(): TransactionalSqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/**
 * Compiles a statement when it is first run. Kysely would do so each time, which takes several times as long as reading a row. It runs
 * every statement to its end at once, so that none is in use when it is needed again. SQLite itself compiles a statement again at each
 * run if its limit is a parameter; the most frequent reads have theirs in the text.
 */
function keepingStatements(plain: BetterSqlite3.Database): SqliteDatabase {
  const kept = new LRUCache<string, BetterSqlite3.Statement>({ max: KEPT_STATEMENTS });
  return {
    prepare: (sql) => {
      const statement = kept.get(sql) ?? plain.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
    close: () => void plain.close(),
  };
}

/** A connection with the query builder over it; the plain connection is for bulk loads. */
export interface SqliteConnection {
  readonly db: Kysely<Schema>;
  readonly plain: BetterSqlite3.Database;
}

/** Opens or creates the file for writing: write-ahead log, every commit synced. For the writer thread only. */
export function openSqliteForWriting(path: string): SqliteConnection {
  mkdirSync(dirname(path), { recursive: true });
  const isNew = !existsSync(path);
  const plain = new BetterSqlite3(path, { timeout: BUSY_TIMEOUT_MS });
  // It holds e-mail addresses; the files beside it take its mode.
  if (isNew) chmodSync(path, OWNER_ONLY);
  switchToWriteAheadLog(plain);
  plain.pragma('synchronous = full');
  plain.pragma('foreign_keys = on');
  plain.pragma(`cache_size = -${CACHE_SIZE_KIB}`);
  return { db: new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(plain) }), plain };
}

/** How long to wait until a connection that is just being closed has gone. */
const ALONE_TIMEOUT_MS = 1000;

/**
 * The same as the only connection: throws while any other process has the file open, even
 * if it only reads, and keeps all others out until it is closed.
 */
export function openSqliteAlone(path: string): SqliteConnection {
  mkdirSync(dirname(path), { recursive: true });
  const isNew = !existsSync(path);
  const plain = new BetterSqlite3(path, { timeout: ALONE_TIMEOUT_MS });
  try {
    if (isNew) chmodSync(path, OWNER_ONLY);
    // Before the first access, or the log's index would be shared and the lock not exclusive.
    plain.pragma('locking_mode = exclusive');
    plain.pragma('journal_mode = wal');
    plain.pragma('synchronous = full');
    plain.pragma('foreign_keys = on');
    plain.pragma(`cache_size = -${CACHE_SIZE_KIB}`);
  } catch (error) {
    plain.close();
    throw error;
  }
  return { db: new Kysely<Schema>({ dialect: new ImmediateSqliteDialect(plain) }), plain };
}

const OWNER_ONLY = 0o600;

/** How long to wait before asking a new file again. */
const SWITCH_RETRY_MS = 5;

/**
 * Of several processes that switch a new file at once, SQLite refuses all but one without waiting: each holds a read lock,
 * and none could go on. The mode stays in the file, so whoever was refused finds it there.
 */
function switchToWriteAheadLog(plain: BetterSqlite3.Database): void {
  const endsAtMs = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      plain.pragma('journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > endsAtMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWITCH_RETRY_MS);
    }
  }
}

/** Whether SQLite refused because somebody else has the file. */
function isBusy(error: unknown): boolean {
  return error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** Opens the file for reading only; it must exist. */
export function openSqliteForReading(path: string): SqliteConnection {
  const plain = new BetterSqlite3(path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
  plain.pragma(`cache_size = -${CACHE_SIZE_KIB}`);
  return {
    db: new Kysely<Schema>({ dialect: new SqliteDialect({ database: keepingStatements(plain) }) }),
    plain,
  };
}
