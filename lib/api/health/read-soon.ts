import { setTimeout } from 'node:timers/promises';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Store } from '#lib/store/store';
import { isKnownAway } from './database-health.ts';

/** Whoever waits longer for the database takes the whole service for down. */
const PATIENCE_MS = 1000;

const LATE = Symbol('late');

/** Reads for somebody who waits: rejects with {@link DatabaseUnavailable} when the database is away, and when it does not answer soon. */
export async function readSoon<Read>(
  store: Pick<Store, 'fault' | 'look'>,
  read: () => Promise<Read>,
): Promise<Read> {
  if (isKnownAway(store)) throw new DatabaseUnavailable('The database is away.');
  const first = await Promise.race([read(), setTimeout(PATIENCE_MS, LATE, { ref: false })]);
  if (first === LATE) throw new DatabaseUnavailable('The database does not answer soon.');
  return first;
}
