import type { Kysely } from 'kysely';
import type { Engine } from '#lib/store/engine/engine';
import { clusteredTable, numberedTable } from './table-shapes.ts';

/** The part of the second migration that is about sources and not about figures. */
export async function healthTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await extendSourceState(db);
  await createChecks(db, engine);
  await createHealthDays(db, engine);
  await createQuarantine(db, engine);
  await createSmallTables(db, engine);
}

async function extendSourceState(db: Kysely<unknown>): Promise<void> {
  // One statement each, as SQLite wants it.
  await db.schema.alterTable('source_state').addColumn('status', 'text').execute();
  await db.schema.alterTable('source_state').addColumn('state', 'text').execute();
  await db.schema.alterTable('source_state').addColumn('changed_at', 'bigint').execute();
  await db.schema.alterTable('source_state').addColumn('interval_ms', 'bigint').execute();
}

async function createChecks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await numberedTable(db, engine, 'health_check')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('sentence', 'text')
    .addColumn('accepted', 'integer', (column) => column.notNull())
    .addColumn('rejected', 'integer', (column) => column.notNull())
    .addColumn('held', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('health_check_of_source')
    .on('health_check')
    .columns(['source', 'at'])
    .execute();
  await numberedTable(db, engine, 'health_change')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('from_status', 'text')
    .addColumn('to_status', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .execute();
  await db.schema
    .createIndex('health_change_of_source')
    .on('health_change')
    .columns(['source', 'at'])
    .execute();
  await db.schema.createIndex('health_change_at').on('health_change').column('at').execute();
}

async function createHealthDays(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const table = db.schema
    .createTable('health_day')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('checks', 'integer', (column) => column.notNull())
    .addColumn('passes', 'integer', (column) => column.notNull())
    .addColumn('softs', 'integer', (column) => column.notNull())
    .addColumn('hards', 'integer', (column) => column.notNull())
    .addColumn('latency_sum_ms', 'bigint', (column) => column.notNull())
    .addColumn('worst', 'text', (column) => column.notNull())
    .addColumn('operational_ms', 'bigint', (column) => column.notNull())
    .addColumn('degraded_ms', 'bigint', (column) => column.notNull())
    .addColumn('outage_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('health_day_key', ['day', 'source']);
  await clusteredTable(engine, table).execute();
}

async function createQuarantine(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await numberedTable(db, engine, 'quarantine')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('base', 'text', (column) => column.notNull())
    .addColumn('quote', 'text', (column) => column.notNull())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('observed_at', 'bigint', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('polls', 'integer', (column) => column.notNull())
    .addColumn('repetitions', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .addColumn('body_id', 'integer')
    .execute();
  await db.schema
    .createIndex('quarantine_by_state')
    .on('quarantine')
    .columns(['state', 'source', 'id'])
    .execute();
  await db.schema.createIndex('quarantine_of_source').on('quarantine').columns(['source', 'id']).execute();
}

async function createSmallTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const refusal = db.schema
    .createTable('door_refusal')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('example', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('door_refusal_key', ['day', 'source', 'rule']);
  await clusteredTable(engine, refusal).execute();
  const part = db.schema
    .createTable('backfill_part')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('part', 'text', (column) => column.notNull())
    .addColumn('done_at', 'bigint', (column) => column.notNull())
    .addColumn('observations', 'integer', (column) => column.notNull())
    .addColumn('revised', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('backfill_part_key', ['source', 'part']);
  await clusteredTable(engine, part).execute();
  await db.schema
    .createTable('lease')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}
