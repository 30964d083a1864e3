import { openSqliteForWriting } from './sqlite-database.ts';
import { insertRows, stageInSqlite } from './sqlite-stage.ts';
import type { WriteDatabase } from './write-database.ts';

/** Opens or creates the file as write commands need it. Throws when it cannot be opened; its tables may be out of date. */
export function openSqliteWriteDatabase(path: string): WriteDatabase {
  const { db, plain } = openSqliteForWriting(path);
  return {
    db,
    engine: 'sqlite',
    stageRows: async (_transaction, rows) => stageInSqlite(plain, rows),
    writeRows: async (_transaction, rows) => insertRows(plain, rows),
  };
}
