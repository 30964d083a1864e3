import { expect, onTestFinished } from 'vitest';
import { createApiKey, revokeByPrefix } from '#lib/account/keys/api-keys';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import type { SmallDisk } from '#lib/testing/databases/small-disk';
import { storeFixings } from '#lib/testing/builders/stored-batches';

/** Keys of one account; it may have no more than 20 active ones. */
const KEYS_AN_ACCOUNT = 20;

/** Opens the store of a disk; it is closed when the test ends. */
export async function openOn({ path }: Pick<SmallDisk, 'path'>): Promise<Store> {
  const store = await openSqliteStore({ dataDir: path, root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  return store;
}

/** A key of an account, by its visible start. */
export async function aKey(store: Store, index = 0): Promise<string> {
  const email = `of${Math.floor(index / KEYS_AN_ACCOUNT)}@example.org`;
  const made = await createApiKey(
    store,
    { email, name: `key ${index}`, lifetime: 'none', limitPerMinute: null },
    new Date(),
  );
  if (!made.ok) throw new Error(made.error.sentence);
  return made.value;
}

/**
 * Fills the disk and revokes so many keys one after another, each of which must be written: seen by another process at once,
 * and after the disk was freed and everything opened again.
 */
export async function proveRevocationsOnFullDisk(disk: SmallDisk, keys: number): Promise<void> {
  const store = await openOn(disk);
  const other = await openOn(disk);
  const made: string[] = [];
  for (let index = 0; index < keys; index += 1) made.push(await aKey(store, index));
  await store.look();
  disk.fill();
  await expect(store.write.ensureAccount({ email: 'late@example.org', nowMs: 0 })).rejects.toThrow(/is full/);
  for (const [index, key] of made.entries()) {
    const revoked = await revokeByPrefix(store, key, new Date());
    expect(revoked, `revocation ${index + 1}`).toMatchObject({ ok: true });
    expect((await other.readActiveApiKeys()).length).toBe(keys - index - 1);
  }
  await Promise.all([store.close(), other.close()]);
  disk.makeRoom();
  expect(await (await openOn(disk)).readActiveApiKeys()).toEqual([]);
}

/** Fills the disk and makes room so many times: reads go on, the fault comes with the first write and goes by itself. */
export async function proveRoomComesBack(disk: SmallDisk, rounds: number): Promise<void> {
  const store = await openOn(disk);
  const figures = (rate: number) => aFixingBatch({ '2026-04-13': { 'EUR/USD': rate } });
  await storeFixings(store, figures(1));
  for (let round = 1; round <= rounds; round += 1) {
    disk.fill();
    await expect(fillLog(store)).rejects.toThrow(/^The disk that holds DATA_DIR \(.+\) is full/);
    expect(store.fault()).toMatchObject({ kind: 'full' });
    expect(await store.look()).toMatchObject({ kind: 'full' });
    expect(await servedRate(store, 'EUR/USD')).toBe(round);
    disk.makeRoom();
    expect(await store.look()).toBeNull();
    await storeFixings(store, figures(round + 1));
    expect(await servedRate(store, 'EUR/USD')).toBe(round + 1);
  }
}

/** Writes until there is no room: the log may have some that it took before. */
async function fillLog(store: Store): Promise<void> {
  for (let index = 0; index < 1000; index += 1) {
    await store.write.ensureAccount({ email: `${index}-${Math.random()}@example.org`, nowMs: 0 });
  }
}
