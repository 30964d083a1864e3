import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import type { Engine } from '#lib/store/engine/engine';
import { readIncidents } from '#lib/store/health/incidents';
import { knownMigrations, migrateToLatest } from './migrate.ts';
import { migrationsOf } from './migrations.ts';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';

const ENGINES: readonly (readonly [Engine, () => Promise<Kysely<Schema>>])[] = [
  [
    'sqlite',
    async () => {
      const { db, plain } = openSqliteForWriting(join(throwAwayFolder(), 'upgraded.sqlite'));
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

describe.each(ENGINES)('a database of the first version on %s', (engine, open) => {
  it('comes through every later migration with all that it holds', async () => {
    const db = await open();
    await migrateToFirst(db, engine);
    await fill(db);
    const before = await contentsOf(db);
    await migrateToLatest(db, engine);
    expect(await contentsOf(db)).toEqual(before);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(knownMigrations(engine));
  });

  it('refuses a figure that is no number, or a second one of a day, afterwards as before', async () => {
    const db = await open();
    await migrateToFirst(db, engine);
    await fill(db);
    await migrateToLatest(db, engine);
    const row = { series_id: 1, ts: 1, rate: 1.2, body_id: 1 };
    await expect(db.insertInto('obs_day').values(row).execute()).rejects.toThrow();
    await expect(
      db
        .insertInto('obs_day')
        .values({ ...row, ts: 3, rate: -1 })
        .execute(),
    ).rejects.toThrow();
    await db
      .insertInto('obs_day')
      .values({ ...row, ts: 3 })
      .execute();
  });
});

describe.each(ENGINES)('a database that already kept changes of state on %s', (engine, open) => {
  it('has their incidents after the migration: closed ones, one that flapped, one that goes on', async () => {
    const db = await open();
    await migrateUpTo(db, engine, '0003-accounts');
    const minutes = [
      ['ecb', 0, 'outage', 'http_status'],
      ['ecb', 3, 'operational', null],
      ['boe', 4, 'degraded', 'slow'],
      ['ecb', 60, 'degraded', 'slow'],
      ['ecb', 62, 'outage', 'dns'],
      ['ecb', 70, 'operational', null],
      ['ecb', 75, 'degraded', 'layout'],
      ['ecb', 80, 'operational', null],
    ] as const;
    for (const [source, minute, status, reason] of minutes) {
      await sql`insert into health_change (source, at, to_status, reason)
        values (${source}, ${minute * 60_000}, ${status}, ${reason})`.execute(db);
    }
    await migrateToLatest(db, engine);
    const found = await readIncidents(db, { limit: 9 });
    expect(
      found.map(({ source, openedAtMs, closedAtMs, worst, cause }) => [
        source,
        openedAtMs / 60_000,
        closedAtMs === null ? null : closedAtMs / 60_000,
        worst,
        cause,
      ]),
    ).toEqual([
      ['ecb', 60, 80, 'outage', 'unreachable'],
      ['boe', 4, null, 'degraded', 'slow'],
      ['ecb', 0, 3, 'outage', 'failing'],
    ]);
  });
});

describe.each(ENGINES)(
  'a database with the ECB’s figures at an hour that was not theirs on %s',
  (engine, open) => {
    it('has them at 14:15 from July 2016 to the end of 2021, and all else as it was', async () => {
      const db = await open();
      await migrateUpTo(db, engine, '0004-incidents');
      const tables = [
        ['obs_day', 'insert into obs_day (series_id, ts, rate, body_id) values (SERIES, TS, 1.1, 1)'],
        [
          'obs_revision',
          'insert into obs_revision (series_id, ts, rate, body_id, replaced_at) values (SERIES, TS, 1.1, 1, 7)',
        ],
        ['obs_flag', "insert into obs_flag (series_id, ts, rule) values (SERIES, TS, 'jump')"],
      ] as const;
      await sql`insert into series (source, base, quote) values ('ecb', 'EUR', 'USD'), ('boe', 'GBP', 'USD')`.execute(
        db,
      );
      await sql`insert into body (source, url, fetched_at, sha256, size) values ('ecb', 'u', 5, 'abc', 9)`.execute(
        db,
      );
      for (const before of STORED_BEFORE) {
        const atMs = Date.parse(before);
        for (const [, insert] of tables) {
          for (const series of [1, 2]) {
            await sql.raw(insert.replace('SERIES', String(series)).replace('TS', String(atMs))).execute(db);
          }
        }
        for (const source of ['ecb', 'boe']) {
          await sql`insert into quarantine (source, kind, base, quote, rate, observed_at, rule, first_seen_at, last_seen_at,
          polls, repetitions, state) values (${source}, 'fixing', 'EUR', 'USD', 1.1, ${atMs}, 'jump', 1, 1, 1, 1, 'held')`.execute(
            db,
          );
        }
      }
      const version = await revisionOf(db);
      await migrateToLatest(db, engine);
      for (const [table] of tables) {
        expect(await instantsOf(db, `select ts as at from ${table} where series_id = 1`), table).toEqual(
          MOVED,
        );
        expect(await instantsOf(db, `select ts as at from ${table} where series_id = 2`), table).toEqual(
          STORED_BEFORE,
        );
      }
      const held = 'select observed_at as at from quarantine where source =';
      expect(await instantsOf(db, `${held} 'ecb'`)).toEqual(MOVED);
      expect(await instantsOf(db, `${held} 'boe'`)).toEqual(STORED_BEFORE);
      expect(await revisionOf(db)).toBe(version + 1);
    });
  },
);

/** Summer and winter, the days around both ends, and an instant of another hour. */
const STORED_BEFORE: readonly string[] = [
  '2016-06-30T12:15:00.000Z',
  '2016-07-01T12:10:00.000Z',
  '2018-01-15T13:10:00.000Z',
  '2019-07-15T09:00:00.000Z',
  '2021-12-31T13:10:00.000Z',
  '2022-01-03T13:10:00.000Z',
  '2026-04-13T12:10:00.000Z',
];

const MOVED: readonly string[] = [
  '2016-06-30T12:15:00.000Z',
  '2016-07-01T12:15:00.000Z',
  '2018-01-15T13:15:00.000Z',
  '2019-07-15T09:00:00.000Z',
  '2021-12-31T13:15:00.000Z',
  '2022-01-03T13:10:00.000Z',
  '2026-04-13T12:10:00.000Z',
];

async function instantsOf(db: Kysely<Schema>, query: string): Promise<readonly string[]> {
  const { rows } = await sql.raw<{ at: number | string }>(`${query} order by 1`).execute(db);
  return rows.map(({ at }) => new Date(Number(at)).toISOString());
}

async function revisionOf(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select n from revision where subject = 'rates'`.execute(
    db,
  );
  return Number(rows[0]?.n);
}

async function migrateToFirst(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const [first = ''] = knownMigrations(engine);
  await migrateUpTo(db, engine, first);
}

async function migrateUpTo(db: Kysely<Schema>, engine: Engine, name: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(engine) } });
  const { error } = await migrator.migrateTo(name);
  if (error) throw error;
}

/** By statements of the first version, because the query builder knows the newest tables only. */
async function fill(db: Kysely<Schema>): Promise<void> {
  const statements = [
    "insert into series (source, base, quote) values ('ecb', 'EUR', 'USD')",
    "insert into body (source, url, fetched_at, sha256, size) values ('ecb', 'u', 5, 'abc', 9)",
    'insert into obs_day (series_id, ts, rate, body_id) values (1, 1, 1.1684, 1), (1, 2, 366.9, 1)',
    'insert into obs_revision (series_id, ts, rate, body_id, replaced_at) values (1, 1, 1.16, 1, 7)',
    "insert into source_state (source, latency_ms, last_checked_at) values ('ecb', 12, 5)",
    "update revision set n = 3 where subject = 'rates'",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function contentsOf(db: Kysely<Schema>): Promise<readonly unknown[]> {
  const queries = [
    'select id, source, base, quote from series',
    'select id, source, url, fetched_at, sha256, size from body',
    'select series_id, ts, rate, body_id from obs_day order by ts',
    'select series_id, ts, rate, body_id, replaced_at from obs_revision',
    'select source, latency_ms, last_checked_at, last_passed_at, reason from source_state',
    'select subject, n from revision order by subject',
  ];
  const contents = [];
  for (const query of queries) contents.push((await sql.raw(query).execute(db)).rows);
  return contents;
}
