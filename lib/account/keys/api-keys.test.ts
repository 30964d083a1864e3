import { describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS } from '#lib/domain/durations';
import type { OwnedApiKey } from '#lib/store/accounts/api-keys';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { createApiKey, keyState, type NewKey, revokeByPrefix, rotateByPrefix } from './api-keys.ts';
import { hashKey, isWellFormedKey, KEY_START } from './key-format.ts';

const REQUEST: NewKey = {
  email: 'Ada@example.org',
  name: 'first',
  lifetime: '30d',
  limitPerMinute: 60,
};

describe('making a key', () => {
  it('gives the key to the caller only; the store has its hash, its start and its facts', async () => {
    const store = await openStore();
    const key = await makeKey(store);
    expect(isWellFormedKey(key)).toBe(true);
    const [kept] = await store.listApiKeys();
    expect(kept).toMatchObject({
      email: 'ada@example.org',
      hash: hashKey(key),
      prefix: key.slice(0, 14),
      last4: key.slice(-4),
      name: 'first',
      created_at: TEST_NOW.getTime(),
      expires_at: TEST_NOW.getTime() + 30 * DAY_MS,
      revoked_at: null,
      limit_per_minute: 60,
    });
    expect(JSON.stringify(kept)).not.toContain(key);
  });

  it('without a lifetime makes one that never expires', async () => {
    const store = await openStore();
    await makeKey(store, { lifetime: 'none' });
    expect((await store.listApiKeys())[0]?.expires_at).toBeNull();
  });

  it('beyond 20 active ones is refused with one sentence', async () => {
    const store = await openStore();
    for (let index = 0; index < 20; index += 1) await makeKey(store);
    const refused = await createApiKey(store, REQUEST, TEST_NOW);
    const sentence = 'The account has 20 active keys already; revoke one first.';
    expect(refused).toEqual({ ok: false, error: { kind: 'refused', reason: 'too-many', sentence } });
  });
});

describe('revoking a key', () => {
  it('by its visible start ends it at once and leaves the others', async () => {
    const store = await openStore();
    const key = await makeKey(store);
    const other = await makeKey(store);
    const revoked = await revokeByPrefix(store, key.slice(0, 14), TEST_NOW);
    expect(revoked).toMatchObject({ ok: true, value: { hash: hashKey(key) } });
    expect((await store.readActiveApiKeys()).map(({ hash }) => hash)).toEqual([hashKey(other)]);
  });

  it('by a whole key that was pasted works, and a refusal repeats no more than its visible start', async () => {
    const store = await openStore();
    const key = await makeKey(store);
    expect(await revokeByPrefix(store, key, TEST_NOW)).toMatchObject({ ok: true });
    const sentence = `No active key begins with "${key.slice(0, 14)}"; list shows them.`;
    expect(await revokeByPrefix(store, key, TEST_NOW)).toEqual({
      ok: false,
      error: { kind: 'refused', reason: 'not-found', sentence },
    });
  });

  it('by the start that all keys share ends none, even where there is only one', async () => {
    const store = await openStore();
    await makeKey(store);
    const sentence = `Give the beginning of the key as list shows it, such as ${KEY_START}Ab12Cd.`;
    expect(await revokeByPrefix(store, KEY_START, TEST_NOW)).toMatchObject({ error: { sentence } });
    expect(await store.readActiveApiKeys()).toHaveLength(1);
  });

  it('by a start that two keys share ends neither', async () => {
    const store = await openStore();
    const start = await keysOfOneStart(store, ['none', 'none']);
    const sentence = `2 keys begin with "${start}"; give more of it.`;
    expect(await revokeByPrefix(store, start, TEST_NOW)).toMatchObject({ error: { sentence } });
    expect(await store.readActiveApiKeys()).toHaveLength(2);
  });

  it('by a start that only revoked and expired keys share besides is not ambiguous', async () => {
    const store = await openStore();
    const start = await keysOfOneStart(store, ['30d', '90d']);
    const afterFirst = new Date(TEST_NOW.getTime() + 30 * DAY_MS);
    expect(await revokeByPrefix(store, start, afterFirst)).toMatchObject({ ok: true });
  });
});

describe('rotating a key', () => {
  it('makes a successor with the same owner, name, limit and lifetime, and the old one goes on for the overlap', async () => {
    const store = await openStore();
    const key = await makeKey(store);
    const later = new Date(TEST_NOW.getTime() + 5 * DAY_MS);
    const request = { prefix: key.slice(0, 14), overlap: '24h' } as const;
    const rotated = await rotateByPrefix(store, request, later);
    const [old, successor] = await store.listApiKeys();
    expect(rotated).toEqual({ ok: true, value: expect.not.stringContaining(key) });
    expect(old).toMatchObject({ hash: hashKey(key), expires_at: later.getTime() + DAY_MS });
    expect(successor).toMatchObject({
      ...ownFacts(old),
      hash: rotated.ok ? hashKey(rotated.value) : '',
      created_at: later.getTime(),
      expires_at: later.getTime() + 30 * DAY_MS,
    });
  });

  it('without overlap ends the old one at once', async () => {
    const store = await openStore();
    const key = await makeKey(store);
    await rotateByPrefix(store, { prefix: key, overlap: 'now' }, TEST_NOW);
    const [first, second] = await store.listApiKeys();
    const states = [first, second].map((row) => row && [row.hash === hashKey(key), keyState(row, TEST_NOW)]);
    expect(states.toSorted()).toEqual([
      [false, 'active'],
      [true, 'expired'],
    ]);
  });
});

