import type { KeyTableRow } from '#lib/store/accounts/api-keys';
import { hashKey, isWellFormedKey, KEY_LENGTH } from './key-format.ts';

/** What a request learns of its key. */
export interface VerifiedKey {
  readonly id: string;
  readonly accountId: string;
  /** Requests a minute; null leaves it to the deployment, 0 is no limit. */
  readonly limitPerMinute: number | null;
  /** The only sources that the key may read; null is every enabled one. Equal lists are the same object. */
  readonly allowedSources: ReadonlySet<string> | null;
}

interface KnownKey extends VerifiedKey {
  readonly expiresAtMs: number;
}

/** What a table says of a text: whose key it is, that it is none, or that it cannot know any more. */
export type KeyFinding = VerifiedKey | 'unknown' | 'unsure';

/** The keys in memory: a request is checked without a statement to the database. */
export interface KeyTable {
  /**
   * The key's owner. `unknown` when it is malformed, never made, revoked or expired: the four look alike. `unsure` when the
   * database was last read too long ago to tell.
   */
  readonly find: (key: string, nowMs: number) => KeyFinding;
  /**
   * Refuses a key from now on, before the database says that it has ended: that may have to wait for others. The function
   * that comes back takes the refusal back.
   */
  readonly refuse: (keyId: string) => () => void;
  /** Puts the database's keys in the place of the former ones. */
  readonly replaceAll: (rows: readonly KeyTableRow[]) => void;
  /** Whether the database was last read too long ago to tell which keys hold. */
  readonly isUnsure: () => boolean;
  /** Notes that the table was as the database has it just now. */
  readonly noteRead: () => void;
}

/** What a table stands on. */
export interface KeyTableSetup {
  /** How long after the last reading the database's keys hold. */
  readonly maxAgeMs: number;
  /** A clock in ms that never goes back: set by hand it would let a table live on, or end it. */
  readonly monotonicMs: () => number;
}

/** A table without keys until `replaceAll`. */
export function createKeyTable({ maxAgeMs, monotonicMs }: KeyTableSetup): KeyTable {
  let known: ReadonlyMap<string, KnownKey> = new Map();
  let readAtMs = monotonicMs();
  /** Keys that have ended before the database says so. */
  const refused = new Set<string>();
  const isUnsure = () => monotonicMs() - readAtMs > maxAgeMs;
  return {
    find: (key, nowMs) => {
      if (key.length !== KEY_LENGTH) return 'unknown';
      if (isUnsure()) return isWellFormedKey(key) ? 'unsure' : 'unknown';
      // What is in the table has a key's form and fits its checksum: to look is cheaper than to reckon first.
      const found = known.get(hashKey(key));
      if (!found || nowMs >= found.expiresAtMs) return 'unknown';
      return refused.size > 0 && refused.has(found.id) ? 'unknown' : found;
    },
    refuse: (keyId) => {
      refused.add(keyId);
      return () => void refused.delete(keyId);
    },
    replaceAll: (rows) => {
      const setOf = rememberSets();
      known = new Map(rows.map((row) => [row.hash, knownKey(row, setOf)]));
      if (refused.size === 0) return;
      const waiting = rows.filter(({ id }) => refused.has(id));
      refused.clear();
      for (const { id } of waiting) refused.add(id);
    },
    isUnsure,
    noteRead: () => {
      readAtMs = monotonicMs();
    },
  };
}

function knownKey(row: KeyTableRow, setOf: (list: string) => ReadonlySet<string>): KnownKey {
  const { limit_per_minute: limit, allowed_sources: list } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    limitPerMinute: limit === null ? null : Number(limit),
    allowedSources: list === null ? null : setOf(list),
    expiresAtMs: row.expires_at === null ? Number.POSITIVE_INFINITY : Number(row.expires_at),
  };
}

/** Many keys have the same few lists. */
function rememberSets(): (list: string) => ReadonlySet<string> {
  const sets = new Map<string, ReadonlySet<string>>();
  return (list) => {
    const canonical = list
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '')
      .toSorted()
      .join(',');
    const set = sets.get(canonical) ?? new Set(canonical.split(','));
    sets.set(canonical, set);
    return set;
  };
}
