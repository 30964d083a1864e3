import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sql } from 'kysely';
import { TABLE_NAMES } from '#lib/store/engine/schema';
import { revokeByPrefix } from '#lib/account/keys/api-keys';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createSource as ecb } from '#lib/sources/ecb/source';
import { listSources } from '#lib/sources/registry';
import type { Store } from '#lib/store/store';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { runScript, type ScriptVariables } from '#lib/testing/run-script';
import { locationOf, newDatabase } from '#lib/testing/worlds/backup-bench';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { openService } from '#lib/testing/worlds/own-service';
import { makeKey, withStore } from '#lib/testing/worlds/own-store';
import { copyStore } from './copy-store.ts';
import { withWholeDatabase } from './whole-database.ts';

/** The whole history takes minutes on a machine that has other work to do as well. */
vi.setConfig({ testTimeout: 240_000 });

const FIRST = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 185.12 } });
const REVISED = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1685 }, '2026-04-14': { 'EUR/USD': 1.2 } });

describe.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)('a copy from %s to %s', (engine, other) => {
  it('has every row, takes the next ones, and comes back the same', async () => {
    const [from, to, back] = [await newDatabase(engine), await newDatabase(other), await newDatabase(engine)];
    await fill(from);
    const { rows } = await copyStore(locationOf(from), locationOf(to));
    expect(rows).toBeGreaterThan(10);
    await copyStore(locationOf(to), locationOf(back));
    const contents = await contentsOf(from);
    expect(await contentsOf(to)).toEqual(contents);
    expect(await contentsOf(back)).toEqual(contents);
    // What the database numbers by itself goes on behind what was copied.
    await withStore(to, (store) => storeFixings(store, aFixingBatch({ '2026-04-15': { 'EUR/GBP': 0.87 } })));
  });

  it('refuses a database that holds something, and changes nothing there', async () => {
    const [from, to] = [await newDatabase(engine), await newDatabase(other)];
    await fill(from);
    await withStore(to, (store) => storeFixings(store, FIRST));
    const before = await contentsOf(to);
    await expect(copyStore(locationOf(from), locationOf(to))).rejects.toThrow(
      /holds figures or accounts already; nothing was changed\.$/,
    );
    expect(await contentsOf(to)).toEqual(before);
  });

  it('refuses either database while a service uses it', async () => {
    const [used, free] = [await newDatabase(engine), await newDatabase(other)];
    await fill(used);
    await withStore(free, async () => {});
    const service = await openService({ ...used, SOURCES: 'ecb' });
    onTestFinished(() => service.close());
    const sentence = /^A service or a command is using the database (?:in|at) \S+; end it and try again\.$/;
    await expect(copyStore(locationOf(used), locationOf(free))).rejects.toThrow(sentence);
    await expect(copyStore(locationOf(free), locationOf(used))).rejects.toThrow(sentence);
  });
});

describe('npm run migrate-store', () => {
  it('copies a whole history, counted and compared, and says how to start on the copy', async ({ skip }) => {
    const history = readRecordedBodies('ecb')?.find(({ name }) => name === 'eurofxref-hist.zip');
    if (history === undefined) return skip(recordedBodiesMissing('ecb'));
    const [from, to] = [await newDatabase('sqlite'), await newDatabase('postgres')];
    await withStore(from, (store) => importHistory(store, history.body));
    const copied = await runScript(['lib/cli/migrate-store.ts', '--to', to['DATABASE_URL'] ?? ''], from);
    expect(copied).toMatchObject({ code: 0, stderr: '' });
    expect(copied.stdout).toMatch(
      /^\d+ rows of \d+ tables are the same in both, counted and compared\nStart the service with DATABASE_URL/,
    );
    const back = await newDatabase('sqlite');
    await copyStore(locationOf(to), locationOf(back));
    expect(await contentsOf(back)).toEqual(await contentsOf(from));
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
    const args = ['lib/cli/migrate-store.ts', '--to', to(from.DATA_DIR)];
    const { code, stdout, stderr } = await runScript(args, from);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

async function fill(variables: ScriptVariables): Promise<void> {
  await withStore(variables, async (store) => {
    await storeFixings(store, FIRST);
    await storeFixings(store, REVISED);
    await makeKey(store, { email: 'bea@example.org', name: 'schlüssel 💶' });
    await revokeByPrefix(store, await makeKey(store), new Date());
  });
}

/** The European Central Bank's whole history, as it was recorded. */
async function importHistory(store: Store, body: Uint8Array): Promise<void> {
  const now = new Date('2026-04-14T08:00:00Z');
  const loaded = await loadDocument(
    { source: ecb(), listed: listSources('kraken'), store, now, origin: 'import' },
    { url: 'file:eurofxref-hist.zip', body, fetchedAt: now },
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
}

/** Every row of every table, each table sorted by its text. */
function contentsOf(variables: ScriptVariables): Promise<Readonly<Record<string, readonly string[]>>> {
  return withWholeDatabase(locationOf(variables), async ({ db }) => {
    const contents: Record<string, readonly string[]> = {};
    for (const name of TABLE_NAMES) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
      contents[name] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
    }
    return contents;
  });
}
