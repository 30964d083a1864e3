import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A document is found by the SHA-256 of its bytes. */
export function documentsByHash(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('body_of_sha256').on('body').column('sha256').execute();
    },
  };
}
