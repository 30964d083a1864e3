import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';

/** The embedded database's file in the data folder. */
export const SQLITE_FILE = 'crossrate.sqlite';

/** Says that the folder has held a database: without it an empty folder is a new one. */
export const MADE_FILE = 'crossrate.made';

const MADE_TEXT = `Crossrate keeps its database in ${SQLITE_FILE} beside this file. As long as this file is here, a missing or an
empty ${SQLITE_FILE} is an error and no new database. Remove this file too to begin with a new one.
`;

/** Notes that there is a database in the folder now. */
export function noteMade(dataDir: string): void {
  if (!isMade(dataDir)) writeFileSync(join(dataDir, MADE_FILE), MADE_TEXT, { mode: 0o600 });
}

/** Whether the folder has held a database. */
export function isMade(dataDir: string): boolean {
  return existsSync(join(dataDir, MADE_FILE));
}

/** Throws {@link DatabaseUnavailable} when the folder held a database that is missing or empty now. */
export function refuseLostDatabase(dataDir: string): void {
  if (!isMade(dataDir)) return;
  const path = join(dataDir, SQLITE_FILE);
  const found = existsSync(path) ? statSync(path).size : null;
  if (found !== null && found > 0) return;
  throw new DatabaseUnavailable(
    `The database that was made in ${dataDir} is ${found === null ? 'missing' : 'empty'}: put ${SQLITE_FILE} or a backup of it back, or remove ${MADE_FILE} there to begin with a new database.`,
    'gone',
  );
}

/**
 * Watches that a name in the folder goes on to mean the file that is open. The function that comes back throws
 * {@link DatabaseUnavailable} while it does not: what is written then would be lost, or be half of another database.
 */
export function watchFile(dataDir: string): () => void {
  const path = join(dataDir, SQLITE_FILE);
  const log = `${path}-wal`;
  const opened = identityOf(path);
  let openedLog = identityOf(log);
  return () => {
    openedLog ??= identityOf(log);
    const isSame = identityOf(path) === opened && (openedLog === null || identityOf(log) === openedLog);
    if (isSame) return;
    throw removed(dataDir);
  };
}

/** The sentence for a database that was there when the service was started. */
export function removed(dataDir: string): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `The database in ${dataDir} was removed or replaced while the service was running; put the file back and start the service again.`,
    'gone',
  );
}

/** Tells files apart, also those of one name; null when there is none. */
function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