describe('a rotation', () => {
  it('at 20 active keys works, because the old key is no longer counted', async () => {
    const store = await openStore();
    const keys: string[] = [];
    for (let index = 0; index < 20; index += 1) keys.push(await makeKey(store));
    const [key = ''] = keys;
    expect(await rotateByPrefix(store, { prefix: key, overlap: '24h' }, TEST_NOW)).toMatchObject({
      ok: true,
    });
    expect(await createApiKey(store, REQUEST, TEST_NOW)).toMatchObject({ error: { reason: 'too-many' } });
    expect(await store.readActiveApiKeys()).toHaveLength(21);
  });

  it('of a key that has a successor is refused and makes none', async () => {
    const store = await openStore();
    const key = await makeKey(store);
    await rotateByPrefix(store, { prefix: key, overlap: '24h' }, TEST_NOW);
    const again = await rotateByPrefix(store, { prefix: key, overlap: '24h' }, TEST_NOW);
    expect(again).toMatchObject({ ok: false, error: { reason: 'has-successor' } });
    expect(await store.listApiKeys()).toHaveLength(2);
  });

  it('keeps the sources that the key may ask', async () => {
    const store = await openStore();
    const key = await makeKey(store, { allowedSources: ['fed', 'ecb'] });
    await rotateByPrefix(store, { prefix: key, overlap: 'now' }, TEST_NOW);
    const lists = (await store.listApiKeys()).map(({ allowed_sources: list }) => list);
    expect(lists).toEqual(['ecb,fed', 'ecb,fed']);
  });

  it('goes on beside no more than 20 successors', async () => {
    const store = await openStore();
    let key = await makeKey(store);
    for (let index = 0; index < 20; index += 1) key = await rotated(store, key, '7d');
    const refused = await rotateByPrefix(store, { prefix: key, overlap: '7d' }, TEST_NOW);
    expect(refused).toMatchObject({ error: { reason: 'too-many' } });
    expect(await rotateByPrefix(store, { prefix: key, overlap: 'now' }, TEST_NOW)).toMatchObject({
      ok: true,
    });
  });

  it('of a key that has expired is refused and makes none', async () => {
    const store = await openStore();
    const key = await makeKey(store);
    const afterEnd = new Date(TEST_NOW.getTime() + 30 * DAY_MS);
    const refused = await rotateByPrefix(store, { prefix: key, overlap: '7d' }, afterEnd);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'refused' } });
    expect(await store.listApiKeys()).toHaveLength(1);
  });
});

describe('the state of a key', () => {
  const nowMs = TEST_NOW.getTime();
  it.each([
    ['active', null, null, null],
    ['active', null, nowMs + 1, null],
    ['ending', null, nowMs + 1, 'another'],
    ['expired', null, nowMs, 'another'],
    ['expired', null, nowMs, null],
    ['revoked', nowMs - 1, null, null],
    ['revoked', nowMs - 1, nowMs - 2, 'another'],
  ])(
    'is %s when revoked at %s, expiring at %s and replaced by %s',
    (state, revoked_at, expires_at, replaced_by) => {
      expect(keyState({ revoked_at, expires_at, replaced_by }, TEST_NOW)).toBe(state);
    },
  );
});

async function openStore(): Promise<Store> {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
  onTestFinished(() => store.close());
  return store;
}

async function makeKey(store: Store, part: Partial<NewKey> = {}): Promise<string> {
  const made = await createApiKey(store, { ...REQUEST, ...part }, TEST_NOW);
  if (!made.ok) throw new Error(made.error.sentence);
  return made.value;
}

async function rotated(store: Store, prefix: string, overlap: '7d'): Promise<string> {
  const successor = await rotateByPrefix(store, { prefix, overlap }, TEST_NOW);
  if (!successor.ok) throw new Error(successor.error.sentence);
  return successor.value;
}

function ownFacts(key: OwnedApiKey | undefined) {
  return { account_id: key?.account_id, name: key?.name, limit_per_minute: key?.limit_per_minute };
}

/** Two keys whose starts are as alike as chance would need long for. */
async function keysOfOneStart(
  store: Store,
  [first, second]: readonly [NewKey['lifetime'], NewKey['lifetime']],
): Promise<string> {
  await makeKey(store, { lifetime: first });
  const [kept] = await store.listApiKeys();
  if (!kept) throw new Error('there is no key');
  const { email: _email, ...row } = kept;
  const expiresAtMs = second === 'none' ? null : TEST_NOW.getTime() + 90 * DAY_MS;
  const key = { ...row, id: 'second', hash: hashKey('second'), expires_at: expiresAtMs };
  await store.write.insertApiKey({ key, nowMs: TEST_NOW.getTime() });
  return row.prefix.slice(0, KEY_START.length + 1);
}
