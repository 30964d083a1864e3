import { describe, expect, it } from 'vitest';
import { createKeyRecords } from '#lib/account/keys/key-records';
import { createKeyUsage } from '#lib/account/keys/key-usage';
import { type ChangedKey, USAGE_DAYS } from '#lib/contract/account';
import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { AccountBench, OpenAccountBench } from '#lib/testing/worlds/accounts/account-bench';
import { answerOf, exportOf, keysOf, newKey, noticesOf } from '#lib/testing/worlds/accounts/account-replies';

/** What is known of the use of keys, by the process that answered and by others. */
export function describeKeyUse(open: OpenAccountBench): void {
  describeUse(open);
  describeCounts(open);
}

function describeUse(open: OpenAccountBench): void {
  describe('the use of a key', () => {
    it('is seen at once by the process that answered it, in its list, its export and its changes', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner, { name: 'sync' });
      const nowMs = bench.now().getTime();
      bench.usage.count(key.id, false, nowMs);
      bench.usage.count(key.id, false, nowMs + 1);
      const lastUsedAt = new Date(nowMs + 1).toISOString();
      const [row] = (await keysOf(owner)).keys;
      expect([row?.lastUsedAt, row?.requests.at(-1)]).toEqual([lastUsedAt, 2]);
      bench.usage.count(key.id, false, nowMs + 2);
      const { keys } = await exportOf(owner);
      expect(keys[0]?.usage).toEqual({ [isoDayOf(bench.now())]: 3 });
      bench.usage.count(key.id, false, nowMs + 3);
      const revoked = await owner.post('keys/revoke', { id: key.id, confirmation: 'sync' });
      expect(answerOf<ChangedKey>(revoked).key.requests.at(-1)).toBe(4);
    });

    it('is seen at once also while the database cannot take the counts', async () => {
      const bench = await open({ writeUses: () => Promise.reject(new Error('the disk is full')) });
      const owner = await bench.signedIn();
      const { key } = await newKey(owner);
      bench.usage.count(key.id, false, bench.now().getTime());
      const [row] = (await keysOf(owner)).keys;
      expect(row?.lastUsedAt).toBe(bench.now().toISOString());
    });

    it('is seen by another process of the database once it was written', async () => {
      const masterSecret = 'shared'.repeat(8);
      const one = await open({ masterSecret });
      const owner = await one.signedIn();
      const { key } = await newKey(owner);
      const other = await open({ masterSecret, store: one.store });
      one.usage.count(key.id, false, one.now().getTime());
      await one.records.flush();
      const elsewhere = other.browser();
      for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
      const [row] = (await keysOf(elsewhere)).keys;
      expect([row?.lastUsedAt, row?.requests.at(-1)]).toEqual([one.now().toISOString(), 1]);
    });
  });
}

function describeCounts(open: OpenAccountBench): void {
  describe('the counted use of a key', () => {
    it('is shown by days once it was written down, and adds up over processes', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner);
      const [one, other] = [recordsOf(bench), recordsOf(bench)];
      const nowMs = bench.now().getTime();
      for (let index = 0; index < 5; index += 1) one.usage.count(key.id, false, nowMs);
      other.usage.count(key.id, false, nowMs - DAY_MS);
      other.usage.count(key.id, false, nowMs);
      other.usage.count('a key that is gone', false, nowMs);
      expect((await keysOf(owner)).keys[0]?.requests).toEqual(Array.from({ length: USAGE_DAYS }, () => 0));
      await one.records.flush();
      await other.records.close();
      await one.records.close();
      const [row] = (await keysOf(owner)).keys;
      expect(row?.requests.slice(-3)).toEqual([0, 1, 6]);
      expect(Date.parse(row?.lastUsedAt ?? '')).toBe(nowMs);
    });

    it('too often or in clear is told to its owner, with every refusal counted', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      const { key } = await newKey(owner, { name: 'old' });
      const { usage, records } = recordsOf(bench);
      const nowMs = bench.now().getTime();
      for (let index = 0; index < 100; index += 1) {
        usage.count(key.id, true, nowMs + index);
        records.noteSeenInClear(key.id, '203.0.113.24', nowMs + index);
      }
      await records.flush();
      usage.count(key.id, true, nowMs + 60_000);
      await records.close();
      const events = answerOf<{ events: readonly object[] }>(await owner.get('trail')).events;
      expect(events.slice(0, 4)).toMatchObject([
        { kind: 'limited', detail: '1 request was refused within the hour.', address: null },
        { kind: 'limited', detail: '100 requests were refused within the hour.' },
        { kind: 'seen-in-clear', address: '203.0.113.24' },
        { kind: 'created' },
      ]);
      expect(await noticesOf(owner)).toMatchObject([
        { kind: 'seen-in-clear', keyName: 'old', address: '203.0.113.24' },
        { kind: 'limited', keyName: 'old' },
      ]);
      await owner.post('keys/revoke', { id: key.id, confirmation: 'old' });
      expect(await noticesOf(owner)).toEqual([]);
    });
  });
}

/** What one process counts and writes down. */
function recordsOf({ store, now }: AccountBench) {
  const usage = createKeyUsage();
  const onFailure = (error: unknown) => {
    throw error;
  };
  return { usage, records: createKeyRecords({ usage, write: store.write, now, onFailure }) };
}
