import { statfsSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { isMade } from './sqlite-file.ts';

/** A disk with less than this is full to SQLite, whatever name it gives to the failure: it writes pages of 4 KiB by the dozen. */
const FULL_BELOW_BYTES = 1024 * 1024;

/** What SQLite says of a database that another program made, or somebody changed by hand. */
const ALTERED_WORDS = /^no such (?:table|column)|has no column named/;

/**
 * A sentence in the place of a statement's error that lies with the disk or the file in the data folder; any other error as
 * it is.
 */
export function explainSqlite(error: unknown, dataDir: string): unknown {
  const isOfFiles = error instanceof Error && 'code' in error && NO_ROOM.includes(error.code);
  if (isOfFiles) return diskFull(dataDir);
  if (!(error instanceof BetterSqlite3.SqliteError)) return error;
  const { code, message } = error;
  if (isFull(code, dataDir)) return diskFull(dataDir);
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return damaged(dataDir, message);
  if (code === 'SQLITE_ERROR' && ALTERED_WORDS.test(message)) return damaged(dataDir, message);
  if (code.startsWith('SQLITE_BUSY')) {
    return new DatabaseUnavailable(
      `A service or a command is using the database in ${dataDir}; end it and try again.`,
    );
  }
  if (UNUSABLE.some((start) => code.startsWith(start))) {
    return new DatabaseUnavailable(
      `The database in ${dataDir} cannot be used (${code}: ${message}); check the folder's rights and its disk.`,
    );
  }
  return error;
}

/** Does the work; what fails because of the disk or the file is explained. */
export async function explainingSqlite<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainSqlite(error, dataDir);
  }
}

/** The sentence for a disk without room. */
export function diskFull(dataDir: string): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The disk that holds DATA_DIR (${dataDir}) is full, so nothing can be written; make room there.`,
    'full',
  );
}

/** The sentence for a database whose contents are not what was stored; `finding` says what is wrong with them. */
export function damaged(dataDir: string, finding: string): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The database in ${dataDir} is damaged (${finding}); stop the service, move the database's files elsewhere and restore a backup into the empty folder.`,
    'damaged',
  );
}

/** Throws when a file has tables, but not the one that this program makes first: another program made them. */
export function refuseOtherProgram(plain: BetterSqlite3.Database, dataDir: string): void {
  const tables = plain
    .prepare<[], string>("select name from sqlite_master where type = 'table' and name not glob 'sqlite_*'")
    .pluck()
    .all();
  if (tables.length === 0 || tables.includes('kysely_migration')) return;
  if (isMade(dataDir)) throw damaged(dataDir, 'its tables are missing');
  throw new DatabaseUnavailable(
    `The database ${plain.name} is another program's; move it elsewhere, or set DATA_DIR to another folder.`,
  );
}

/** What the system says of a write to a file: the disk is full, or the user's part of it. */
const NO_ROOM: readonly unknown[] = ['ENOSPC', 'EDQUOT'];

const UNUSABLE = ['SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM', 'SQLITE_PROTOCOL'];

/** SQLite gives other names to a disk that had no room for a file beside the database, such as its index of the log. */
function isFull(code: string, dataDir: string): boolean {
  if (code === 'SQLITE_FULL') return true;
  return (
    (code.startsWith('SQLITE_IOERR') || code === 'SQLITE_CANTOPEN') && freeBytesOf(dataDir) < FULL_BELOW_BYTES
  );
}

function freeBytesOf(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
