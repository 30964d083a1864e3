import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { healthTables } from './0002-health-tables.ts';
import { clusteredTable } from './table-shapes.ts';

/**
 * Live quotes in three tiers, what the door held back, what checks said, the progress of backfills, and leases. Instants are
 * epoch milliseconds as bigint.
 */
export function liveQuotes(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createNewestTicks(db, engine);
      // Polls add to the end of the first, which is emptied into the second once an hour: in the order of the second a poll
      // would change a page a series.
      await createTier(db, engine, 'tick_recent', ['ts', 'series_id']);
      for (const tier of ['tick_minute', 'tick_hour', 'tick_day'] as const) {
        await createTier(db, engine, tier, ['series_id', 'ts']);
      }
      await createMarks(db, engine);
      await letDocumentsGo(db, engine);
      await healthTables(db, engine);
    },
  };
}

/** A figure that may be stored; PostgreSQL takes NaN for a number greater than all others. */
const SOUND_RATE = sql`rate > 0 and rate < 1e300`;

/** Every row changes with every poll; PostgreSQL then finds room for the new one beside the old one and leaves the key alone. */
const HALF_FULL = sql`with (fillfactor = 50)`;

async function createNewestTicks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const table = db.schema
    .createTable('tick_newest')
    .addColumn('series_id', 'integer', (column) => column.primaryKey())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('observed_at', 'bigint', (column) => column.notNull())
    .addColumn('polled_at', 'bigint', (column) => column.notNull())
    .addColumn('body_id', 'integer', (column) => column.notNull())
    .addCheckConstraint('tick_newest_rate', SOUND_RATE);
  await (engine === 'postgres' ? table.modifyEnd(HALF_FULL) : table).execute();
}

/** No references: the series and the document are made in the same transaction, and a look-up a tick would double its cost. */
async function createTier(
  db: Kysely<unknown>,
  engine: Engine,
  name: string,
  key: ['ts', 'series_id'] | ['series_id', 'ts'],
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('series_id', 'integer', (column) => column.notNull())
    .addColumn('ts', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('low', 'double precision')
    .addColumn('high', 'double precision')
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('body_id', 'integer', (column) => column.notNull())
    .addCheckConstraint(`${name}_rate`, SOUND_RATE)
    .addPrimaryKeyConstraint(`${name}_key`, key);
  await clusteredTable(engine, table).execute();
}

async function createMarks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const unrolled = db.schema
    .createTable('tick_unrolled')
    .addColumn('hour', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('tick_unrolled_key', ['hour', 'source']);
  await clusteredTable(engine, unrolled).execute();
  const flag = db.schema
    .createTable('obs_flag')
    .addColumn('series_id', 'integer', (column) => column.notNull())
    .addColumn('ts', 'bigint', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('obs_flag_key', ['series_id', 'ts', 'rule']);
  await clusteredTable(engine, flag).execute();
}

/** Documents of live quotes go when no figure names them any more. */
async function letDocumentsGo(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('body').addColumn('tier', 'text').execute();
  await db.schema.alterTable('body').addColumn('oldest_at', 'bigint').execute();
  await db.schema.alterTable('body').addColumn('newest_at', 'bigint').execute();
  await sql`
    create index body_of_ticks on body (tier, source, newest_at) where tier is not null`.execute(db);
  if (engine === 'sqlite') await forgetReferenceToDocuments(db);
}

/**
 * SQLite would search all of `obs_day` for every document that goes. It cannot drop a reference, so the table is made anew;
 * the names of its constraints are those that it had.
 */
async function forgetReferenceToDocuments(db: Kysely<unknown>): Promise<void> {
  await sql`alter table obs_day rename to obs_day_before`.execute(db);
  const day = db.schema
    .createTable('obs_day')
    .addColumn('series_id', 'integer', (column) => column.notNull())
    .addColumn('ts', 'bigint', (column) => column.notNull())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('body_id', 'integer', (column) => column.notNull())
    .addCheckConstraint('obs_day_rate', SOUND_RATE)
    .addPrimaryKeyConstraint('obs_day_key', ['series_id', 'ts'])
    .addForeignKeyConstraint('obs_day_series', ['series_id'], 'series', ['id']);
  await clusteredTable('sqlite', day).execute();
  await sql`
    insert into obs_day (series_id, ts, rate, body_id)
    select series_id, ts, rate, body_id from obs_day_before order by series_id, ts`.execute(db);
  await sql`drop table obs_day_before`.execute(db);
}
