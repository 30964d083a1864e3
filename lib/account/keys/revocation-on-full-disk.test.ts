import { expect, it } from 'vitest';
import { openAccountBench, quickPasswordChecks } from '#lib/testing/worlds/accounts/account-bench';
import { newKey } from '#lib/testing/worlds/accounts/account-replies';
import { openOn } from '#lib/testing/suites/full-disk-proofs';
import { NO_SMALL_DISK, openSmallDisk } from '#lib/testing/databases/small-disk';

const passwords = quickPasswordChecks();

/** Longer ago than a session's last visit is noted again, which is a write. */
const A_WHILE_MS = 10 * 60_000;

it('a key is revoked in the dashboard though the disk is full, and other changes are refused by name', async ({
  skip,
}) => {
  const disk = openSmallDisk();
  if (disk === null) return skip(NO_SMALL_DISK);
  const store = await openOn(disk);
  const bench = openAccountBench(store, passwords);
  const owner = await bench.signedIn();
  const { key, secret } = await newKey(owner, { name: 'Warehouse' });
  await store.look();
  disk.fill();
  bench.advance(A_WHILE_MS);
  const wish = { name: 'more', expires: 'none', limitPerMinute: null, allowedSources: null };
  expect(await owner.post('keys', wish)).toMatchObject({ status: 503, code: 'database_unavailable' });
  const revoked = await owner.post('keys/revoke', { id: key.id, confirmation: 'Warehouse' });
  expect(revoked.body).toMatchObject({ key: { state: 'revoked' } });
  expect(bench.keys.find(secret, bench.now().getTime())).toBe('unknown');
  expect(await store.readActiveApiKeys()).toEqual([]);
});

it('a revocation for which there is no room at all is never told as done, holds here at once, and can be repeated when there is', async ({
  skip,
}) => {
  const disk = openSmallDisk();
  if (disk === null) return skip(NO_SMALL_DISK);
  const store = await openOn(disk);
  const bench = openAccountBench(store, passwords);
  const owner = await bench.signedIn();
  const { key, secret } = await newKey(owner, { name: 'Warehouse' });
  // Without a first look there is no reserve yet.
  disk.fill();
  const told = await owner.post('keys/revoke', { id: key.id, confirmation: 'Warehouse' });
  expect(told).toMatchObject({ status: 503, code: 'database_unavailable' });
  expect(bench.keys.find(secret, bench.now().getTime())).toBe('unknown');
  bench.keys.replaceAll(await store.readActiveApiKeys());
  expect(bench.keys.find(secret, bench.now().getTime())).toBe('unknown');
  expect((await store.readActiveApiKeys()).length).toBe(1);
  disk.makeRoom();
  await owner.post('keys/revoke', { id: key.id, confirmation: 'Warehouse' });
  expect(await store.readActiveApiKeys()).toEqual([]);
});
