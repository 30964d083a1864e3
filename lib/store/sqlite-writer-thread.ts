import { parentPort, workerData } from 'node:worker_threads';
import { migrateToLatest } from './migrate.ts';
import { openSqliteWriteDatabase } from './sqlite-write-database.ts';
import { runWriteCommand, type WriteCommandName } from './write-commands.ts';

/** A command sent to the writer thread. */
export interface WriteMessage {
  readonly id: number;
  readonly name: WriteCommandName | 'close';
  readonly argument: unknown;
}

/** What comes back: `id` 0 says that the tables are ready. */
export type WriteReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: Error };

const port = parentPort;
if (port) {
  const reply = (message: WriteReply) => port.postMessage(message);
  const store = openSqliteWriteDatabase(String(workerData));
  const answer = async ({ id, name, argument }: WriteMessage): Promise<void> => {
    try {
      if (name === 'close') {
        await store.db.destroy();
        reply({ id, ok: true, value: undefined });
        port.close();
        return;
      }
      reply({ id, ok: true, value: await runWriteCommand(store, name, argument) });
    } catch (error) {
      reply({ id, ok: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  // A failure ends the thread, and with it every command: nothing is written to tables that this version does not know.
  let queue = migrateToLatest(store.db, 'sqlite').then(() => reply({ id: 0, ok: true, value: undefined }));
  port.on('message', (message: WriteMessage) => {
    queue = queue.then(() => answer(message));
  });
}
