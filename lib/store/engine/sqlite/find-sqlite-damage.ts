import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { SQLITE_FILE } from './sqlite-file.ts';
import { damaged } from './sqlite-refusal.ts';

/** From the project's root, for the same reason as the writer's. */
const PROCESS_FILE = 'lib/store/engine/sqlite/sqlite-check-process.ts';

/** The check reads and keeps nothing. */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=64'];

/**
 * Looks through the whole file of a folder's database in a process of its own, which takes a second for every few hundred MB.
 * The damage that was found, or null, also when the file cannot be opened, which everything else meets that reads it.
 */
export async function findSqliteDamage(dataDir: string, root: string): Promise<DatabaseUnavailable | null> {
  const file = join(/* turbopackIgnore: true */ root, PROCESS_FILE);
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...FLAGS,
    file,
    join(dataDir, SQLITE_FILE),
  ]);
  return stdout === '' ? null : damaged(dataDir, stdout);
}
