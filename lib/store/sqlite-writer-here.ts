import PQueue from 'p-queue';
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
  const turns = new PQueue({ concurrency: 1 });
  let closing: Promise<void> | null = null;
  return {
    /** One after the other, as asked. */
    run: (name, argument) => turns.add(async () => (await opening).run(name, argument)),
    ready,
    close: () =>
      (closing ??= turns.add(() =>
        opening.then(
          ({ close }) => close(),
          () => {},
        ),
      )),
  };
}
