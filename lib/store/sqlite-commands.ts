import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { renewReserve, withReserve } from '#lib/store/engine/disk-room';
import { migrateToLatest, otherVersion, readTablesState } from '#lib/store/migrations/migrate';
import type { Schema } from '#lib/store/engine/schema';
import { isMade, noteMade, SQLITE_FILE, watchFile } from '#lib/store/engine/sqlite/sqlite-file';
import { damaged, diskFull, explainingSqlite } from '#lib/store/engine/sqlite/sqlite-refusal';
import { runWriteCommand, type WriteCommandName } from './write-commands.ts';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { insertRows, stageInSqlite } from '#lib/store/engine/sqlite/sqlite-stage';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';

/** What the writer can be asked for; `prove` proves that there is room to write, and keeps the reserve whole. */
export type WriteName = WriteCommandName | 'prove';

/** Those that take a right away: they must not wait for room on a full disk, and so may use the reserve. */
const WITH_RESERVE: readonly WriteName[] = ['revokeApiKey', 'endSessions', 'deleteAccount'];

/** Carries out what writes to the embedded database, one after another; what lies with the disk or the file is explained. */
export interface SqliteCommands {
  readonly run: (name: WriteName, argument: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/**
 * Opens or creates the database of a folder and brings it up to date. Rejects with {@link DatabaseUnavailable} when that
 * cannot be; nothing is written to tables that this version does not know.
 */
export async function openSqliteCommands(dataDir: string): Promise<SqliteCommands> {
  const explaining = <T>(work: () => Promise<T>) => explainingSqlite(dataDir, work);
  const reserved = <T>(work: () => Promise<T>) => withReserve(dataDir, () => explaining(work));
  const { db, plain } = await reserved(async () => openSqliteForWriting(join(dataDir, SQLITE_FILE)));
  const store: WriteDatabase = {
    db,
    engine: 'sqlite',
    stageRows: async (_transaction, rows) => stageInSqlite(plain, rows),
    writeRows: async (_transaction, rows) => insertRows(plain, rows),
  };
  try {
    await explaining(async () => {
      await refuseForeign(db, dataDir);
      await migrateToLatest(db, 'sqlite');
      noteMade(dataDir);
    });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const assertThere = watchFile(dataDir);
  const runCommand = async (name: WriteName, argument: unknown): Promise<unknown> => {
    assertThere();
    if (name === 'prove') {
      if (!renewReserve(dataDir)) throw diskFull(dataDir);
      return runCommand('dropLease', NO_LEASE);
    }
    const result = await runWriteCommand(store, name, argument);
    // What went into a file that is no longer there was not kept.
    assertThere();
    return result;
  };
  return {
    run: async (name, argument) => {
      const work = () => runCommand(name, argument);
      return WITH_RESERVE.includes(name) ? reserved(work) : explaining(work);
    },
    close: () => db.destroy(),
  };
}

/** Nobody's: giving it up writes nothing, but takes what every write takes. */
const NO_LEASE = { name: 'none', holder: '' };

/** One sentence instead of Kysely's, and before Kysely begins to make its tables in what is no database of ours. */
async function refuseForeign(db: Kysely<Schema>, dataDir: string): Promise<void> {
  const state = await readTablesState(db, 'sqlite');
  if (state === 'none' && isMade(dataDir)) throw damaged(dataDir, 'its tables are missing');
  const refusal = otherVersion(state, `in ${dataDir}`);
  if (refusal) throw refusal;
}
