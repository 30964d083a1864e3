import { join } from 'node:path';
import { expect } from 'vitest';
import { writeBackup } from '#lib/store/backup/write-backup';
import type { Engine } from '#lib/store/engine/engine';
import type { StoreLocation } from '#lib/store/open-store';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { PROJECT_ROOT, runScript, type ScriptEnding, type ScriptVariables } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** Both engines. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** The variables that name a new, empty database of an engine, in a data folder of its own. */
export async function newDatabase(engine: Engine): Promise<ScriptVariables & { readonly DATA_DIR: string }> {
  const folder = { DATA_DIR: throwAwayFolder() };
  return engine === 'sqlite' ? folder : { ...folder, DATABASE_URL: await freshDatabase() };
}

/** Runs `npm run backup` or `npm run restore`. */
export function run(
  name: 'backup' | 'restore' | 'doctor',
  args: readonly string[],
  variables: ScriptVariables,
): Promise<ScriptEnding> {
  return runScript([`lib/cli/${name}.ts`, ...args], variables);
}

/** The same, where it has to succeed; gives what it printed. */
export async function runWell(...command: Parameters<typeof run>): Promise<string> {
  const { code, stdout, stderr } = await run(...command);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** The database that variables name. */
export function locationOf(variables: ScriptVariables): StoreLocation {
  return {
    dataDir: variables['DATA_DIR'] ?? '',
    databaseUrl: variables['DATABASE_URL'] ?? null,
    root: PROJECT_ROOT,
  };
}

/** Writes the backup that `npm run backup` writes, without a process, and tells its file. */
export async function backUpHere(variables: ScriptVariables): Promise<string> {
  const file = join(throwAwayFolder(), 'one.backup');
  await writeBackup(locationOf(variables), file);
  return file;
}
