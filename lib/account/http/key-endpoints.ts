import type { ChangedKey, KeyRow, Keys, MadeKey } from '#lib/contract/account';
import { ACCOUNT_SCHEMAS, type AccountBody } from '#lib/contract/account-schemas';
import type { AccountError } from '#lib/contract/account-errors';
import { fail } from '#lib/domain/result';
import { ACTIVE_KEYS_OF_ACCOUNT_MAX } from '#lib/store/accounts/api-keys';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { ApiKeyRow } from '#lib/store/engine/schema';
import {
  formerName,
  type KeyRefusal,
  keyState,
  type MadeApiKey,
  makeKey,
  rotateKey,
} from '#lib/account/keys/api-keys';
import { answered, refused, slowedDown } from './answers.ts';
import { type AccountEndpoint, type AccountOutcome, forSignedIn, type SignedInRequest } from './endpoint.ts';
import { asUsed, keyRows, usageSince } from './key-row.ts';

/** Another account's key and one that never was are answered alike. */
const NO_SUCH_KEY: AccountError = { code: 'not_found', message: 'There is no such key.' };

/** Never told as revoked: if this process ends first, the key works again. */
const NOT_WRITTEN: AccountError = {
  code: 'database_unavailable',
  message:
    'The database could not store the revocation. This server refuses the key until it is restarted; revoke it again once the database can be written.',
  retryAfterSeconds: 5,
};

/** The account's API keys. */
export const KEY_ENDPOINTS: readonly AccountEndpoint[] = [
  forSignedIn('GET', 'keys', ACCOUNT_SCHEMAS.nothing, listKeys),
  forSignedIn('POST', 'keys', ACCOUNT_SCHEMAS.newKey, newKey),
  forSignedIn('POST', 'keys/rename', ACCOUNT_SCHEMAS.renameKey, rename),
  forSignedIn('POST', 'keys/rotate', ACCOUNT_SCHEMAS.rotateKey, rotate),
  forSignedIn('POST', 'keys/revoke', ACCOUNT_SCHEMAS.revokeKey, revoke),
];

async function listKeys(request: SignedInRequest): AccountOutcome {
  const keys = await readRows(request);
  const active = keys.filter(({ state }) => state === 'active').length;
  return answered({ keys, active, activeMax: ACTIVE_KEYS_OF_ACCOUNT_MAX } satisfies Keys);
}

async function newKey(request: SignedInRequest, wish: AccountBody<'newKey'>): AccountOutcome {
  const { store, who, now } = request;
  const fault = faultOfLimit(request, wish.limitPerMinute);
  if (fault) return fault;
  const slowed = slowNewKeys(request);
  if (slowed) return slowed;
  const { name, limitPerMinute, allowedSources } = wish;
  const made = await makeKey(
    store,
    {
      accountId: who.accountId,
      wish: { name, limitPerMinute, allowedSources, lifetime: wish.expires },
      event: whence(request),
    },
    now,
  );
  return made.ok ? tellMade(request, made.value) : keyRefusal(made.error);
}

async function rename(request: SignedInRequest, { id, name }: AccountBody<'renameKey'>): AccountOutcome {
  const { store, now } = request;
  const key = await ownKey(request, id);
  if (!key) return fail(NO_SUCH_KEY);
  if (key.name !== name) {
    const event = { ...whence(request), detail: formerName(key) };
    await store.write.renameApiKey({ id, name, nowMs: now.getTime(), event });
  }
  return tellChanged(request, id);
}

async function rotate(request: SignedInRequest, { id, overlap }: AccountBody<'rotateKey'>): AccountOutcome {
  const { store, now } = request;
  const old = await ownKey(request, id);
  if (!old) return fail(NO_SUCH_KEY);
  const slowed = slowNewKeys(request);
  if (slowed) return slowed;
  const rotated = await rotateKey(store, { old, overlap, event: whence(request) }, now);
  return rotated.ok ? tellMade(request, rotated.value) : keyRefusal(rotated.error);
}

async function revoke(
  request: SignedInRequest,
  { id, confirmation }: AccountBody<'revokeKey'>,
): AccountOutcome {
  const { store, now, keys, catchUp } = request;
  const key = await ownKey(request, id);
  if (!key) return fail(NO_SUCH_KEY);
  const typed = confirmation.trim();
  if (typed !== key.name && typed !== key.last4) {
    return refused('wrong_confirmation', "Type the key's name or its last four characters.");
  }
  if (keyState(key, now) === 'revoked') return refused('key_has_ended', 'The key is revoked already.');
  // An import may keep the database for seconds; the key ends here at once.
  const takeBack = keys.refuse(id);
  const revocation = { id, nowMs: now.getTime(), event: whence(request) };
  try {
    await store.write.revokeApiKey(revocation);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return fail(NOT_WRITTEN);
    takeBack();
    throw error;
  }
  await catchUp();
  return tellChanged(request, id);
}

function ownKey({ store, who }: SignedInRequest, id: string): Promise<ApiKeyRow | null> {
  return store.readKeyOfAccount({ accountId: who.accountId, id });
}

async function readRows({ store, uses, who, now }: SignedInRequest): Promise<readonly KeyRow[]> {
  const { accountId } = who;
  const keys = await asUsed(uses, await store.readKeysOfAccount({ accountId, nowMs: now.getTime() }));
  return keyRows(keys, await store.readKeyUsage({ accountId, sinceDay: usageSince(now) }), now);
}

async function tellMade(request: SignedInRequest, { key, row }: MadeApiKey): AccountOutcome {
  // Before it is told, so that it works from the first request on.
  await request.catchUp();
  const [made] = keyRows([row], [], request.now);
  if (!made) throw new Error('a key has no row');
  return answered({ key: made, secret: key } satisfies MadeKey);
}

async function tellChanged(request: SignedInRequest, id: string): AccountOutcome {
  const { store, uses, who, now } = request;
  // Not out of the list, which ends after the newest of those that have ended.
  const found = await ownKey(request, id);
  const rows = await asUsed(uses, found ? [found] : []);
  const usage = await store.readKeyUsage({ accountId: who.accountId, sinceDay: usageSince(now) });
  const [key] = keyRows(rows, usage, now);
  return key ? answered({ key } satisfies ChangedKey) : fail(NO_SUCH_KEY);
}

/** Where everybody may register, nobody may give themselves more than the operator gives. */
function faultOfLimit({ settings }: SignedInRequest, limit: number | null) {
  const { isSignUpOpen, rateLimitPerMinute: most } = settings;
  if (limit === null || !isSignUpOpen || most === 0 || (limit > 0 && limit <= most)) return null;
  return refused('invalid_parameter', `A limit is 1 to ${most} requests a minute here.`);
}

function slowNewKeys({ allowances, who, now }: SignedInRequest) {
  const taken = allowances.newKeys.take(who.accountId, now.getTime());
  return taken === 'taken'
    ? null
    : slowedDown(taken.retryAfterSeconds, 'Too many keys were made within the hour. Wait and try again.');
}

function whence({ visit }: SignedInRequest) {
  return { address: visit.address, detail: null };
}

function keyRefusal({ reason, sentence }: KeyRefusal) {
  switch (reason) {
    case 'too-many':
      return refused('too_many_keys', sentence);
    case 'ended':
      return refused('key_has_ended', sentence);
    case 'has-successor':
      return refused('key_was_rotated', sentence);
    case 'not-found':
      return fail(NO_SUCH_KEY);
  }
}
