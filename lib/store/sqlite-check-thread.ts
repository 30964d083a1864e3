import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

/** The thread that looks through a whole file and says what is wrong in it; null when nothing is, or it cannot be read. */
const port = parentPort;
port?.postMessage(findDamage(String(workerData)));

function findDamage(path: string): string | null {
  try {
    const plain = new BetterSqlite3(path, { readonly: true });
    const found = String(plain.pragma('quick_check(1)', { simple: true }));
    plain.close();
    return found === 'ok' ? null : found;
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    // A file that cannot be read at all is met by everything else that reads it.
    return /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code) ? error.message : null;
  }
}
