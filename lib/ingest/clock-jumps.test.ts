import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '#lib/store/open-store';
import { openPostgresStore } from '#lib/store/postgres-store';
import type { Store } from '#lib/store/store';
import { runClockJumps } from '#lib/testing/suites/clock-jumps';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { MINUTE_MS } from '#lib/domain/durations';

const PATIENCE_MS = 180_000;

describe('twenty jumps of the clock, by minutes, hours, a day and a year, ahead and back', () => {
  it.each([
    ['SQLite, two processes on one host', openSqlite, null],
    ['PostgreSQL, the second host 3 min behind', openPostgres, -3 * MINUTE_MS],
  ])(
    'stop no polling, make no second leader, and leave nothing of the future: %s',
    async (_name, open, secondAheadMs) => {
      const openStore = await open();
      const report = await runClockJumps({ jumps: 20, openStore, secondAheadMs });
      expect(report).toMatchObject({ jumps: 20, faults: [] });
      expect(report.takeoverMs).toBeLessThan(15_000);
    },
    PATIENCE_MS,
  );
});

async function openSqlite(): Promise<() => Promise<Store>> {
  const dataDir = throwAwayFolder();
  return () => closedAfterwards(openSqliteStore({ dataDir, root: PROJECT_ROOT }));
}

async function openPostgres(): Promise<() => Promise<Store>> {
  const databaseUrl = await freshDatabase();
  return () => closedAfterwards(openPostgresStore(databaseUrl));
}

async function closedAfterwards(opening: Promise<Store>): Promise<Store> {
  const store = await opening;
  onTestFinished(store.close);
  await store.writable;
  return store;
}
