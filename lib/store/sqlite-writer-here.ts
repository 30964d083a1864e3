import { migrateToLatest } from './migrate.ts';
import { openSqliteWriteDatabase } from './sqlite-write-database.ts';
import type { SqliteWriter } from './sqlite-writer.ts';
import { runWriteCommand, writerThrough } from './write-commands.ts';

/**
 * A writer in the caller's own thread, on a database file which is created and migrated as needed: for a command that has
 * nothing else to do while it writes. A thread beside it would cost 45 MB. Throws when the file cannot be opened.
 */
export function openSqliteWriterHere(path: string): SqliteWriter {
  const store = openSqliteWriteDatabase(path);
  const ready = migrateToLatest(store.db, 'sqlite');
  // Every write fails with the same error, so whoever only reads need not listen.
  ready.catch(() => {});
  let last: Promise<unknown> = ready;
  let closing: Promise<void> | null = null;
  /** One after the other, as asked; nothing is written to tables that this version does not know. */
  const enqueue = (work: () => Promise<unknown>): Promise<unknown> => {
    last = settled(last)
      .then(() => ready)
      .then(work);
    return last;
  };
  return {
    writer: writerThrough((name, argument) => enqueue(() => runWriteCommand(store, name, argument))),
    ready,
    close: () => (closing ??= settled(last).then(() => store.db.destroy())),
  };
}

async function settled(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => {});
}
