import { describe, expect, it } from 'vitest';
import { openOn, proveRevocationsOnFullDisk, proveRoomComesBack } from '#lib/testing/suites/full-disk-proofs';
import { NO_SMALL_DISK, openSmallDisk, type SmallDisk } from '#lib/testing/databases/small-disk';

describe('a full disk', () => {
  onSmallDisk('is named by every write that it stops, and reads go on until there is room', (disk) =>
    proveRoomComesBack(disk, 3),
  );

  onSmallDisk('takes the revocation of every key of an account, for all processes', (disk) =>
    proveRevocationsOnFullDisk(disk, 20),
  );

  onSmallDisk('does not keep a database from being opened again, read and written later', async (disk) => {
    const store = await openOn(disk);
    await store.write.ensureAccount({ email: 'ada@example.org', nowMs: 0 });
    await store.look();
    await store.close();
    disk.fill();
    const again = await openOn(disk);
    expect(await again.readAccountByEmail('ada@example.org')).not.toBeNull();
    disk.makeRoom();
    await again.look();
    await again.write.ensureAccount({ email: 'bob@example.org', nowMs: 0 });
  });
});

function onSmallDisk(name: string, prove: (disk: SmallDisk) => Promise<void>): void {
  it(name, async ({ skip }) => {
    const disk = openSmallDisk();
    if (disk === null) return skip(NO_SMALL_DISK);
    await prove(disk);
  });
}
