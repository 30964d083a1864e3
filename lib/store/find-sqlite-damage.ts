import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { SQLITE_FILE } from './sqlite-file.ts';
import { damaged } from './sqlite-refusal.ts';

/** From the project's root, for the same reason as the writer's. */
const THREAD_FILE = 'lib/store/sqlite-check-thread.ts';

/** The check reads and keeps nothing. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 };

/**
 * Looks through the whole file of a folder's database in a thread of its own, which takes a second for every few hundred MB.
 * The damage that was found, or null, also when the file cannot be opened, which everything else meets that reads it.
 */
export async function findSqliteDamage(dataDir: string, root: string): Promise<DatabaseUnavailable | null> {
  const worker = new Worker(join(/* turbopackIgnore: true */ root, THREAD_FILE), {
    workerData: join(dataDir, SQLITE_FILE),
    resourceLimits: MEMORY_LIMITS,
  });
  worker.unref();
  const found = await new Promise<string | null>((resolve, reject) => {
    worker.on('message', (text: string | null) => resolve(text));
    worker.on('error', reject);
    worker.on('exit', () => resolve(null));
  });
  return found === null ? null : damaged(dataDir, found);
}
