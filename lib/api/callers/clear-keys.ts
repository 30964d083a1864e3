import { LRUCache } from 'lru-cache';
import type { KeyTable } from '#lib/account/keys/key-table';
import type { Clock } from '#lib/platform/clock';
import type { Sender } from './peer-address.ts';
import { HOUR_MS } from '#lib/domain/durations';

/** What the watch for keys that crossed a network unencrypted stands on. */
export interface ClearKeyService {
  readonly keys: Pick<KeyTable, 'find'>;
  readonly clock: Pick<Clock, 'realMs'>;
  /** Tells the owner of a key; called at most once an hour and key. */
  readonly noteKeySeenInClear: (keyId: string, sender: Sender) => void;
}

/** Keys told of within the hour at most; beyond that an owner may be told twice. */
const KEYS_MAX = 10_000;

/** Looks at the key of a request that is refused because it came in clear; what is no valid key is nobody's concern. */
export function watchClearKeys({ keys, clock, noteKeySeenInClear }: ClearKeyService) {
  const told = new LRUCache<string, true>({ max: KEYS_MAX, ttl: HOUR_MS });
  return (header: string | readonly string[] | undefined, sender: Sender): void => {
    if (typeof header !== 'string') return;
    const found = keys.find(header, clock.realMs());
    if (typeof found === 'string' || told.has(found.id)) return;
    told.set(found.id, true);
    noteKeySeenInClear(found.id, sender);
  };
}
