import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '#lib/platform/environment';
import { NEWEST_MIGRATION } from '#lib/store/migrations/migrate';
import { diskShortage, hasReserve, withReserve } from '#lib/store/engine/disk-room';
import { openSqliteForReading, type SqliteConnection } from '#lib/store/engine/sqlite/sqlite-database';
import { refuseLostDatabase, removed, SQLITE_FILE, watchFile } from '#lib/store/engine/sqlite/sqlite-file';
import { explainingSqlite, refuseOtherProgram } from '#lib/store/engine/sqlite/sqlite-refusal';
import { openSqliteWriterHere, startSqliteWriter } from './sqlite-writer.ts';
import { createStoreCondition } from '#lib/store/engine/store-condition';
import { readsOf, type Store, type StoreReads } from './store.ts';
import { writerThrough } from './write-commands.ts';

/** Where the embedded database lies, and the project's root, from which the writer thread's file is found. */
export interface SqliteLocation {
  readonly dataDir: string;
  readonly root: string;
}

/** The database that the operator chose: the PostgreSQL one of `databaseUrl`, else the embedded one. */
export interface StoreLocation extends SqliteLocation {
  readonly databaseUrl: string | null;
}

/** Opens the chosen database and brings it up to date; rejects with {@link EnvironmentError}, one sentence. */
export function openStore(location: StoreLocation, place: WriterPlace = 'thread'): Promise<Store> {
  return explaining(location, () => open(location, place));
}

/**
 * Where the embedded database is written: by a thread of its own, or by the caller's, which does nothing else meanwhile
 * and takes 45 MB less.
 */
export type WriterPlace = 'thread' | 'here';

/** The same for a command that is going to write: a database that can only be read is refused as well. */
export function openWritableStore(location: StoreLocation, place: WriterPlace = 'thread'): Promise<Store> {
  return explaining(location, async () => {
    const store = await open(location, place);
    await store.writable;
    return store;
  });
}

async function open(location: StoreLocation, place: WriterPlace): Promise<Store> {
  if (location.databaseUrl === null) return openSqliteStore(location, place);
  // Loaded here, because whoever stays with the embedded database need not wait for it.
  const { openPostgresStore } = await import('./postgres-store.ts');
  return openPostgresStore(location.databaseUrl);
}

/** What reads alone are opened with. */
export type ReadLocation = Pick<StoreLocation, 'databaseUrl' | 'dataDir'>;

/** Opens a database that is up to date for reads alone, from another thread than the one that holds its store. */
export async function openReads({ databaseUrl, dataDir }: ReadLocation): Promise<StoreReads> {
  if (databaseUrl !== null) {
    const { openPostgresReads } = await import('./postgres-store.ts');
    return openPostgresReads(databaseUrl);
  }
  const path = join(dataDir, SQLITE_FILE);
  if (!existsSync(path)) throw removed(dataDir);
  const assertThere = watchFile(dataDir);
  const { db } = await explainingSqlite(dataDir, () => Promise.resolve(openSqliteForReading(path)));
  const run = async (work: () => Promise<unknown>) => {
    assertThere();
    return explainingSqlite(dataDir, work);
  };
  return readsOf(() => db, run);
}

/** Does work on a database; what keeps it from being opened becomes an {@link EnvironmentError}, one sentence. */
export async function explaining<Result>(
  location: StoreLocation,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EnvironmentError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const place = location.databaseUrl === null ? location.dataDir : 'DATABASE_URL';
    throw new EnvironmentError(`The database in ${place} could not be opened (${reason}).`, { cause: error });
  }
}

/**
 * Opens or creates the embedded database and brings it up to date. A database that is up to date can be read before its
 * writer is ready; writes wait for it. Rejects when the folder cannot be written, and with {@link DatabaseUnavailable}
 * when it held a database that is no longer there.
 */
export async function openSqliteStore(
  { dataDir, root }: SqliteLocation,
  place: WriterPlace = 'thread',
): Promise<Store> {
  refuseLostDatabase(dataDir);
  // First, because a file that cannot be read must not have a writer.
  const current = await openIfUpToDate(dataDir);
  const own = place === 'here' ? openSqliteWriterHere(dataDir) : startSqliteWriter(dataDir, root);
  if (!current) await own.ready;
  const reading = current ?? openSqliteForReading(join(dataDir, SQLITE_FILE));
  const assertThere = watchFile(dataDir);
  const { noteLasting, ...condition } = createStoreCondition({
    prove: () => own.run('prove', null),
    wantsProof: () => !hasReserve(dataDir),
    shortage: (freeBytesMin) => diskShortage(dataDir, freeBytesMin),
  });
  own.ready.catch(noteLasting);
  const read = async (work: () => Promise<unknown>) => {
    assertThere();
    return explainingSqlite(dataDir, work);
  };
  return {
    engine: 'sqlite',
    write: writerThrough((name, argument) => condition.watch(() => own.run(name, argument))),
    writable: own.ready,
    fault: condition.fault,
    look: condition.look,
    connections: () => [],
    ...readsOf(
      () => reading.db,
      (work) => condition.watch(() => read(work)),
    ),
    close: async () => {
      // The last connection to close folds the log into the file, and a reading one may not. Kysely would close only a
      // connection that has read something.
      reading.plain.close();
      await own.close();
    },
  };
}

async function openIfUpToDate(dataDir: string): Promise<SqliteConnection | null> {
  const path = join(dataDir, SQLITE_FILE);
  if (!existsSync(path)) return null;
  return withReserve(dataDir, () =>
    explainingSqlite(dataDir, async () => {
      const reading = openSqliteForReading(path);
      const { plain } = reading;
      try {
        refuseOtherProgram(plain, dataDir);
        if (isUpToDate(plain)) return reading;
      } catch (error) {
        plain.close();
        throw error;
      }
      plain.close();
      return null;
    }),
  );
}

function isUpToDate(plain: SqliteConnection['plain']): boolean {
  const hasMigrations = plain.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
  if (!hasMigrations) return false;
  const newest = plain.prepare('select 1 from kysely_migration where name = ?').get(NEWEST_MIGRATION);
  return newest !== undefined;
}
