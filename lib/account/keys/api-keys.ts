import { randomUUID } from 'node:crypto';
import type { KeyLifetime, KeyOverlap } from '#lib/contract/account';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';
import { fail, ok, type Result } from '#lib/domain/result';
import { ACTIVE_KEYS_OF_ACCOUNT_MAX, type KeyChange, type OwnedApiKey } from '#lib/store/accounts/api-keys';
import type { ApiKeyRow } from '#lib/store/engine/schema';
import type { Store } from '#lib/store/store';
import { allowedSourcesText } from './allowed-sources.ts';
import { KEY_START, type MintedKey, mintKey, SHOWN_PREFIX_LENGTH } from './key-format.ts';

/** Lifetimes a key may be given; null never expires. */
export const KEY_LIFETIMES_DAYS = {
  none: null,
  '30d': 30,
  '90d': 90,
  '365d': 365,
} as const satisfies Record<KeyLifetime, number | null>;

/** How long an old key goes on beside its successor. */
export const KEY_OVERLAPS_MS = {
  now: 0,
  '1h': HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
} as const satisfies Record<KeyOverlap, number>;

/** What a key is to be. */
export interface KeyWish {
  readonly name: string;
  readonly lifetime: KeyLifetime;
  /** Requests a minute, 0 for no limit, or null for the deployment's own limit. */
  readonly limitPerMinute: number | null;
  /** The sources it may ask; null or absent for all. */
  readonly allowedSources?: readonly string[] | null;
}

/** A key to make for an account, which is made too when there is none. */
export interface NewKey extends KeyWish {
  readonly email: string;
}

/** A key as it is kept, and the key itself, which is returned here and nowhere again. */
export interface MadeApiKey {
  readonly key: string;
  readonly row: ApiKeyRow;
}

/** A refusal as one sentence that says what to do. */
export interface KeyRefusal {
  readonly kind: 'refused';
  readonly reason: 'too-many' | 'ended' | 'has-successor' | 'not-found';
  readonly sentence: string;
}

/** What a key is good for. `ending`: it has a successor and goes on for a while. */
export type StoredKeyState = 'active' | 'ending' | 'expired' | 'revoked';

/** Makes a key, and its account when there is none; the key itself is returned here and nowhere again. */
export async function createApiKey(
  store: Store,
  request: NewKey,
  now: Date,
): Promise<Result<string, KeyRefusal>> {
  const accountId = await store.write.ensureAccount({ email: request.email, nowMs: now.getTime() });
  const made = await makeKey(store, { accountId, wish: request }, now);
  return made.ok ? ok(made.value.key) : made;
}

/** Makes a key for an account; `event` says who asked for it, nobody for the operator. */
export async function makeKey(
  store: Store,
  request: { readonly accountId: string; readonly wish: KeyWish; readonly event?: KeyChange },
  now: Date,
): Promise<Result<MadeApiKey, KeyRefusal>> {
  const { accountId, wish, event } = request;
  const nowMs = now.getTime();
  const days = KEY_LIFETIMES_DAYS[wish.lifetime];
  const minted = mintKey();
  const row = rowOf(minted, {
    account_id: accountId,
    name: wish.name,
    created_at: nowMs,
    expires_at: days === null ? null : nowMs + days * DAY_MS,
    limit_per_minute: wish.limitPerMinute,
    allowed_sources: allowedSourcesText(wish.allowedSources ?? null),
  });
  const outcome = await store.write.insertApiKey({ key: row, nowMs, ...(event && { event }) });
  switch (outcome) {
    case 'inserted':
      return ok({ key: minted.key, row });
    case 'too-many':
      return refusal(
        'too-many',
        `The account has ${ACTIVE_KEYS_OF_ACCOUNT_MAX} active keys already; revoke one first.`,
      );
  }
}

/** Makes a successor with the same name, owner, limit and lifetime; the old key goes on for the overlap. */
export async function rotateKey(
  store: Store,
  request: { readonly old: ApiKeyRow; readonly overlap: KeyOverlap; readonly event?: KeyChange },
  now: Date,
): Promise<Result<MadeApiKey, KeyRefusal>> {
  const { old, overlap, event } = request;
  const nowMs = now.getTime();
  const minted = mintKey();
  const lifetimeMs = old.expires_at === null ? null : old.expires_at - old.created_at;
  const row = rowOf(minted, {
    account_id: old.account_id,
    name: old.name,
    created_at: nowMs,
    expires_at: lifetimeMs === null ? null : nowMs + lifetimeMs,
    limit_per_minute: old.limit_per_minute,
    allowed_sources: old.allowed_sources,
  });
  const oldEndsAtMs = nowMs + KEY_OVERLAPS_MS[overlap];
  const outcome = await store.write.replaceApiKey({
    oldId: old.id,
    oldEndsAtMs,
    key: row,
    nowMs,
    event: { address: event?.address ?? null, detail: event?.detail ?? endOfOld(overlap, oldEndsAtMs) },
  });
  switch (outcome) {
    case 'replaced':
      return ok({ key: minted.key, row });
    case 'ended':
      return refusal('ended', 'The key has ended; make a new one.');
    case 'has-successor':
      return refusal('has-successor', 'The key was rotated already; rotate its successor.');
    case 'too-many-ending':
      return refusal(
        'too-many',
        `${ACTIVE_KEYS_OF_ACCOUNT_MAX} rotated keys still work beside their successors; revoke one of them or let the old key end now.`,
      );
  }
}

