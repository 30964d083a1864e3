import process from 'node:process';
import BetterSqlite3 from 'better-sqlite3';

/*
 * The process that looks through a whole file, which its argument names, and writes what is wrong in it; nothing when
 * nothing is, or the file cannot be read. No thread: Node 24 may abort a process in which threads come and go
 * (nodejs/node#64500), and this one comes daily.
 */
process.stdout.write(findDamage(process.argv[2] ?? '') ?? '');

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
