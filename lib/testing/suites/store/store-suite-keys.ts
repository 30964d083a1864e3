import { describe, expect, it } from 'vitest';
import { ACTIVE_KEYS_OF_ACCOUNT_MAX } from '#lib/store/accounts/api-keys';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { anApiKeyRow, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { HOUR_MS } from '#lib/domain/durations';

const nowMs = TEST_NOW.getTime();

/** Accounts and their keys. */
export function describeStoredKeys(open: OpenEmptyStore): void {
  describeAccounts(open);
  describeKeyLimit(open);
  describeEndOfKeys(open);
}

function describeAccounts(open: OpenEmptyStore): void {
  describe('an account', () => {
    it('is found again by its address, whatever the case', async () => {
      const { store } = await open();
      const id = await store.write.ensureAccount({ email: 'Ada@Example.org', nowMs });
      expect(await store.write.ensureAccount({ email: 'aDA@eXAMPLE.ORG', nowMs: nowMs + 1 })).toBe(id);
    });

    it('is another one for another address', async () => {
      const { store } = await open();
      const ada = await store.write.ensureAccount({ email: 'ada@example.org', nowMs });
      expect(await store.write.ensureAccount({ email: 'bea@example.org', nowMs })).not.toBe(ada);
    });

    it('that is asked for many times at once is made once', async () => {
      const { store } = await open();
      const asked = Array.from({ length: 20 }, () => store.write.ensureAccount({ email: 'a@b.co', nowMs }));
      expect(new Set(await Promise.all(asked)).size).toBe(1);
    });
  });
}

function describeKeyLimit(open: OpenEmptyStore): void {
  describe('a new key', () => {
    it('is kept with every fact, and listed with its owner', async () => {
      const { store } = await open();
      const accountId = await store.write.ensureAccount({ email: 'Ada@example.org', nowMs });
      const key = anApiKeyRow(accountId, 'k', { expires_at: nowMs + HOUR_MS, limit_per_minute: 60 });
      expect(await store.write.insertApiKey({ key, nowMs })).toBe('inserted');
      const { id, account_id, hash, expires_at, limit_per_minute, allowed_sources } = key;
      const ofTable = { id, account_id, hash, expires_at, limit_per_minute, allowed_sources };
      expect(await store.readActiveApiKeys()).toEqual([ofTable]);
      expect(await store.readActiveApiKeys(nowMs + HOUR_MS - 1)).toEqual([ofTable]);
      expect(await store.readActiveApiKeys(nowMs + HOUR_MS)).toEqual([]);
      expect(await store.listApiKeys()).toEqual([{ ...key, email: 'ada@example.org' }]);
    });

    it(`is refused and leaves nothing when the account has ${ACTIVE_KEYS_OF_ACCOUNT_MAX} active ones`, async () => {
      const { store } = await open();
      const accountId = await fillAccount(store, ACTIVE_KEYS_OF_ACCOUNT_MAX);
      const before = await store.readRevisions();
      expect(await insert(store, accountId, 'one more')).toBe('too-many');
      expect(await store.readActiveApiKeys()).toHaveLength(ACTIVE_KEYS_OF_ACCOUNT_MAX);
      expect(await store.readRevisions()).toEqual(before);
    });

    it('is refused to one of many that ask at once for the last place', async () => {
      const { store } = await open();
      const accountId = await fillAccount(store, ACTIVE_KEYS_OF_ACCOUNT_MAX - 1);
      const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => insert(store, accountId, id)));
      expect(outcomes.toSorted()).toEqual(['inserted', 'too-many', 'too-many']);
    });

    it('has a place again when another one was revoked or has expired', async () => {
      const { store } = await open();
      const accountId = await fillAccount(store, ACTIVE_KEYS_OF_ACCOUNT_MAX - 1);
      await store.write.insertApiKey({
        key: anApiKeyRow(accountId, 'short', { expires_at: nowMs + 1 }),
        nowMs,
      });
      expect(await insert(store, accountId, 'too early')).toBe('too-many');
      const later = { key: anApiKeyRow(accountId, 'after the end'), nowMs: nowMs + 1 };
      expect(await store.write.insertApiKey(later)).toBe('inserted');
      await store.write.revokeApiKey({ id: 'key 0', nowMs });
      const afterRevocation = { key: anApiKeyRow(accountId, 'after the revocation'), nowMs: nowMs + 1 };
      expect(await store.write.insertApiKey(afterRevocation)).toBe('inserted');
    });

    it('does not count against another account', async () => {
      const { store } = await open();
      await fillAccount(store, ACTIVE_KEYS_OF_ACCOUNT_MAX);
      const other = await store.write.ensureAccount({ email: 'bea@example.org', nowMs });
      expect(await insert(store, other, 'first')).toBe('inserted');
    });
  });
}

