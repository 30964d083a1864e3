import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { readStoredSnapshot } from '#lib/ingest/judge/stored-past';
import { strictRate } from '#lib/domain/rates/strict-rate';
import { listSources } from '#lib/sources/registry';
import { openSqliteStore } from '#lib/store/open-store';
import { scribbleOver } from '#lib/testing/databases/damaged-databases';
import { runScript } from '#lib/testing/run-script';
import { emptyDatabaseFolder } from '#lib/testing/worlds/own-store';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const CLOCK = '2026-04-14T08:00:00Z';
const DAYS = ['2026-04-13', '2026-04-10', '2026-04-09', '2026-04-08', '2026-04-07'];
const FILE = `Date,USD,ISK,\n${DAYS.map((day) => `${day},1.17,143.9,`).join('\n')}\n`;

it('names a stored figure that is impossible, which is not served, or stands out, and the next load mends it', async () => {
  const folder = throwAwayFolder();
  const variables = { DATA_DIR: folder, CLOCK };
  const path = join(folder, 'days.csv');
  writeFileSync(path, FILE);
  const load = () => runScript(['lib/cli/import.ts', '--source', 'ecb', '--file', path], variables);
  const check = () => runScript(['lib/cli/check-figures.ts'], variables);
  await load();
  expect(await check()).toMatchObject({
    code: 0,
    stdout: 'checked 2 series of fixings and every market: 0 impossible, 0 that stand out\n',
  });

  damage(folder, 'ISK', DAYS[0], 1.6e156);
  damage(folder, 'USD', DAYS[2], 11.7);
  const found = await check();
  expect(found.stdout.split('\n')).toEqual([
    'ecb EUR/ISK of 2026-04-13 is 1.6e+156: impossible, and not served',
    'ecb EUR/USD of 2026-04-09 is 11.7: stands out from both neighbours',
    'checked 2 series of fixings and every market: 1 impossible, 1 that stand out',
    '',
  ]);
  expect([found.code, found.stderr]).toEqual([
    1,
    expect.stringMatching(/npm run backfill -- --source ecb --from 2026-04-13 --to 2026-04-13\n$/),
  ]);
  expect(await served(folder)).toEqual({ rate: 143.9, day: '2026-04-10' });

  expect((await load()).stdout).toMatch(/^imported 0 observations, 2 revised, 0 rejected/);
  expect(await check()).toMatchObject({ code: 0 });
  expect(await served(folder)).toEqual({ rate: 143.9, day: '2026-04-13' });
});

it('names a file that fails the quick check of SQLite', async () => {
  const folder = await emptyDatabaseFolder();
  scribbleOver(folder, 'incident');
  expect(await runScript(['lib/cli/check-figures.ts'], { DATA_DIR: folder, CLOCK })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The database in \S+ is damaged \([^\n]+\n$/),
  });
});

function damage(folder: string, quote: string, day: string | undefined, rate: number): void {
  const database = new Database(join(folder, 'crossrate.sqlite'));
  const { changes } = database
    .prepare(
      `update obs_day set rate = ? where ts >= ? and ts < ?
         and series_id = (select id from series where quote = ?)`,
    )
    .run(rate, Date.parse(`${day}T00:00:00Z`), Date.parse(`${day}T23:59:59Z`), quote);
  database.close();
  expect(changes).toBe(1);
}

/** EUR/ISK as the service would answer it. */
async function served(folder: string) {
  const store = await openSqliteStore({ dataDir: folder, root: PROJECT_ROOT }, 'here');
  try {
    const snapshot = await readStoredSnapshot(store, listSources('kraken'), new Date(CLOCK));
    const [ecb] = snapshot.sources;
    const answer = ecb && strictRate(ecb, { base: 'EUR', quote: 'ISK' });
    const leg = answer?.kind === 'found' ? answer.found.legs[0] : undefined;
    return { rate: leg?.figure, day: leg?.observedAt.toISOString().slice(0, 10) };
  } finally {
    await store.close();
  }
}
