import { join } from 'node:path';
import { openSqliteForReading } from './sqlite-database.ts';
import { startSqliteWriter } from './sqlite-writer.ts';
import { readsOf, type Store } from './store.ts';

/** The embedded database's file in the data folder. */
export const SQLITE_FILE = 'crossrate.sqlite';

/** Where the embedded database lies, and the project's root, from which the writer thread's file is found. */
export interface SqliteLocation {
  readonly dataDir: string;
  readonly root: string;
}

/** Opens or creates the embedded database and brings it up to date. Rejects when the folder cannot be written. */
export async function openSqliteStore({ dataDir, root }: SqliteLocation): Promise<Store> {
  const path = join(dataDir, SQLITE_FILE);
  const thread = startSqliteWriter(path, root);
  await thread.ready;
  const reading = openSqliteForReading(path);
  return {
    engine: 'sqlite',
    write: thread.writer,
    ...readsOf(reading.db),
    close: async () => {
      // The last connection to close folds the log into the file, and a reading one may not.
      await reading.db.destroy();
      await thread.close();
    },
  };
}
