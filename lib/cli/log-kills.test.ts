import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

/** Hashing the history takes about as long, and a start before it. */
const KILLED_AFTER_MS_MAX = 5_000;
const ROUND_MS_MAX = 90_000;

/** The same log is hashed on and on, until a whole one is killed after it was signed. */
describe.each([
  ['SQLite', () => Promise.resolve({ DATA_DIR: throwAwayFolder() })],
  ['PostgreSQL', async () => ({ DATA_DIR: throwAwayFolder(), DATABASE_URL: await freshDatabase() })],
] as const)('a service that hashes the log on %s', (engine, open) => {
  it(
    seeded(`killed at ${ROUNDS} random moments has no entry twice and lacks none`),
    { timeout: 120_000 + ROUNDS * ROUND_MS_MAX },
    async ({ annotate }) => {
      const variables = await open();
      const imported = await runScript(importArguments(), variables);
      expect(imported.code).toBe(0);
      const moments = fc.sample(fc.integer({ min: 0, max: KILLED_AFTER_MS_MAX }), {
        numRuns: ROUNDS,
        seed: PROPERTY_SEED,
      });
      const hashed = [];
      for (const afterMs of moments) {
        const server = startScript(['server.ts'], {
          ...variables,
          PORT: '0',
          SOURCES: 'fixed',
          BACKFILL: 'off',
        });
        await server.waitForOutput(/^Crossrate listens on/m);
        const killing = setTimeout(() => server.kill('SIGKILL'), afterMs);
        await server.ended;
        clearTimeout(killing);
        const log = await compare(variables);
        expect(log, `killed after ${afterMs} ms`).toMatchObject({ difference: null, replacedOtherwise: 0 });
        expect(log.hashed + log.waiting).toBe(HISTORY.figures);
        hashed.push(log.hashed);
      }
      expect(hashed).toEqual(hashed.toSorted((one, other) => one - other));
      await annotate(`${engine}: hashed after each kill: ${hashed.join(', ')} of ${HISTORY.figures}`);
    },
  );
});

function compare(variables: ScriptVariables) {
  return withStore(variables, (store) => store.readLogComparison());
}

function importArguments(): readonly string[] {
  const file = join(throwAwayFolder(), HISTORY.name);
  writeFileSync(file, HISTORY.body);
  return ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
}
