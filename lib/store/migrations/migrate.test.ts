import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '#lib/store/engine/engine';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { type Schema, TABLE_NAMES, TABLES } from '#lib/store/engine/schema';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { newDatabase } from '#lib/testing/worlds/backup-bench';
import { withStore } from '#lib/testing/worlds/own-store';
import { migrateToLatest, NEWEST_MIGRATION, readTablesState } from './migrate.ts';

const ENGINES: readonly (readonly [Engine, () => Promise<Kysely<Schema>>])[] = [
  [
    'sqlite',
    async () => {
      const { db, plain } = openSqliteForWriting(join(throwAwayFolder(), 'new.sqlite'));
      onTestFinished(() => {
        plain.close();
      });
      return db;
    },
  ],
  [
    'postgres',
    async () => {
      const { plainDb, close } = connectForWriting(await freshDatabase(), 'rates');
      onTestFinished(close);
      return plainDb;
    },
  ],
];

describe.each(ENGINES)('the tables of a new database on %s', (engine, open) => {
  it('are those of the description, with its columns, and are made once', async () => {
    const db = await open();
    expect(await readTablesState(db, engine)).toBe('none');
    await migrateToLatest(db, engine);
    await migrateToLatest(db, engine);
    expect(await readTablesState(db, engine)).toBe('current');
    const made = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]));
    expect([...made.keys()].toSorted()).toEqual(TABLE_NAMES.toSorted());
    for (const [name, { columns }] of Object.entries(TABLES)) {
      const described = Object.entries(columns).map(([column, { isNullable }]) => [column, isNullable]);
      expect(
        made.get(name)?.map((column) => [column.name, column.isNullable]),
        name,
      ).toEqual(described);
    }
  });

  it('refuse a figure that is no number, or a second one of a day', async () => {
    const db = await open();
    await migrateToLatest(db, engine);
    const row = { series_id: 1, ts: 1, rate: 1.2, body_id: 1 };
    const insert = (figure: typeof row) => db.insertInto('obs_day').values(figure).execute();
    await insert(row);
    await expect(insert(row)).rejects.toThrow();
    for (const rate of [-1, 0, Number.POSITIVE_INFINITY]) {
      await expect(insert({ ...row, ts: 3, rate })).rejects.toThrow();
    }
    await insert({ ...row, ts: 3 });
  });
});

describe.each(ENGINES)('a database of an older kind on %s', (engine) => {
  it('is refused in one sentence that says what to do, and is not changed', async () => {
    const variables = await newDatabase(engine);
    await withStore(variables, async () => {});
    const asMade = await alterMigrations(variables, `update kysely_migration set name = '0001-first-tables'`);
    await expect(withStore(variables, async () => {})).rejects.toThrow(
      /^An older version of this program made the database \S+ \S+, and this one cannot read it; start that version, or move/,
    );
    expect(await asMade()).toEqual(['0001-first-tables']);
    await alterMigrations(variables, `update kysely_migration set name = '${NEWEST_MIGRATION}'`);
    await withStore(variables, async () => {});
  });
});

/** Changes what a database says that it has been through; gives how to ask it. */
async function alterMigrations(
  { DATA_DIR, DATABASE_URL }: Awaited<ReturnType<typeof newDatabase>>,
  statement: string,
): Promise<() => Promise<readonly string[]>> {
  const open = () =>
    DATABASE_URL === undefined
      ? openSqliteForWriting(join(DATA_DIR, 'crossrate.sqlite')).db
      : connectForWriting(DATABASE_URL, 'rates').plainDb;
  const changing = open();
  await sql.raw(statement).execute(changing);
  await changing.destroy();
  return async () => {
    const db = open();
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    await db.destroy();
    return rows.map(({ name }) => name);
  };
}
