import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type Environment, EnvironmentError, readEnvironment } from '#lib/platform/environment';
import { openWritableStore, type WriterPlace } from '#lib/store/open-store';
import { isMade, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import type { Store } from '#lib/store/store';

/** The store that the service of this folder and environment uses, and that environment. */
export interface ProjectStore {
  readonly environment: Environment;
  readonly store: Store;
}

/** Opens or makes it, for a command beside the service: most have nothing else to do while they write. */
export async function openProjectStore(place: WriterPlace = 'here'): Promise<ProjectStore> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  return { environment, store: await openWritableStore({ ...environment, root }, place) };
}

/** The same for a command that works with what is there: it makes no database where there is none, and says so. */
export async function openExistingStore(place?: WriterPlace): Promise<ProjectStore> {
  const { databaseUrl, dataDir } = readEnvironment(process.env, process.cwd());
  const isThere = existsSync(join(dataDir, SQLITE_FILE)) || isMade(dataDir);
  if (databaseUrl === null && !isThere) {
    throw new EnvironmentError(
      `There is no database in ${dataDir}; check DATA_DIR, or make one with npm start or npm run keys -- create.`,
    );
  }
  return openProjectStore(place);
}
