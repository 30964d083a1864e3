import type { Kysely } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** The one secret of which a fingerprint is kept. */
const MASTER = 'master';

/** The fingerprint of the master secret that the database belongs to; null before the first start noted it. */
export async function readSecretFingerprint(db: Kysely<Schema>): Promise<string | null> {
  const row = await db
    .selectFrom('secret_fingerprint')
    .select('fingerprint')
    .where('secret', '=', MASTER)
    .executeTakeFirst();
  return row?.fingerprint ?? null;
}

/** Notes a fingerprint in the place of the one that was `expected` there, null for none; another one stays as it is. */
export async function noteSecretFingerprint(
  store: WriteDatabase,
  { fingerprint, expected }: { readonly fingerprint: string; readonly expected: string | null },
): Promise<void> {
  if (expected === null) {
    await store.db
      .insertInto('secret_fingerprint')
      .values({ secret: MASTER, fingerprint })
      .onConflict((conflict) => conflict.column('secret').doNothing())
      .execute();
    return;
  }
  await store.db
    .updateTable('secret_fingerprint')
    .set({ fingerprint })
    .where('secret', '=', MASTER)
    .where('fingerprint', '=', expected)
    .execute();
}
