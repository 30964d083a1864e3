import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApiKey, revokeByPrefix } from '#lib/account/keys/api-keys';
import { createKeyTable } from '#lib/account/keys/key-table';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { followCommits } from './follow-commits.ts';
import { createLiveSnapshot } from './live-snapshot.ts';
import { storeFixings } from '#lib/testing/builders/stored-batches';

describe('taking commits in', () => {
  it('refuses a key once its revocation was taken in, though a reading from before it was under way', async () => {
    const store = await openStore();
    const reading = held();
    const { follower, isKnown } = follow(store, { reading: reading.promise });
    const first = follower.catchUpKeys();
    const key = await makeKey(store);
    const made = follower.catchUpKeys();
    await revokeByPrefix(store, key, TEST_NOW);
    const revoked = [follower.catchUpKeys(), follower.catchUpKeys()];
    reading.release();
    await Promise.all([first, made, ...revoked]);
    expect(isKnown(key)).toBe(false);
    const other = await makeKey(store);
    await follower.catchUpKeys();
    expect(isKnown(other)).toBe(true);
    await revokeByPrefix(store, other, TEST_NOW);
    await follower.catchUpKeys();
    expect(isKnown(other)).toBe(false);
  });

  it('goes on after a reading that failed, for those who waited behind it', async () => {
    const store = await openStore();
    const reading = held();
    const { follower, isKnown } = follow(store, { reading: reading.promise });
    const first = follower.catchUpKeys();
    const key = await makeKey(store);
    const second = follower.catchUpKeys();
    reading.fail();
    await expect(first).rejects.toThrow('away');
    await second;
    expect(isKnown(key)).toBe(true);
  });

  it('of keys does not wait for rates that are being read', async () => {
    const store = await openStore();
    const loading = held();
    const { follower, isKnown } = follow(store, { loading: loading.promise });
    await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }));
    const rates = follower.catchUp();
    const key = await makeKey(store);
    await follower.catchUpKeys();
    expect(isKnown(key)).toBe(true);
    loading.release();
    await rates;
  });
});

async function openStore(): Promise<Store> {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
  onTestFinished(() => store.close());
  await store.writable;
  return store;
}

/** Something that is not over until the test says so, and is from then on. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { promise, release: () => resolve(), fail: () => reject(new Error('away')) };
}

/** Follows a store whose first reading of counters, or of rates, waits after it was done. */
function follow(store: Store, waits: { readonly reading?: Promise<void>; readonly loading?: Promise<void> }) {
  const clock = fixedClock('2026-04-14T08:00:00Z');
  const live = createLiveSnapshot([], store, clock);
  const keys = createKeyTable({ maxAgeMs: 900_000, monotonicMs: () => 0 });
  let readings = 0;
  const readRevisions = async () => {
    const read = await store.readRevisions();
    readings += 1;
    if (readings === 1) await waits.reading;
    return read;
  };
  const load = async () => {
    await live.load();
    await waits.loading;
  };
  const follower = followCommits(
    { store: { ...store, readRevisions }, keys, live: { ...live, load }, clock, checks: new Map() },
    pino({ level: 'silent' }),
  );
  onTestFinished(follower.stop);
  const isKnown = (key: string) => typeof keys.find(key, TEST_NOW.getTime()) === 'object';
  return { follower, isKnown };
}

async function makeKey(store: Store): Promise<string> {
  const wish = { email: 'ada@example.org', name: 'one', lifetime: 'none', limitPerMinute: null } as const;
  const made = await createApiKey(store, wish, TEST_NOW);
  if (!made.ok) throw new Error(made.error.sentence);
  return made.value;
}
