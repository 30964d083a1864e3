import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Kysely's own number for it, so that other versions of this program wait for it too. */
const MIGRATION_LOCK = sql.lit(3_853_314_791_062_309_107n);

/**
 * Takes the lock under which one process at a time migrates a PostgreSQL database, until the transaction ends. Kysely's belongs to
 * a connection, and a pooler may give the statement that is to end it another one.
 */
export async function takeMigrationLock<Tables>(transaction: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
}

/** Has Kysely migrate under that lock, within the caller's transaction. */
export class PooledPostgresAdapter extends PostgresAdapter {
  override acquireMigrationLock(transaction: Kysely<unknown>): Promise<void> {
    return takeMigrationLock(transaction);
  }

  override async releaseMigrationLock(): Promise<void> {}
}
