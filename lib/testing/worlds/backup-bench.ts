import { expect } from 'vitest';
import { createApiKey } from '#lib/account/keys/api-keys';
import { openWritableStore } from '#lib/store/open-store';
import type { Engine } from '#lib/store/engine/engine';
import type { Store } from '#lib/store/store';
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

/** Works on the store that variables name and closes it. */
export async function withStore<Result>(
  variables: ScriptVariables,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openWritableStore(
    {
      dataDir: variables['DATA_DIR'] ?? '',
      databaseUrl: variables['DATABASE_URL'] ?? null,
      root: PROJECT_ROOT,
    },
    'here',
  );
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Makes a key, and its account when there is none. */
export async function makeKey(store: Store, name: string, email = 'ada@example.org'): Promise<string> {
  const made = await createApiKey(store, { email, name, lifetime: 'none', limitPerMinute: null }, new Date());
  if (!made.ok) throw new Error(made.error.sentence);
  return made.value;
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