function describeEndOfKeys(open: OpenEmptyStore): void {
  describe('a key that ends', () => {
    it('by revocation is no longer among the active ones and stays in the list with the instant', async () => {
      const { store } = await open();
      await fillAccount(store, 2);
      expect(await store.write.revokeApiKey({ id: 'key 0', nowMs: nowMs + 5 })).toBe(true);
      expect((await store.readActiveApiKeys()).map(({ id }) => id)).toEqual(['key 1']);
      const listed = (await store.listApiKeys()).map((key) => [key.id, key.revoked_at]);
      expect(listed).toEqual([
        ['key 0', nowMs + 5],
        ['key 1', null],
      ]);
    });

    it('by a second revocation keeps the instant of the first', async () => {
      const { store } = await open();
      await fillAccount(store, 1);
      await store.write.revokeApiKey({ id: 'key 0', nowMs });
      expect(await store.write.revokeApiKey({ id: 'key 0', nowMs: nowMs + 5 })).toBe(false);
      expect((await store.listApiKeys())[0]?.revoked_at).toBe(nowMs);
    });

    it('by rotation goes on until the given instant, beside its successor', async () => {
      const { store } = await open();
      const accountId = await fillAccount(store, 1);
      const successor = anApiKeyRow(accountId, 'successor');
      await store.write.replaceApiKey({
        oldId: 'key 0',
        oldEndsAtMs: nowMs + HOUR_MS,
        key: successor,
        nowMs,
      });
      expect(await endsById(store)).toEqual(
        new Map([
          ['key 0', nowMs + HOUR_MS],
          ['successor', null],
        ]),
      );
    });

    it('by rotation does not go on longer than it would have', async () => {
      const { store } = await open();
      const accountId = await store.write.ensureAccount({ email: 'ada@example.org', nowMs });
      await store.write.insertApiKey({ key: anApiKeyRow(accountId, 'k', { expires_at: nowMs + 1 }), nowMs });
      const successor = anApiKeyRow(accountId, 'successor');
      await store.write.replaceApiKey({ oldId: 'k', oldEndsAtMs: nowMs + HOUR_MS, key: successor, nowMs });
      expect((await endsById(store)).get('k')).toBe(nowMs + 1);
    });

    it('by a rotation that fails goes on as before', async () => {
      const { store } = await open();
      const accountId = await fillAccount(store, 2);
      const before = await store.readRevisions();
      const taken = anApiKeyRow(accountId, 'successor', { hash: 'hash of key 1' });
      const rotation = { oldId: 'key 0', oldEndsAtMs: nowMs, key: taken, nowMs };
      await expect(store.write.replaceApiKey(rotation)).rejects.toThrow();
      expect((await endsById(store)).get('key 0')).toBeNull();
      expect(await store.readRevisions()).toEqual(before);
    });
  });
}

/** An account with keys `key 0`, `key 1` and so on; its id. */
async function fillAccount(store: Store, count: number): Promise<string> {
  const accountId = await store.write.ensureAccount({ email: 'ada@example.org', nowMs });
  for (let index = 0; index < count; index += 1) await insert(store, accountId, `key ${index}`);
  return accountId;
}

function insert(store: Store, accountId: string, id: string) {
  return store.write.insertApiKey({ key: anApiKeyRow(accountId, id), nowMs });
}

async function endsById(store: Store): Promise<ReadonlyMap<string, number | null>> {
  return new Map((await store.readActiveApiKeys()).map((key) => [key.id, key.expires_at]));
}
