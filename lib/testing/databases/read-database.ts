import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteForReading } from '#lib/store/engine/sqlite/sqlite-database';

/** Reads the database that processes of a test left in a data folder, without starting a writer. */
export async function readDatabase<T>(dataDir: string, read: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const { db, plain } = openSqliteForReading(join(dataDir, SQLITE_FILE));
  try {
    return await read(db);
  } finally {
    plain.close();
  }
}

/** How many figures a data folder holds. */
export function countStoredFigures(dataDir: string): Promise<number> {
  return readDatabase(dataDir, async (db) => {
    const counted = db.selectFrom('obs_day').select(({ fn }) => fn.countAll<number>().as('n'));
    return (await counted.executeTakeFirstOrThrow()).n;
  });
}
