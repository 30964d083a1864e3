import { type KeyRow, USAGE_DAYS } from '#lib/contract/account';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { KeyDay } from '#lib/store/accounts/key-usage';
import type { ApiKeyRow } from '#lib/store/engine/schema';
import { readAllowedSources } from '#lib/account/keys/allowed-sources';
import { keyState } from '#lib/account/keys/api-keys';
import type { KeyUses } from '#lib/account/keys/key-records';

/** The days of which a list tells the requests, oldest first, today last. */
function usageDays(now: Date): readonly IsoDay[] {
  const today = isoDayOf(now);
  return Array.from({ length: USAGE_DAYS }, (_, index) => addDays(today, index - USAGE_DAYS + 1));
}

/** The first of them. */
export function usageSince(now: Date): IsoDay {
  return addDays(isoDayOf(now), 1 - USAGE_DAYS);
}

/** Keys as they were used up to now. Their requests by day are read after this, when they are written down. */
export async function asUsed(uses: KeyUses, keys: readonly ApiKeyRow[]): Promise<readonly ApiKeyRow[]> {
  await uses.written(keys.map(({ id }) => id));
  return keys.map((key) => ({ ...key, last_used_at: newest(key.last_used_at, uses.lastUsedAtMs(key.id)) }));
}

/** Keys with their requests, as their owner sees them. */
export function keyRows(keys: readonly ApiKeyRow[], usage: readonly KeyDay[], now: Date): readonly KeyRow[] {
  const counts = new Map(usage.map(({ keyId, day, n }) => [`${keyId} ${day}`, n]));
  const days = usageDays(now);
  return keys.map((key) => ({
    ...keyFacts(key, now),
    requests: days.map((day) => counts.get(`${key.id} ${day}`) ?? 0),
  }));
}

/** A key without its requests. */
export function keyFacts(key: ApiKeyRow, now: Date): Omit<KeyRow, 'requests'> {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    createdAt: textOf(key.created_at),
    lastUsedAt: textOrNull(key.last_used_at),
    expiresAt: textOrNull(key.expires_at),
    revokedAt: textOrNull(key.revoked_at),
    replacedById: key.replaced_by,
    endsAt: textOrNull(key.ends_at),
    limitPerMinute: key.limit_per_minute,
    allowedSources: readAllowedSources(key.allowed_sources),
    state: keyState(key, now),
  };
}

/** The later of two instants of which either may be missing. */
function newest(stored: number | null, counted: number | null): number | null {
  if (stored === null || counted === null) return stored ?? counted;
  return Math.max(Number(stored), counted);
}

function textOf(instantMs: number): string {
  return new Date(Number(instantMs)).toISOString();
}

function textOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : textOf(instantMs);
}
