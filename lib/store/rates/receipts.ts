import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { findSeries } from '#lib/store/rates/series';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A published figure that a receipt stands on: one unit of base costs `rate` units of quote. */
export interface ReceiptFigure {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  readonly atMs: number;
  readonly rate: number;
  /** Of its document, in hex; null where none is known. */
  readonly sha256: string | null;
}

/** A receipt that was signed and is still to be stored, with its published figures; law needs no keeping. */
export interface NewReceipt {
  readonly id: string;
  readonly issuedAtMs: number;
  readonly jws: string;
  readonly figures: readonly ReceiptFigure[];
  /** The key that signed it. */
  readonly key: ReceiptKey;
}

/** A public key that signs receipts, or did: Ed25519, `x` in base64url. */
export interface ReceiptKey {
  /** Its thumbprint (RFC 7638). */
  readonly kid: string;
  readonly x: string;
}

/** More master secrets than a service goes through. */
const KEYS_MAX = 1000;

/** Stores a receipt with the key that signed it, and keeps its figures and their documents from being removed; false where one of this name is there already. */
export async function storeReceipt(store: WriteDatabase, receipt: NewReceipt): Promise<boolean> {
  const { id, issuedAtMs, jws, figures, key } = receipt;
  return store.db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto('receipt')
      .values({ id, issued_at: issuedAtMs, jws })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await transaction
      .insertInto('receipt_key')
      .values({ ...key, since: issuedAtMs })
      .onConflict((conflict) => conflict.column('kid').doNothing())
      .execute();
    await pin(transaction, id, figures);
    return true;
  });
}

async function pin(
  transaction: Transaction<Schema>,
  id: string,
  figures: readonly ReceiptFigure[],
): Promise<void> {
  for (const [position, { source, base, quote, atMs: at, rate, sha256 }] of figures.entries()) {
    const seriesId = await findSeries(transaction, { source, base, quote });
    if (seriesId === null) continue;
    // body_of_sha256; the document that the figure was read from, though it may have been corrected or replaced since.
    const body = await transaction
      .selectFrom('body')
      .select(['id', 'tier'])
      .where('sha256', '=', sha256 ?? '')
      .where('source', '=', source)
      .orderBy('id', 'desc')
      .limit(sql.lit(1))
      .executeTakeFirst();
    const leg = { receipt_id: id, position, series_id: seriesId, at, rate, body_id: body?.id ?? null };
    await transaction.insertInto('receipt_leg').values(leg).execute();
    // A document without a tier is kept for ever, its contents too; to write that again would write the contents again.
    if (!body || body.tier === null) continue;
    await transaction
      .updateTable('body')
      .set({ tier: null, oldest_at: null, newest_at: null })
      .where('id', '=', body.id)
      .execute();
  }
}

/** Reads a receipt as it was given; null where there is none of this name. */
export async function readReceipt(db: Kysely<Schema>, id: string): Promise<string | null> {
  const row = await db.selectFrom('receipt').select('jws').where('id', '=', id).executeTakeFirst();
  return row?.jws ?? null;
}

/** Reads every key that ever signed receipts, the newest first. */
export async function readReceiptKeys(db: Kysely<Schema>): Promise<readonly ReceiptKey[]> {
  // The whole of receipt_key, which has a row for each master secret.
  return db
    .selectFrom('receipt_key')
    .select(['kid', 'x'])
    .orderBy('since', 'desc')
    .limit(sql.lit(KEYS_MAX))
    .execute();
}
