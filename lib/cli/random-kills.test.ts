import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { historyFile } from '#lib/testing/builders/history-file';
import { isLong, longCount } from '#lib/testing/long-count';
import { PROPERTY_SEED, seeded } from '#lib/testing/property-runs';
import { runScript, startScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { fc } from '#lib/testing/seeded-fast-check';

const ROUNDS = longCount('KILL_ROUNDS', 1);
const HISTORY = historyFile(isLong('KILL_ROUNDS') ? 'whole' : 'part');

/** Longer than a whole import takes, so that some rounds are killed after it. */
const KILLED_AFTER_MS_MAX = 4_000;
const ROUND_MS_MAX = 60_000;

/** The command that follows tells of each figure that it had to add, and of none twice. */
const IMPORTED = /^imported (\d+) observations, 0 revised, 0 rejected$/m;

/** From before the first table is there to after the last figure is committed: the database is new in each round. */
describe.each([
  ['SQLite', () => Promise.resolve({ DATA_DIR: throwAwayFolder() })],
  ['PostgreSQL', async () => ({ DATABASE_URL: await freshDatabase() })],
] as const)('a first start and an import on %s', (engine, open) => {
  it(
    seeded(`killed at ${ROUNDS} random moments leave all or nothing, and the next ones complete them`),
    { timeout: 60_000 + ROUNDS * ROUND_MS_MAX },
    async ({ annotate }) => {
      const found = { nothing: 0, all: 0 };
      const moments = fc.sample(fc.integer({ min: 0, max: KILLED_AFTER_MS_MAX }), {
        numRuns: ROUNDS,
        seed: PROPERTY_SEED,
      });
      for (const afterMs of moments) {
        const variables = await open();
        const importing = startScript(importArguments(), variables);
        const killing = setTimeout(() => importing.kill('SIGKILL'), afterMs);
        const { stdout } = await importing.ended;
        clearTimeout(killing);
        const next = await runScript(importArguments(), variables);
        expect({ code: next.code, stderr: next.stderr, afterMs }).toEqual({ code: 0, stderr: '', afterMs });
        const added = Number(IMPORTED.exec(next.stdout)?.[1] ?? Number.NaN);
        expect([0, HISTORY.figures], `killed after ${afterMs} ms`).toContain(added);
        // What was told is kept.
        if (IMPORTED.test(stdout)) expect(added).toBe(0);
        found[added === 0 ? 'all' : 'nothing'] += 1;
      }
      await annotate(
        `${engine}: ${ROUNDS} kills; ${found.nothing} left nothing, ${found.all} all of ${HISTORY.figures} figures`,
      );
    },
  );
});

function importArguments(): readonly string[] {
  const file = join(throwAwayFolder(), HISTORY.name);
  writeFileSync(file, HISTORY.body);
  return ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
}
