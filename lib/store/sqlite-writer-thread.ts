import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseUnavailable, type DatabaseFaultKind } from '#lib/store/engine/database-unavailable';
import { openSqliteCommands, type SqliteCommands, type WriteName } from './sqlite-commands.ts';

/** A command sent to the writer thread. */
export interface WriteMessage {
  readonly id: number;
  readonly name: WriteName | 'close';
  readonly argument: unknown;
}

/** What comes back: `id` 0 says whether the tables are ready. Errors lose their class on the way, so `fault` names it. */
export type WriteReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly error: Error;
      readonly fault: DatabaseFaultKind | null;
    };

const port = parentPort;
if (port) {
  const reply = (id: number, value: unknown) =>
    port.postMessage({ id, ok: true, value } satisfies WriteReply);
  const refuse = (id: number, thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const fault = error instanceof DatabaseUnavailable ? error.kind : null;
    port.postMessage({ id, ok: false, error, fault } satisfies WriteReply);
  };
  const answer = async (commands: SqliteCommands, { id, name, argument }: WriteMessage): Promise<void> => {
    try {
      if (name === 'close') {
        await commands.close();
        reply(id, undefined);
        port.close();
        return;
      }
      reply(id, await commands.run(name, argument));
    } catch (error) {
      refuse(id, error);
    }
  };
  const opening = openSqliteCommands(String(workerData));
  let queue: Promise<void> = opening.then(
    () => reply(0, undefined),
    (error: unknown) => {
      refuse(0, error);
      port.close();
    },
  );
  port.on('message', (message: WriteMessage) => {
    queue = queue.then(async () => answer(await opening, message));
  });
}
