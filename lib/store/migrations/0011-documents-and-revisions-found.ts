import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A document is found by the SHA-256 of its bytes, and replaced figures by when they were replaced. */
export function documentsAndRevisionsFound(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema.createIndex('body_of_sha256').on('body').column('sha256').execute();
      await db.schema.createIndex('obs_revision_of_time').on('obs_revision').column('replaced_at').execute();
    },
  };
}
