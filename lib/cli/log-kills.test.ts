import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INGEST_LEASE } from '#lib/ingest/polling/leadership';
import type { LogComparison } from '#lib/store/log/compare-log';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { historyFile } from '#lib/testing/builders/history-file';
import { longCount } from '#lib/testing/long-count';
import { PROPERTY_SEED, seeded } from '#lib/testing/property-runs';
import { runScript, type ScriptVariables, startScript } from '#lib/testing/run-script';
import { fc } from '#lib/testing/seeded-fast-check';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { withStore } from '#lib/testing/worlds/own-store';

const ROUNDS = longCount('LOG_KILL_ROUNDS', 2);
const HISTORY = historyFile();

const ROUND_MS_MAX = 120_000;

/** The same log is hashed on and on: each round is killed once it has more entries than a random number. */
describe.each([
  ['SQLite', () => Promise.resolve({ DATA_DIR: throwAwayFolder() })],
  ['PostgreSQL', async () => ({ DATA_DIR: throwAwayFolder(), DATABASE_URL: await freshDatabase() })],
] as const)('a service that hashes the log on %s', (_engine, open) => {
  it(
    seeded(`killed at ${ROUNDS} random entries has no entry twice and lacks none`),
    { timeout: ROUND_MS_MAX + ROUNDS * ROUND_MS_MAX },
    async () => {
      const variables = await open();
      const imported = await runScript(importArguments(), variables);
      expect(imported.code).toBe(0);
      const entries = fc.sample(fc.integer({ min: 0, max: HISTORY.figures - 1 }), {
        numRuns: ROUNDS,
        seed: PROPERTY_SEED,
      });
      for (const entry of entries.toSorted((one, other) => one - other)) {
        const log = await killAfter(variables, entry);
        expect(log).toMatchObject({ difference: null, replacedOtherwise: 0 });
        expect(log.hashed).toBeGreaterThan(entry);
        expect(log.hashed + log.waiting).toBe(HISTORY.figures);
      }
    },
  );
});

/** Kills a service that has hashed an entry, and compares what it left. */
function killAfter(variables: ScriptVariables, entry: number): Promise<LogComparison> {
  return withStore(variables, async (store) => {
    const server = startScript(['server.ts'], { ...variables, PORT: '0', SOURCES: 'fixed', BACKFILL: 'off' });
    await expect
      .poll(() => store.readLogSize(), { interval: 5, timeout: ROUND_MS_MAX })
      .toBeGreaterThan(entry);
    server.kill('SIGKILL');
    await server.ended;
    // The next one need not wait until the lease has run out.
    const lease = await store.readLease(INGEST_LEASE);
    if (lease) await store.write.dropLease({ name: INGEST_LEASE, holder: lease.holder });
    return store.readLogComparison();
  });
}

function importArguments(): readonly string[] {
  const file = join(throwAwayFolder(), HISTORY.name);
  writeFileSync(file, HISTORY.body);
  return ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
}
