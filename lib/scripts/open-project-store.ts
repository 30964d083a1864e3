import process from 'node:process';
import { EnvironmentError, type Environment, readEnvironment } from '#lib/platform/environment';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';

/** The store that the service of this folder and environment uses, for a command beside it. */
export async function openProjectStore(): Promise<{
  readonly environment: Environment;
  readonly store: Store;
}> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  try {
    const store = await openSqliteStore({ dataDir: environment.dataDir, root });
    await store.writable;
    return { environment, store };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new EnvironmentError(`The database in ${environment.dataDir} could not be opened (${reason}).`, {
      cause: error,
    });
  }
}