/** Ends a key, named by the beginning of its shown prefix, at once. */
export async function revokeByPrefix(
  store: Store,
  prefix: string,
  now: Date,
): Promise<Result<OwnedApiKey, KeyRefusal>> {
  const found = await workingKeyByPrefix(store, prefix, now);
  if (!found.ok) return found;
  await store.write.revokeApiKey({ id: found.value.id, nowMs: now.getTime() });
  return found;
}

/** Makes a successor to a key that is named by the beginning of its shown prefix. */
export async function rotateByPrefix(
  store: Store,
  request: { readonly prefix: string; readonly overlap: KeyOverlap },
  now: Date,
): Promise<Result<string, KeyRefusal>> {
  const found = await workingKeyByPrefix(store, request.prefix, now);
  if (!found.ok) return found;
  const rotated = await rotateKey(store, { old: found.value, overlap: request.overlap }, now);
  return rotated.ok ? ok(rotated.value.key) : rotated;
}

/** Gives another name to a key that is named by the beginning of its shown prefix; the key as it was before. */
export async function renameByPrefix(
  store: Store,
  { prefix, name }: { readonly prefix: string; readonly name: string },
  now: Date,
): Promise<Result<OwnedApiKey, KeyRefusal>> {
  const found = await workingKeyByPrefix(store, prefix, now);
  if (!found.ok) return found;
  const event = { address: null, detail: formerName(found.value) };
  await store.write.renameApiKey({ id: found.value.id, name, nowMs: now.getTime(), event });
  return found;
}

/** What the audit log says of a key that has another name now. */
export function formerName({ name }: Pick<ApiKeyRow, 'name'>): string {
  return `It was called ${name}.`;
}

/** What a key is good for at an instant. */
export function keyState(
  key: Pick<ApiKeyRow, 'revoked_at' | 'expires_at' | 'replaced_by'>,
  now: Date,
): StoredKeyState {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && key.expires_at <= now.getTime()) return 'expired';
  return key.replaced_by === null ? 'active' : 'ending';
}

async function workingKeyByPrefix(
  store: Store,
  given: string,
  now: Date,
): Promise<Result<OwnedApiKey, KeyRefusal>> {
  // A whole key pasted by mistake is used, and repeated, no further than its visible start.
  const prefix = given.slice(0, SHOWN_PREFIX_LENGTH);
  // What all keys begin with names none, even where there is only one.
  if (!prefix.startsWith(KEY_START) || prefix === KEY_START) {
    return refusal(
      'not-found',
      `Give the beginning of the key as list shows it, such as ${KEY_START}Ab12Cd.`,
    );
  }
  const keys = await store.listApiKeys();
  const matching = keys.filter(
    (key) => key.prefix.startsWith(prefix) && ['active', 'ending'].includes(keyState(key, now)),
  );
  const [found] = matching;
  if (!found) return refusal('not-found', `No active key begins with "${prefix}"; list shows them.`);
  if (matching.length > 1) {
    return refusal('not-found', `${matching.length} keys begin with "${prefix}"; give more of it.`);
  }
  return ok(found);
}

function rowOf(
  minted: MintedKey,
  facts: Pick<
    ApiKeyRow,
    'account_id' | 'name' | 'created_at' | 'expires_at' | 'limit_per_minute' | 'allowed_sources'
  >,
): ApiKeyRow {
  return {
    id: randomUUID(),
    hash: minted.hash,
    prefix: minted.prefix,
    last4: minted.last4,
    revoked_at: null,
    last_used_at: null,
    replaced_by: null,
    ends_at: null,
    ...facts,
  };
}

function endOfOld(overlap: KeyOverlap, oldEndsAtMs: number): string {
  if (overlap === 'now') return 'The old key ended at once.';
  return `The old key ends at ${new Date(oldEndsAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
}

function refusal(reason: KeyRefusal['reason'], sentence: string) {
  return fail({ kind: 'refused', reason, sentence } as const);
}
