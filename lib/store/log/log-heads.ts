import { type Kysely, type Selectable, sql } from 'kysely';
import type { LogHeadTable } from '#lib/store/engine/log-schema';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A head of the log: the root of its first `size` entries, signed. */
export interface LogHead {
  readonly size: number;
  /** In base64, as the note has it. */
  readonly root: string;
  readonly signedAtMs: number;
  /** What checks the signature, as https://c2sp.org/signed-note has it. */
  readonly verifierKey: string;
  /** The checkpoint with its signature, as https://c2sp.org/tlog-checkpoint has it. */
  readonly note: string;
}

/** Keeps a signed head for ever; false when one of as many entries or more is there. */
export async function keepLogHead(store: WriteDatabase, head: LogHead): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const newest = await readNewestLogHead(transaction);
    if (newest !== null && newest.size >= head.size) return false;
    const { size, root, signedAtMs: signed_at, verifierKey: verifier_key, note } = head;
    await transaction.insertInto('log_head').values({ size, root, signed_at, verifier_key, note }).execute();
    return true;
  });
}

/** The head of the most entries; null where none was signed yet. */
export async function readNewestLogHead(db: Kysely<Schema>): Promise<LogHead | null> {
  // log_head's key, the last one.
  const row = await db
    .selectFrom('log_head')
    .select(['size', 'root', 'signed_at', 'verifier_key', 'note'])
    .orderBy('size', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row ? headOf(row) : null;
}

/** The signed heads of more than so many entries, the smallest first. */
export async function readLogHeads(
  db: Kysely<Schema>,
  { afterSize, limit }: { readonly afterSize: number; readonly limit: number },
): Promise<readonly LogHead[]> {
  // log_head's key.
  const rows = await db
    .selectFrom('log_head')
    .select(['size', 'root', 'signed_at', 'verifier_key', 'note'])
    .where('size', '>', afterSize)
    .orderBy('size')
    .limit(limit)
    .execute();
  return rows.map(headOf);
}

function headOf(row: Selectable<LogHeadTable>): LogHead {
  return {
    size: Number(row.size),
    root: row.root,
    signedAtMs: Number(row.signed_at),
    verifierKey: row.verifier_key,
    note: row.note,
  };
}
