import { openSqliteCommands } from './sqlite-commands.ts';
import type { SqliteWriter } from './sqlite-writer.ts';

/**
 * A writer in the caller's own thread, on a folder's database which is created and migrated as needed: for a command that
 * has nothing else to do while it writes. A thread beside it would cost 45 MB.
 */
export function openSqliteWriterHere(dataDir: string): SqliteWriter {
  const opening = openSqliteCommands(dataDir);
  const ready = opening.then(() => {});
  // Every write fails with the same error, so whoever only reads need not listen.
  ready.catch(() => {});
  let last: Promise<unknown> = ready;
  let closing: Promise<void> | null = null;
  return {
    /** One after the other, as asked. */
    run: (name, argument) => {
      last = settled(last).then(async () => (await opening).run(name, argument));
      return last;
    },
    ready,
    close: () =>
      (closing ??= settled(last).then(() =>
        opening.then(
          ({ close }) => close(),
          () => {},
        ),
      )),
  };
}

async function settled(promise: Promise<unknown>): Promise<void> {
  await promise.catch(() => {});
}
