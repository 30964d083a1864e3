import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addDays } from '#lib/domain/iso-day';
import { consistencyProof, provesConsistency, treeHasher } from '#lib/domain/log/merkle-tree';
import { type TilePlace, tileWidth, treeInTiles } from '#lib/domain/log/tree-tiles';
import { INGEST_LEASE } from '#lib/ingest/polling/leadership';
import { sha256 } from '#lib/platform/sha256';
import type { LogTree } from '#lib/store/log/log-reads';
import type { Store } from '#lib/store/store';
import { aDay } from '#lib/testing/builders/builders';
import { historyCsv } from '#lib/testing/builders/history-csv';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { longCount, someOf } from '#lib/testing/long-count';
import { PROPERTY_SEED, seeded } from '#lib/testing/property-runs';
import { type RunningScript, runScript, type ScriptVariables, startScript } from '#lib/testing/run-script';
import { fc } from '#lib/testing/seeded-fast-check';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { withStore } from '#lib/testing/worlds/own-store';

const ROUNDS = longCount('LOG_KILL_ROUNDS', 2);
const ROUND_MS_MAX = 120_000;

/** Days of an import, and days of the calendar that they lie in: fifty imports and one more end before today. */
const DAYS = 130;
const CALENDAR_DAYS = 190;
const CURRENCIES = 80;
const FIRST_DAY = aDay('1999-01-04');
const FIGURES = DAYS * CURRENCIES;

const HASHER = treeHasher(sha256);

/** Of the time that an import takes when the service starts beside it: from when it reads its file until it has ended. */
const KILLED_WITHIN = [0.3, 1] as const;

/** What the log is after a kill. */
interface Found extends LogTree {
  readonly waiting: number;
}

type Engine = readonly [name: string, open: () => Promise<ScriptVariables>];

/** postgres-crash.test.ts kills an import and its server. */
const ENGINES = someOf<Engine>(
  [
    ['SQLite', () => Promise.resolve({ DATA_DIR: throwAwayFolder() })],
    ['PostgreSQL', async () => ({ DATA_DIR: throwAwayFolder(), DATABASE_URL: await freshDatabase() })],
  ],
  1,
);

describe.each(ENGINES)('a log that is entered into and hashed on %s', (engine, open) => {
  it(
    seeded(`goes on from every head before, and has an entry of each figure, after ${ROUNDS} kills`),
    { timeout: ROUND_MS_MAX + ROUNDS * ROUND_MS_MAX },
    async ({ annotate }) => {
      const variables = await open();
      const importMs = await timeImport(variables);
      const parts = fc.sample(fc.double({ min: 0, max: 1, noNaN: true }), {
        numRuns: ROUNDS,
        seed: PROPERTY_SEED,
      });
      const told = { beforeEntry: 0, afterEntry: 0, inHashing: 0 };
      let before = await withStore(variables, (store) =>
        expectContinued(store, { size: 0, root: HASHER.empty() }),
      );
      for (const [round, part] of parts.entries()) {
        // By turns beside an import, and while what one left is hashed.
        const version = round + 1;
        if (round % 2 === 0) {
          const [first, last] = KILLED_WITHIN;
          await killImport(variables, { version, afterMs: (first + part * (last - first)) * importMs });
        } else {
          expect(await runScript(importArguments(version), variables)).toMatchObject({ code: 0, stderr: '' });
          const waiting = before.waiting + FIGURES;
          await killHashing(variables, before.size + Math.floor(part * waiting));
        }
        const now = await withStore(variables, (store) => expectContinued(store, before));
        // An import is entered whole or not at all.
        const added = now.size + now.waiting - before.size - before.waiting;
        expect(round % 2 === 0 ? [0, FIGURES] : [FIGURES], `round ${round}`).toContain(added);
        if (round % 2 === 0) told[added === 0 ? 'beforeEntry' : 'afterEntry'] += 1;
        if (now.size > before.size && now.waiting > 0) told.inHashing += 1;
        before = now;
      }
      await annotate(
        `${engine}: ${ROUNDS} kills, beside an import ${told.beforeEntry} before its figures were there and ${told.afterEntry} after, ` +
          `${told.inHashing} in the midst of hashing; ${before.size} entries hashed, ${before.waiting} waiting`,
      );
    },
  );
});

/** Enters the first figures beside a service that starts; how long that took. */
async function timeImport(variables: ScriptVariables): Promise<number> {
  const server = startServer(variables);
  const startMs = performance.now();
  expect(await runScript(importArguments(0), variables)).toMatchObject({ code: 0 });
  const importMs = performance.now() - startMs;
  server.kill('SIGKILL');
  await server.ended;
  return importMs;
}

/** Kills an import, and the service that hashes beside it, so long after both were started. */
async function killImport(
  variables: ScriptVariables,
  { version, afterMs }: { readonly version: number; readonly afterMs: number },
): Promise<void> {
  const running = [startServer(variables), startScript(importArguments(version), variables)];
  setTimeout(() => {
    for (const { kill } of running) kill('SIGKILL');
  }, afterMs);
  await Promise.all(running.map(({ ended }) => ended));
}

/** Kills a service that has hashed more than so many entries. */
async function killHashing(variables: ScriptVariables, entries: number): Promise<void> {
  await withStore(variables, async (store) => {
    const server = startServer(variables);
    await expect
      .poll(() => store.readLogSize(), { interval: 5, timeout: ROUND_MS_MAX })
      .toBeGreaterThan(entries);
    server.kill('SIGKILL');
    await server.ended;
  });
}

function startServer(variables: ScriptVariables): RunningScript {
  return startScript(['server.ts'], { ...variables, PORT: '0', SOURCES: 'fixed', BACKFILL: 'off' });
}

/** The log agrees with itself and the figures, and its first entries are still those that it had before. */
async function expectContinued(store: Store, before: LogTree): Promise<Found> {
  // The next one need not wait until the lease has run out.
  const lease = await store.readLease(INGEST_LEASE);
  if (lease) await store.write.dropLease({ name: INGEST_LEASE, holder: lease.holder });
  const { waiting, ...log } = await store.readLogComparison();
  expect(log).toMatchObject({ difference: null, replacedOtherwise: 0 });
  const tree = await store.readLogTree();
  expect(tree.size).toBe(log.hashed);
  const consistency = {
    first: before.size,
    firstRoot: before.root,
    second: tree.size,
    secondRoot: tree.root,
  };
  const proof = before.size === 0 ? [] : await consistencyProof(treeOf(store, tree.size), consistency);
  expect(provesConsistency(HASHER, consistency, proof)).toBe(true);
  return { ...tree, waiting };
}

/** The tree as a reader of the published files sees it. */
function treeOf(store: Store, size: number) {
  return treeInTiles(HASHER, async (place: TilePlace) => {
    const tile = await store.readLogFile({ ...place, width: tileWidth(place, size) });
    if (!tile) throw new Error(`there is no tile ${place.level}/${place.index}`);
    return tile;
  });
}

/** An import of days that no other one has. */
function importArguments(version: number): readonly string[] {
  const firstDay = addDays(FIRST_DAY, version * CALENDAR_DAYS);
  const file = join(throwAwayFolder(), 'eurofxref-hist.csv');
  writeFileSync(file, historyCsv({ firstDay, days: DAYS, currencies: CURRENCIES }).text);
  return ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
}
