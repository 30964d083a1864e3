import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#lib/domain/iso-day';
import { fail, ok, type Result } from '#lib/domain/result';
import { ACTIVE_KEYS_MAX, type OwnedApiKey } from '#lib/store/api-keys';
import type { ApiKeyRow } from '#lib/store/schema';
import type { Store } from '#lib/store/store';
import { KEY_START, type MintedKey, mintKey, SHOWN_PREFIX_LENGTH } from './key-format.ts';

/** Lifetimes a key may be given; null never expires. */
export const KEY_LIFETIMES_DAYS = { none: null, '30d': 30, '90d': 90, '365d': 365 } as const;

export type KeyLifetime = keyof typeof KEY_LIFETIMES_DAYS;

/** How long an old key goes on beside its successor. */
export const KEY_OVERLAPS_MS = { now: 0, '1h': 3_600_000, '24h': DAY_MS, '7d': 7 * DAY_MS } as const;

export type KeyOverlap = keyof typeof KEY_OVERLAPS_MS;

/** A key to make for an account. */
export interface NewKey {
  readonly email: string;
  readonly name: string;
  readonly lifetime: KeyLifetime;
  /** Requests a minute, or null for the deployment's own limit. */
  readonly limitPerMinute: number | null;
}

/** A refusal as one sentence that says what to do. */
export interface KeyRefusal {
  readonly kind: 'refused';
  readonly sentence: string;
}

/** Makes a key, and its account when there is none; the key itself is returned here and nowhere again. */
export async function createApiKey(
  store: Store,
  request: NewKey,
  now: Date,
): Promise<Result<string, KeyRefusal>> {
  const nowMs = now.getTime();
  const accountId = await store.write.ensureAccount({ email: request.email, nowMs });
  const minted = mintKey();
  const days = KEY_LIFETIMES_DAYS[request.lifetime];
  const outcome = await store.write.insertApiKey({
    key: rowOf(minted, {
      account_id: accountId,
      name: request.name,
      created_at: nowMs,
      expires_at: days === null ? null : nowMs + days * DAY_MS,
      limit_per_minute: request.limitPerMinute,
    }),
    nowMs,
  });
  switch (outcome) {
    case 'inserted':
      return ok(minted.key);
    case 'too-many':
      return refusal(`The account has ${ACTIVE_KEYS_MAX} active keys already; revoke one first.`);
  }
}

/** Ends a key, named by the beginning of its shown prefix, at once. */
export async function revokeByPrefix(
  store: Store,
  prefix: string,
  now: Date,
): Promise<Result<OwnedApiKey, KeyRefusal>> {
  const found = await activeKeyByPrefix(store, prefix, now);
  if (!found.ok) return found;
  await store.write.revokeApiKey({ id: found.value.id, nowMs: now.getTime() });
  return found;
}

/** Makes a successor with the same name, owner and limit; the old key goes on for the overlap. */
export async function rotateByPrefix(
  store: Store,
  request: { readonly prefix: string; readonly overlap: KeyOverlap },
  now: Date,
): Promise<Result<string, KeyRefusal>> {
  const found = await activeKeyByPrefix(store, request.prefix, now);
  if (!found.ok) return found;
  const old = found.value;
  const nowMs = now.getTime();
  const minted = mintKey();
  const lifetimeMs = old.expires_at === null ? null : old.expires_at - old.created_at;
  await store.write.replaceApiKey({
    oldId: old.id,
    oldEndsAtMs: nowMs + KEY_OVERLAPS_MS[request.overlap],
    key: rowOf(minted, {
      account_id: old.account_id,
      name: old.name,
      created_at: nowMs,
      expires_at: lifetimeMs === null ? null : nowMs + lifetimeMs,
      limit_per_minute: old.limit_per_minute,
    }),
  });
  return ok(minted.key);
}

/** What a key is good for at an instant. */
export function keyState(
  key: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (key.revoked_at !== null) return 'revoked';
  return key.expires_at !== null && key.expires_at <= now.getTime() ? 'expired' : 'active';
}

async function activeKeyByPrefix(
  store: Store,
  given: string,
  now: Date,
): Promise<Result<OwnedApiKey, KeyRefusal>> {
  // A whole key pasted by mistake is used, and repeated, no further than its visible start.
  const prefix = given.slice(0, SHOWN_PREFIX_LENGTH);
  if (!prefix.startsWith(KEY_START)) {
    return refusal(`Give the beginning of the key as list shows it, such as ${KEY_START}Ab12Cd.`);
  }
  const keys = await store.listApiKeys();
  const matching = keys.filter((key) => key.prefix.startsWith(prefix) && keyState(key, now) === 'active');
  const [found] = matching;
  if (!found) return refusal(`No active key begins with "${prefix}"; list shows them.`);
  if (matching.length > 1) return refusal(`${matching.length} keys begin with "${prefix}"; give more of it.`);
  return ok(found);
}

function rowOf(
  minted: MintedKey,
  facts: Pick<ApiKeyRow, 'account_id' | 'name' | 'created_at' | 'expires_at' | 'limit_per_minute'>,
): ApiKeyRow {
  return {
    id: randomUUID(),
    hash: minted.hash,
    prefix: minted.prefix,
    last4: minted.last4,
    revoked_at: null,
    last_used_at: null,
    ...facts,
  };
}

function refusal(sentence: string) {
  return fail({ kind: 'refused', sentence } as const);
}
