import process from 'node:process';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { openWritableStore, type WriterPlace } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';

/** The store that the service of this folder and environment uses, for a command beside it. */
export async function openProjectStore(place: WriterPlace = 'thread'): Promise<{
  readonly environment: Environment;
  readonly store: Store;
}> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  return { environment, store: await openWritableStore({ ...environment, root }, place) };
}
