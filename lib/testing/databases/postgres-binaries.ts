import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** Where Debian and Homebrew put servers beside `PATH`, the newest last. */
const USUAL_FOLDERS = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin'];

/**
 * The folder with `initdb` and `postgres`: `POSTGRES_BIN`, which `npm test` sets after it made sure of one, else the first
 * that this machine has. Throws one sentence when there is none.
 */
export function postgresBinaries(): string {
  const named = process.env['POSTGRES_BIN'];
  const usual = USUAL_FOLDERS.flatMap((pattern) => globSync(pattern)).toSorted(byNumbers);
  const candidates = named
    ? [named]
    : [...usual.toReversed(), ...(process.env['PATH'] ?? '').split(delimiter)];
  const found = candidates.find((folder) => existsSync(join(folder, 'initdb')));
  if (found) return found;
  throw new Error(
    'There is no PostgreSQL server on this machine: run npm test, or set POSTGRES_BIN to its bin folder.',
  );
}

/** 15 comes after 9. */
function byNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
