import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { clusteredTable, numberedTable } from './table-shapes.ts';

/**
 * Accounts that can sign in, what their keys may do and did, and the audit log. Instants are epoch milliseconds as bigint;
 * truth values in the authentication library's tables are 0 and 1.
 */
export function accounts(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await widenKeys(db);
      await createUsage(db, engine);
      await createTrail(db, engine);
      await createTokens(db);
      await createUsers(db);
      await createSessions(db);
      await createCredentials(db);
      await createVerifications(db);
      await createTwoFactors(db);
    },
  };
}

async function widenKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('api_key').addColumn('allowed_sources', 'text').execute();
  await db.schema.alterTable('api_key').addColumn('replaced_by', 'text').execute();
  await db.schema.alterTable('api_key').addColumn('ends_at', 'bigint').execute();
}

async function createUsage(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const usage = db.schema
    .createTable('key_usage')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('n', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_usage_key', ['key_id', 'day']);
  await clusteredTable(engine, usage).execute();
}

async function createTrail(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await numberedTable(db, engine, 'trail')
    .addColumn('account_id', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text')
    .addColumn('key_name', 'text')
    .addColumn('address', 'text')
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('trail_of_account').on('trail').columns(['account_id', 'id']).execute();
  await sql`
    create index trail_of_notices on trail (account_id, at) where kind in ('limited', 'seen-in-clear')`.execute(
    db,
  );
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_token')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.references('account.id'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('drops_second_factor', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_user')
    .addColumn('id', 'text', (column) => column.primaryKey().references('account.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_verified', 'integer', (column) => column.notNull())
    .addColumn('image', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('two_factor_enabled', 'integer')
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('ip_address', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('user_id', 'text', (column) => column.notNull().references('auth_user.id'))
    .execute();
  await db.schema.createIndex('auth_session_of_user').on('auth_session').column('user_id').execute();
}

async function createCredentials(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_account')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('provider_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('auth_user.id'))
    .addColumn('access_token', 'text')
    .addColumn('refresh_token', 'text')
    .addColumn('id_token', 'text')
    .addColumn('access_token_expires_at', 'bigint')
    .addColumn('refresh_token_expires_at', 'bigint')
    .addColumn('scope', 'text')
    .addColumn('password', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('auth_account_of_user', ['user_id', 'provider_id'])
    .execute();
}

async function createVerifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_verification')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('identifier', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('auth_verification_identifier')
    .on('auth_verification')
    .column('identifier')
    .execute();
}

async function createTwoFactors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('auth_two_factor')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('backup_codes', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().unique().references('auth_user.id'))
    .addColumn('verified', 'integer')
    .addColumn('failed_verification_count', 'integer')
    .addColumn('locked_until', 'bigint')
    .execute();
}
