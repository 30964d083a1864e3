import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { revokeByPrefix } from '#lib/account/keys/api-keys';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { runScript, type ScriptVariables } from '#lib/testing/run-script';
import { locationOf, newDatabase } from '#lib/testing/worlds/backup-bench';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { openService } from '#lib/testing/worlds/own-service';
import { makeKey, withStore } from '#lib/testing/worlds/own-store';
import { moveStore } from './move-store.ts';
import { readConsistently } from './read-consistently.ts';

vi.setConfig({ testTimeout: 120_000 });

const FIRST = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 185.12 } });
const REVISED = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1685 }, '2026-04-14': { 'EUR/USD': 1.2 } });

const QUIET = { replaces: true, start: () => {}, add: () => {} };

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('a move from %s to %s', (engine, other) => {
  it('goes on after it was stopped, and brings what changed since: every row is the same in the end', async () => {
    const [from, to] = [await newDatabase(engine), await newDatabase(other)];
    const keys = await withStore(from, async (store) => {
      await storeFixings(store, FIRST);
      const email = 'bea@example.org';
      return { kept: await makeKey(store), gone: await makeKey(store, { email, name: 'schlüssel 💶' }) };
    });
    await expect(
      moveStore(locationOf(from), locationOf(to), {
        ...QUIET,
        replaces: false,
        add: stopAfter(rowsBeforeTheLastTables),
      }),
    ).rejects.toThrow('stopped');
    await expect(moveStore(locationOf(from), locationOf(to), { ...QUIET, replaces: false })).rejects.toThrow(
      /holds figures or accounts already; nothing was changed\. Add --replace/,
    );
    const first = await moveStore(locationOf(from), locationOf(to), QUIET);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));

    await withStore(from, async (store) => {
      await storeFixings(store, REVISED);
      await revokeByPrefix(store, keys.kept, new Date());
      const bea = await store.readAccountByEmail('bea@example.org');
      if (!bea) throw new Error('there is no account');
      await store.write.deleteAccount({ accountId: bea.id, nowMs: Date.now() });
    });
    const second = await moveStore(locationOf(from), locationOf(to), QUIET);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));
    expect(second.written).toBeGreaterThan(0);
    expect(second.written).toBeLessThan(first.rows);
    expect(second.removed).toBeGreaterThan(0);
    const third = await moveStore(locationOf(from), locationOf(to), QUIET);
    expect([third.written, third.removed]).toEqual([0, 0]);

    // What the database numbers by itself goes on behind what was moved.
    await withStore(to, (store) => storeFixings(store, aFixingBatch({ '2026-04-15': { 'EUR/GBP': 0.87 } })));
  });
});

describe('npm run migrate-store', () => {
  it('moves the database while a service runs on it, whose rows are there afterwards', async () => {
    const from = await newDatabase('sqlite');
    const to = await newDatabase('sqlite');
    const service = await openService({ ...from, SOURCES: 'ecb,fixed' });
    onTestFinished(() => service.close());
    await storeFixings(service.store, FIRST);
    const moved = await runScript(['lib/cli/migrate-store.ts', '--to', to.DATA_DIR], from);
    expect(moved).toMatchObject({ code: 0, stderr: '' });
    expect(moved.stdout).toMatch(
      /^\d+ rows of \d+ tables are the same in both, compared one by one: \d+ were written, 0 removed\n/,
    );
    expect(moved.stdout).toContain(`DATA_DIR=${to.DATA_DIR}\nCopy the file master-secret from`);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));
  });

  it.each([
    ['its own database', (own: string) => own, /^That is the database of this environment; name another one/],
    [
      'a database that cannot be reached',
      () => 'postgres://127.0.0.1:1/none',
      /^No PostgreSQL server listens at 127/,
    ],
  ])('refuses %s in one sentence', async (_, to, sentence) => {
    const from = await newDatabase('sqlite');
    await withStore(from, async () => {});
    const { code, stdout, stderr } = await runScript(
      ['lib/cli/migrate-store.ts', '--to', to(from.DATA_DIR)],
      from,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses a database that a service uses', async () => {
    const [from, to] = [await newDatabase('sqlite'), await newDatabase('sqlite')];
    await withStore(from, (store) => storeFixings(store, FIRST));
    const service = await openService({ ...to, SOURCES: 'ecb' });
    onTestFinished(() => service.close());
    await expect(moveStore(locationOf(from), locationOf(to), QUIET)).rejects.toThrow(
      /^A service or a command is using the database/,
    );
  });
});

function rowsBeforeTheLastTables(seen: number): boolean {
  return seen > 40;
}

/** Stops a move as an operator does, once so many rows were seen. */
function stopAfter(isEnough: (seen: number) => boolean): (rows: number) => void {
  let seen = 0;
  return (rows) => {
    seen += rows;
    if (isEnough(seen)) throw new Error('stopped');
  };
}

/** Every row of every table but the leases, each table sorted by its text. */
function contentsOf(variables: ScriptVariables): Promise<Readonly<Record<string, readonly string[]>>> {
  return readConsistently(
    locationOf(variables),
    async ({ tables, rowsOf }) => {
      const contents: Record<string, readonly string[]> = {};
      for (const table of tables) {
        const lines: string[] = [];
        for await (const rows of rowsOf(table)) {
          for (const row of rows) {
            lines.push(JSON.stringify(Object.fromEntries(row.map((cell, at) => [table.columns[at], cell]))));
          }
        }
        contents[table.name] = lines.toSorted();
      }
      return contents;
    },
    (name) => name !== 'lease',
  );
}
