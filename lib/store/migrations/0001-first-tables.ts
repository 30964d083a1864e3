import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';

/**
 * The first tables. Instants are epoch milliseconds as bigint, rates doubles: published figures have at most 15 significant
 * digits and come back digit for digit.
 */
export function firstTables(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createObservationTables(db, engine);
      await createSourceTables(db);
      await createAccountTables(db);
      await createRevisionTable(db);
    },
  };
}

/** A series is one run of pages in SQLite when its rows lie in the primary key itself. */
function clustered<T extends string>(engine: Engine, table: CreateTableBuilder<T>): CreateTableBuilder<T> {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
}

async function createObservationTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createNumbered(db, engine, 'series')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('base', 'text', (column) => column.notNull())
    .addColumn('quote', 'text', (column) => column.notNull())
    .addUniqueConstraint('series_of_source', ['source', 'base', 'quote'])
    .execute();
  await createNumbered(db, engine, 'body')
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('fetched_at', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('content', engine === 'sqlite' ? 'blob' : 'bytea')
    .execute();
  await createDayTable(db, engine);
  const revision = db.schema
    .createTable('obs_revision')
    .addColumn('series_id', 'integer', (column) => column.notNull())
    .addColumn('ts', 'bigint', (column) => column.notNull())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('body_id', 'integer', (column) => column.notNull())
    .addColumn('replaced_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('obs_revision_key', ['series_id', 'ts', 'replaced_at']);
  await clustered(engine, revision).execute();
}

/** The figure lies in the key on either engine, so that a span of a series is read from the key alone. */
async function createDayTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const day = db.schema
    .createTable('obs_day')
    .addColumn('series_id', 'integer', (column) => column.notNull())
    .addColumn('ts', 'bigint', (column) => column.notNull())
    .addColumn('rate', 'double precision', (column) => column.notNull())
    .addColumn('body_id', 'integer', (column) => column.notNull())
    // PostgreSQL takes NaN for a number greater than all others.
    .addCheckConstraint('obs_day_rate', sql`rate > 0 and rate < 1e300`);
  if (engine === 'sqlite') {
    const referring = day
      .addPrimaryKeyConstraint('obs_day_key', ['series_id', 'ts'])
      .addForeignKeyConstraint('obs_day_series', ['series_id'], 'series', ['id'])
      .addForeignKeyConstraint('obs_day_body', ['body_id'], 'body', ['id']);
    await clustered(engine, referring).execute();
    return;
  }
  // No references here: their triggers would make an import 1.7 s longer. The staged table refuses a series without id,
  // the document is made in the same transaction, and neither is ever deleted.
  await day.execute();
  // Kysely has no word for columns that a key only carries.
  await sql`
    alter table obs_day add constraint obs_day_key primary key (series_id, ts) include (rate)`.execute(db);
}

/** A table whose `id` is a number that the database gives out. */
function createNumbered<T extends string>(db: Kysely<unknown>, engine: Engine, name: T) {
  const table = db.schema.createTable(name);
  return engine === 'sqlite'
    ? table.addColumn('id', 'integer', (column) => column.primaryKey())
    : table.addColumn('id', 'integer', (column) => column.primaryKey().generatedAlwaysAsIdentity());
}

async function createSourceTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('config_history')
    .addColumn('at', 'bigint', (column) => column.primaryKey())
    .addColumn('sources', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('source_state')
    .addColumn('source', 'text', (column) => column.primaryKey())
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .addColumn('last_checked_at', 'bigint', (column) => column.notNull())
    .addColumn('last_passed_at', 'bigint')
    .addColumn('reason', 'text')
    .execute();
}

async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('api_key')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('last4', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addColumn('limit_per_minute', 'integer')
    .execute();
  await db.schema.createIndex('api_key_of_account').on('api_key').column('account_id').execute();
}

async function createRevisionTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('revision')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('n', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into revision (subject, n) values ('rates', 0), ('keys', 0), ('states', 0)`.execute(db);
}
