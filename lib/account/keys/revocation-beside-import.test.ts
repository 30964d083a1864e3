import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DAY_MS } from '#lib/domain/durations';
import { openSqliteStore } from '#lib/store/open-store';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { openAccountBench, quickPasswordChecks } from '#lib/testing/worlds/accounts/account-bench';
import { newKey } from '#lib/testing/worlds/accounts/account-replies';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const DAYS = 4000;
const PAIRS = Array.from({ length: 30 }, (_, n) => `EUR/A${String.fromCodePoint(65 + (n % 26))}${n % 10}`);

const passwords = quickPasswordChecks();

it('a revoked key is refused at once, also while an import keeps the database', async () => {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  const bench = openAccountBench(store, passwords);
  const owner = await bench.signedIn();
  const { key, secret } = await newKey(owner, { name: 'Warehouse' });
  const find = () => bench.keys.find(secret, bench.now().getTime());
  expect(find()).toMatchObject({ id: key.id });
  const done: string[] = [];
  const importing = storeFixings(store, aFixingBatch(longHistory())).then(() => done.push('imported'));
  const revoking = owner.post('keys/revoke', { id: key.id, confirmation: 'Warehouse' }).then((answer) => {
    done.push('revoked');
    return answer;
  });
  await vi.waitUntil(() => find() === 'unknown');
  expect(done).toEqual([]);
  expect((await revoking).body).toMatchObject({ key: { state: 'revoked' } });
  await importing;
  expect(done).toEqual(['imported', 'revoked']);
  expect(find()).toBe('unknown');
});

it('a key whose revocation could not be written goes on working', async () => {
  const dataDir = throwAwayFolder();
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT });
  onTestFinished(() => store.close());
  const bench = openAccountBench(store, passwords);
  const owner = await bench.signedIn();
  const { key, secret } = await newKey(owner, { name: 'Warehouse' });
  const { plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  plain.exec("create trigger broken before update on api_key begin select raise(abort, 'broken'); end");
  plain.close();
  const failed = await owner.post('keys/revoke', { id: key.id, confirmation: 'Warehouse' });
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(bench.keys.find(secret, bench.now().getTime())).toMatchObject({ id: key.id });
});

/** Twenty years of fixings, which take a while to write. */
function longHistory(): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const figures = Object.fromEntries(PAIRS.map((pair, n) => [pair, 1 + n / 100]));
  return Object.fromEntries(
    Array.from({ length: DAYS }, (_, n) => [
      new Date(TEST_NOW.getTime() - n * DAY_MS).toISOString().slice(0, 10),
      figures,
    ]),
  );
}
