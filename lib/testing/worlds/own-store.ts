import { createApiKey } from '#lib/account/keys/api-keys';
import { openWritableStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { PROJECT_ROOT, type ScriptVariables } from '#lib/testing/run-script';
import { type AtEnd, throwAwayFolder } from '#lib/testing/throw-away-folder';

/** What a key is to be, where that matters to a test. */
export interface WantedKey {
  readonly email?: string;
  readonly name?: string;
  /** Requests a minute, 0 for no limit; the service's own where it is left out. */
  readonly limitPerMinute?: number;
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

/** A folder of its own with an empty database: a process that has just started takes ten times as long to make the tables. */
export async function emptyDatabaseFolder(atEnd?: AtEnd): Promise<string> {
  const dataDir = throwAwayFolder(atEnd);
  await withStore({ DATA_DIR: dataDir }, async () => {});
  return dataDir;
}

/** Makes a key, and its account when there is none. */
export async function makeKey(store: Store, wanted: WantedKey = {}): Promise<string> {
  const { email = 'ada@example.org', name = 'first', limitPerMinute = null } = wanted;
  const made = await createApiKey(store, { email, name, lifetime: 'none', limitPerMinute }, new Date());
  if (!made.ok) throw new Error(made.error.sentence);
  return made.value;
}

/** Makes a key in the database that variables name, as `npm run keys -- create` does, without a process and without its pause. */
export function makeKeyIn(variables: ScriptVariables, wanted?: WantedKey): Promise<string> {
  return withStore(variables, (store) => makeKey(store, wanted));
}
