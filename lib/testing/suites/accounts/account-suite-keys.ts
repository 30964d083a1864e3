import { describe, expect, it } from 'vitest';
import { hashKey, isWellFormedKey } from '#lib/account/keys/key-format';
import { createKeyTable } from '#lib/account/keys/key-table';
import { ACTIVE_KEYS_MAX, type ChangedKey, type MadeKey } from '#lib/contract/account';
import {
  type AccountBench,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import type { AccountBrowser } from '#lib/testing/worlds/accounts/account-browser';
import {
  answerOf,
  keysOf,
  newKey,
  noticesOf,
  auditKinds,
} from '#lib/testing/worlds/accounts/account-replies';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';

/** Keys in the dashboard. */
export function describeAccountKeys(open: OpenAccountBench): void {
  describeMaking(open);
  describeBounds(open);
  describeEnded(open);
  describeRotation(open);
  describeEnding(open);
}

function describeMaking(open: OpenAccountBench): void {
  describe('a key made in the dashboard', () => {
    it('is told once, works, and is listed with its facts', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const wish = {
        name: ' Warehouse ',
        expires: '30d',
        limitPerMinute: 60,
        allowedSources: ['fed', 'ecb'],
      };
      const { key, secret } = await newKey(owner, wish);
      expect(isWellFormedKey(secret)).toBe(true);
      expect(await works(bench, secret)).toBe(true);
      const { keys, active, activeMax } = await keysOf(owner);
      expect({ active, activeMax }).toEqual({ active: 1, activeMax: ACTIVE_KEYS_MAX });
      expect(keys).toEqual([key]);
      expect(key).toMatchObject({
        name: 'Warehouse',
        prefix: secret.slice(0, 14),
        last4: secret.slice(-4),
        limitPerMinute: 60,
        allowedSources: ['ecb', 'fed'],
        lastUsedAt: null,
        state: 'active',
      });
      expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBe(30 * DAY_MS);
      expect(JSON.stringify(keys)).not.toContain(secret.slice(14, -4));
    });

    it.each([
      ['no name', { name: ' ' }],
      ['a name of two lines', { name: 'a\nb' }],
      ['a name of 101 characters', { name: 'x'.repeat(101) }],
      ['another lifetime', { expires: '2d' }],
      ['half a request', { limitPerMinute: 1.5 }],
      ['a limit below nothing', { limitPerMinute: -1 }],
      ['an unknown source', { allowedSources: ['ecb', 'moon'] }],
      ['a list of no source', { allowedSources: [] }],
    ])('is refused with %s', async (_name, part) => {
      const bench = await open();
      const owner = await bench.signedIn();
      const wish = { name: 'a', expires: 'none', limitPerMinute: null, allowedSources: null, ...part };
      expect((await owner.post('keys', wish)).code).toBe('invalid_parameter');
      expect((await keysOf(owner)).keys).toEqual([]);
    });
  });
}

function describeBounds(open: OpenAccountBench): void {
  describe('one more key', () => {
    it(`is refused beyond ${ACTIVE_KEYS_MAX} active ones, and one of them can still be rotated`, async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      for (let index = 0; index < ACTIVE_KEYS_MAX; index += 1) await newKey(owner);
      const wish = { name: 'more', expires: 'none', limitPerMinute: null, allowedSources: null };
      expect((await owner.post('keys', wish)).code).toBe('too_many_keys');
      const [first] = (await keysOf(owner)).keys;
      answerOf<MadeKey>(await owner.post('keys/rotate', { id: first?.id, overlap: '24h' }));
      expect(await keysOf(owner)).toMatchObject({ active: ACTIVE_KEYS_MAX });
    });

    it('gets no more requests a minute than the operator gives, where everybody may register', async () => {
      const bench = await open({ isSignUpOpen: true });
      const owner = await bench.signedIn();
      const wish = { name: 'a', expires: 'none', allowedSources: null };
      for (const limitPerMinute of [0, 601]) {
        expect((await owner.post('keys', { ...wish, limitPerMinute })).code).toBe('invalid_parameter');
      }
      expect((await owner.post('keys', { ...wish, limitPerMinute: 600 })).status).toBe(200);
    });
  });
}

function describeEnded(open: OpenAccountBench): void {
  describe('a key that works', () => {
    it('is listed however many newer ones have ended, and so is one right after it was revoked', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner);
      const nowMs = bench.now().getTime();
      const [working] = await bench.store.readActiveApiKeys();
      if (!working) throw new Error('there is no key');
      const [kept] = await bench.store.readKeysOfAccount({ accountId: working.account_id, nowMs });
      if (!kept) throw new Error('its account has no key');
      const ended = { ...kept, created_at: nowMs + 1, expires_at: nowMs };
      for (let index = 0; index < 500; index += 1) {
        const row = { ...ended, id: `ended-${index}`, hash: `hash of ended ${index}` };
        await bench.store.write.insertApiKey({ key: row, nowMs });
      }
      const { keys } = await keysOf(owner);
      expect(keys).toHaveLength(500);
      expect(keys.at(-1)).toEqual(key);
      const revoked = await owner.post('keys/revoke', { id: key.id, confirmation: key.name });
      expect(revoked.body).toMatchObject({ key: { id: key.id, state: 'revoked' } });
    });
  });
}

