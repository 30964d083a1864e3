import { type Kysely, sql, type Transaction } from 'kysely';
import { BUCKET_MS, bucketStart } from '#lib/store/rates/tick-times';
import type { ReceiptLegTable, Schema } from '#lib/store/engine/schema';
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
    await pin(transaction, id, figures);
    return true;
  });
}

async function pin(
  transaction: Transaction<Schema>,
  id: string,
  figures: readonly ReceiptFigure[],
): Promise<void> {
  const legs: ReceiptLegTable[] = [];
  for (const [position, figure] of figures.entries()) {
    const { source, base, quote, atMs: at, rate } = figure;
    // series_of_source, and the key of obs_day.
    const series = await transaction
      .selectFrom('series')
      .leftJoin('obs_day', (join) => join.onRef('series_id', '=', 'series.id').on('ts', '=', at))
      .select(['id', 'series_id', 'body_id'])
      .where('source', '=', source)
      .where('base', '=', base)
      .where('quote', '=', quote)
      .executeTakeFirst();
    if (!series) continue;
    const isFixing = series.series_id !== null;
    const standing = isFixing ? series.body_id : await documentOfQuote(transaction, series.id, at);
    const body_id = (await documentNamed(transaction, figure, standing)) ?? standing;
    legs.push({ receipt_id: id, position, series_id: series.id, at, rate, body_id });
  }
  if (legs.length === 0) return;
  await transaction.insertInto('receipt_leg').values(legs).execute();
  const documents = legs.flatMap(({ body_id }) => body_id ?? []);
  if (documents.length === 0) return;
  // A document without a tier is kept for ever, its contents too; to write that again would write the contents again.
  await transaction
    .updateTable('body')
    .set({ tier: null, oldest_at: null, newest_at: null })
    .where('id', 'in', documents)
    .where('tier', 'is not', null)
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
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The document that brought the quote at an instant, in whichever tier it is by now; null where that is no longer known. */
async function documentOfQuote(
  transaction: Transaction<Schema>,
  seriesId: number,
  atMs: number,
): Promise<number | null> {
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
    .limit(sql.lit(KEYS_MAX))
    .execute();
  return rows.map(({ n, kid, x, since }) => ({ n, kid, x, sinceMs: Number(since) }));
}
