import { type Kysely, type Transaction } from 'kysely';
import { BUCKET_MS, bucketStart } from '#lib/store/rates/tick-times';
import type { Schema } from '#lib/store/engine/schema';
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
  /** The key that signed it, where the database does not know it yet. */
  readonly newKey: StoredReceiptKey | null;
}

/** A public key that signs receipts, or did: Ed25519, `x` in base64url. */
export interface StoredReceiptKey {
  /** The number of its rotation, from 1. */
  readonly n: number;
  /** Its thumbprint (RFC 7638). */
  readonly kid: string;
  readonly x: string;
  readonly sinceMs: number;
}

/** More rotations than a service goes through. */
const KEYS_MAX = 1000;

/** Stores a receipt and keeps its figures and their documents from being removed; false where one of this name is there already. */
export async function storeReceipt(store: WriteDatabase, receipt: NewReceipt): Promise<boolean> {
  const { id, issuedAtMs, jws, figures, newKey } = receipt;
  return store.db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows = 0n } = await transaction
      .insertInto('receipt')
      .values({ id, issued_at: issuedAtMs, jws })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    if (newKey !== null) await insertKey(transaction, newKey);
    for (const [position, figure] of figures.entries()) await pin(transaction, { id, position, figure });
    return true;
  });
}

async function pin(
  transaction: Transaction<Schema>,
  {
    id,
    position,
    figure,
  }: { readonly id: string; readonly position: number; readonly figure: ReceiptFigure },
): Promise<void> {
  // series_of_source.
  const series = await transaction
    .selectFrom('series')
    .select('id')
    .where('source', '=', figure.source)
    .where('base', '=', figure.base)
    .where('quote', '=', figure.quote)
    .executeTakeFirst();
  if (!series) return;
  const standing = await documentOf(transaction, series.id, figure.atMs);
  const bodyId = (await documentNamed(transaction, figure, standing)) ?? standing;
  await transaction
    .insertInto('receipt_leg')
    .values({
      receipt_id: id,
      position,
      series_id: series.id,
      at: figure.atMs,
      rate: figure.rate,
      body_id: bodyId,
    })
    .execute();
  if (bodyId === null) return;
  // A document without a tier is kept for ever, its contents too.
  await transaction
    .updateTable('body')
    .set({ tier: null, oldest_at: null, newest_at: null })
    .where('id', '=', bodyId)
    .execute();
}

/** The document that a receipt names, though the figure may have been corrected or replaced since; null where it is gone. */
async function documentNamed(
  transaction: Transaction<Schema>,
  { source, sha256 }: ReceiptFigure,
  standing: number | null,
): Promise<number | null> {
  if (sha256 === null) return null;
  // body_of_sha256.
  const row = await transaction
    .selectFrom('body')
    .select('id')
    .where('sha256', '=', sha256)
    .where('source', '=', source)
    // Of several with the same bytes the one that brought what stands there, else the newest.
    .orderBy((body) => body.case().when('id', '=', standing).then(0).else(1).end())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The document that brought what now stands at an instant, wherever the figure is by now; null where that is no longer known. */
async function documentOf(
  transaction: Transaction<Schema>,
  seriesId: number,
  atMs: number,
): Promise<number | null> {
  const fixing = await transaction
    .selectFrom('obs_day')
    .select('body_id')
    .where('series_id', '=', seriesId)
    .where('ts', '=', atMs)
    .executeTakeFirst();
  if (fixing) return fixing.body_id;
  const newest = await transaction
    .selectFrom('tick_newest')
    .select('body_id')
    .where('series_id', '=', seriesId)
    .where('observed_at', '=', atMs)
    .executeTakeFirst();
  if (newest) return newest.body_id;
  for (const [table, tier] of TIERS) {
    // The key of each tier.
    const tick = await transaction
      .selectFrom(table)
      .select('body_id')
      .where('series_id', '=', seriesId)
      .where('ts', '=', bucketStart(tier, atMs))
      .where('at', '=', atMs)
      .executeTakeFirst();
    if (tick) return tick.body_id;
  }
  return null;
}

const TIERS = [
  ['tick_recent', 'minute'],
  ['tick_minute', 'minute'],
  ['tick_hour', 'hour'],
  ['tick_day', 'day'],
] as const satisfies readonly (readonly [keyof Schema, keyof typeof BUCKET_MS])[];

/** Notes a key that signs receipts from now on; those before it stay. Does nothing where its number is taken. */
export async function noteReceiptKey(store: WriteDatabase, key: StoredReceiptKey): Promise<void> {
  await insertKey(store.db, key);
}

async function insertKey(db: Kysely<Schema>, { n, kid, x, sinceMs }: StoredReceiptKey): Promise<void> {
  await db
    .insertInto('receipt_key')
    .values({ n, kid, x, since: sinceMs })
    .onConflict((conflict) => conflict.column('n').doNothing())
    .execute();
}

/** Reads a receipt as it was given; null where there is none of this name. */
export async function readReceipt(db: Kysely<Schema>, id: string): Promise<string | null> {
  const row = await db.selectFrom('receipt').select('jws').where('id', '=', id).executeTakeFirst();
  return row?.jws ?? null;
}

/** Reads every key that ever signed receipts, the newest first. */
export async function readReceiptKeys(db: Kysely<Schema>): Promise<readonly StoredReceiptKey[]> {
  // The key of receipt_key, backwards.
  const rows = await db
    .selectFrom('receipt_key')
    .select(['n', 'kid', 'x', 'since'])
    .orderBy('n', 'desc')
    .limit(KEYS_MAX)
    .execute();
  return rows.map(({ n, kid, x, since }) => ({ n, kid, x, sinceMs: Number(since) }));
}
