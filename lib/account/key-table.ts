import type { ApiKeyRow } from '#lib/store/schema';
import { hashKey, isWellFormedKey } from './key-format.ts';

/** What a request learns of its key. */
export interface VerifiedKey {
  readonly id: string;
  readonly accountId: string;
}

interface KnownKey extends VerifiedKey {
  readonly expiresAtMs: number;
}

/** The keys in memory: a request is checked without a statement to the database. */
export interface KeyTable {
  /** The key's owner, or null when it is malformed, unknown, revoked or expired: the four look alike. */
  readonly verify: (key: string, nowMs: number) => VerifiedKey | null;
  /** Puts the database's keys in the place of the former ones. */
  readonly replaceAll: (rows: readonly ApiKeyRow[]) => void;
}

/** A key that this process made for itself and that no database holds. */
export interface OwnKey extends VerifiedKey {
  readonly hash: string;
}

/** A table that holds the process's own keys only, until `replaceAll`. */
export function createKeyTable(ownKeys: readonly OwnKey[]): KeyTable {
  const own = ownKeys.map(
    ({ hash, id, accountId }) => [hash, { id, accountId, expiresAtMs: Number.POSITIVE_INFINITY }] as const,
  );
  let known: ReadonlyMap<string, KnownKey> = new Map(own);
  return {
    verify: (key, nowMs) => {
      if (!isWellFormedKey(key)) return null;
      const found = known.get(hashKey(key));
      return found && nowMs < found.expiresAtMs ? found : null;
    },
    replaceAll: (rows) => {
      const stored = rows.map((row) => [row.hash, knownKey(row)] as const);
      known = new Map([...own, ...stored]);
    },
  };
}

function knownKey(row: ApiKeyRow): KnownKey {
  const expiresAtMs = row.expires_at === null ? Number.POSITIVE_INFINITY : Number(row.expires_at);
  return { id: row.id, accountId: row.account_id, expiresAtMs };
}
