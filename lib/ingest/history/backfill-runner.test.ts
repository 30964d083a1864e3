import { existsSync, rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { openSqliteStore } from '#lib/store/open-store';
import { removed } from '#lib/store/engine/sqlite/sqlite-file';
import { runBackfills } from './backfill-runner.ts';

it('makes no database in the place of one that was removed, and says so', async () => {
  const dataDir = await removedFolder();
  const { complaint } = run(dataDir, [null]);
  expect(await complaint).toEqual([
    `There is no database in ${dataDir}; check DATA_DIR, or make one with npm start or npm run keys -- create.`,
  ]);
  expect(existsSync(dataDir)).toBe(false);
});

it('fetches nothing while the database is known to be gone, and looks again later', async () => {
  const dataDir = await removedFolder();
  const { complaint, looks } = run(dataDir, [removed(dataDir), removed(dataDir), null]);
  await complaint;
  expect(looks()).toBe(3);
});

/** A folder that held a database until somebody removed it. */
async function removedFolder(): Promise<string> {
  const dataDir = throwAwayFolder();
  await (await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here')).close();
  rmSync(dataDir, { recursive: true });
  return dataDir;
}

/** Runs backfills beside a store that finds these faults, one a look; `complaint` is what the first process complained of. */
function run(dataDir: string, faults: readonly (DatabaseUnavailable | null)[]) {
  const complaint = Promise.withResolvers<unknown>();
  let looks = 0;
  const runner = runBackfills({
    script: 'lib/cli/backfill.ts',
    root: PROJECT_ROOT,
    variables: { DATA_DIR: dataDir, SOURCES: 'boe', NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    log: {
      info: () => {},
      warn: (found: { readonly complaints: unknown }) => complaint.resolve(found.complaints),
      error: () => {},
    },
    store: { look: async () => faults[looks++] ?? null },
    pace: { firstMs: 0, retryMs: 1, dailyMs: 3_600_000 },
  });
  onTestFinished(runner.stop);
  return { complaint: complaint.promise, looks: () => looks };
}