function describeRotation(open: OpenAccountBench): void {
  describe('a rotated key', () => {
    it('goes on beside its successor until its time is over, and not a millisecond longer', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const old = await newKey(owner, { name: 'sync', limitPerMinute: 7, allowedSources: ['ecb'] });
      const rotated = answerOf<MadeKey>(await owner.post('keys/rotate', { id: old.key.id, overlap: '1h' }));
      expect(rotated.key).toMatchObject({ name: 'sync', limitPerMinute: 7, allowedSources: ['ecb'] });
      const ending = (await keysOf(owner)).keys.find(({ id }) => id === old.key.id);
      expect(ending).toMatchObject({ state: 'ending', replacedById: rotated.key.id });
      const endsAtMs = Date.parse(ending?.endsAt ?? '');
      expect(Math.abs(endsAtMs - bench.now().getTime() - HOUR_MS)).toBeLessThan(60_000);
      expect(await works(bench, old.secret, endsAtMs - 1)).toBe(true);
      expect(await works(bench, rotated.secret, endsAtMs - 1)).toBe(true);
      expect(await works(bench, old.secret, endsAtMs)).toBe(false);
      expect(await works(bench, rotated.secret, endsAtMs)).toBe(true);
      bench.advance(HOUR_MS);
      expect((await keysOf(owner)).keys.find(({ id }) => id === old.key.id)).toMatchObject({
        state: 'expired',
      });
    });

    it('has one successor, however often it is rotated', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner);
      const rotations = await Promise.all(
        ['1h', '24h', '7d'].map((overlap) => owner.post('keys/rotate', { id: key.id, overlap })),
      );
      expect(rotations.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect((await owner.post('keys/rotate', { id: key.id, overlap: 'now' })).code).toBe('key_was_rotated');
      expect((await keysOf(owner)).keys).toHaveLength(2);
    });
  });
}

function describeEnding(open: OpenAccountBench): void {
  describe('a key of the dashboard', () => {
    it('is renamed, and the trail keeps the former name', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner, { name: 'before' });
      const renamed = await owner.post('keys/rename', { id: key.id, name: 'after' });
      expect(answerOf<ChangedKey>(renamed).key).toMatchObject({ name: 'after', state: 'active' });
      const [event] = answerOf<{ events: readonly object[] }>(await owner.get('trail')).events;
      expect(event).toMatchObject({ kind: 'renamed', keyName: 'after', detail: 'It was called before.' });
    });

    it('is revoked by its name or last four characters typed, and works no more', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key, secret } = await newKey(owner, { name: 'sync' });
      const revoke = (confirmation: string) => owner.post('keys/revoke', { id: key.id, confirmation });
      expect((await revoke('snyc')).code).toBe('wrong_confirmation');
      expect(await works(bench, secret)).toBe(true);
      expect(answerOf<ChangedKey>(await revoke('sync')).key).toMatchObject({ state: 'revoked' });
      expect(await works(bench, secret)).toBe(false);
      expect((await revoke(key.last4)).code).toBe('key_has_ended');
      expect((await owner.post('keys/rotate', { id: key.id, overlap: 'now' })).code).toBe('key_has_ended');
      expect(await auditKinds(owner)).toEqual(['revoked', 'created', 'signed-in', 'account-made']);
    });

    it('that ends within two weeks is announced, until it has a successor', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner, { expires: '30d' });
      expect(await noticesOf(owner)).toEqual([]);
      bench.advance(17 * DAY_MS);
      const visitor = await signedInAgain(bench);
      expect(await noticesOf(visitor)).toMatchObject([{ kind: 'expiring', keyId: key.id }]);
      await visitor.post('keys/rotate', { id: key.id, overlap: '7d' });
      expect(await noticesOf(visitor)).toEqual([]);
    });
  });
}

/** Whether a request with the key would be let in, by what the database says. */
async function works({ store, now }: AccountBench, secret: string, atMs?: number): Promise<boolean> {
  const table = createKeyTable({ maxAgeMs: 60_000, monotonicMs: () => 0 });
  const rows = await store.readActiveApiKeys();
  table.replaceAll(rows);
  const found = table.find(secret, atMs ?? now().getTime());
  return (
    typeof found === 'object' && rows.some(({ hash, id }) => hash === hashKey(secret) && id === found.id)
  );
}

async function signedInAgain(bench: AccountBench): Promise<AccountBrowser> {
  const browser = bench.browser();
  await browser.post('sign-in', { email: 'ada@example.org', password: GOOD_PASSWORD });
  return browser;
}
