import { join } from 'node:path';
import { type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import type { Schema } from '#lib/store/engine/schema';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { openWritableStore } from '#lib/store/open-store';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { rollUpHour } from './tick-buckets.ts';

/** What SQLite says of a table that it enters by its key within a span of one series, and not by the series alone. */
const WITHIN_SPAN = /^SEARCH m USING PRIMARY KEY \(series_id=\? AND ts(=\?|>\? AND ts<\?)\)$/;

it('an hour of the embedded database is closed by its own minutes alone, however many are stored', async () => {
  const dataDir = throwAwayFolder();
  const store = await openWritableStore({ dataDir, databaseUrl: null, root: PROJECT_ROOT }, 'here');
  await store.close();
  const { db, plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  onTestFinished(() => db.destroy());
  const statements: CompiledQuery[] = [];
  const watched = new Kysely<Schema>({
    dialect: new SqliteDialect({ database: plain }),
    log: ({ query }) => void statements.push(query),
  });
  const hour = { hourMs: Date.parse('2026-04-13T21:00:00Z'), isClosed: true };
  await watched
    .transaction()
    .execute((transaction) => rollUpHour(transaction, { first: 1, last: 200 }, hour));
  const steps = statements
    .filter(({ sql }) => sql.includes('finer'))
    .flatMap(({ sql, parameters }) =>
      plain.prepare<unknown[], { readonly detail: string }>(`explain query plan ${sql}`).all(...parameters),
    )
    .map(({ detail }) => detail)
    .filter((detail) => / m /.test(detail));
  expect(steps).toHaveLength(4);
  for (const step of steps) expect(step).toMatch(WITHIN_SPAN);
});
