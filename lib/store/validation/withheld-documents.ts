import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Kysely, Transaction } from 'kysely';
import type { FixingDocument } from '#lib/store/rates/documents';
import { raiseRevision } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import type { QuarantineState, WithheldOrigin } from '#lib/store/engine/source-tables';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A document that is doubted as a whole, on its way in. */
export interface NewWithheldDocument {
  readonly origin: WithheldOrigin;
  readonly document: FixingDocument;
  readonly rule: string;
  /** How many figures the doubt is about. */
  readonly figures: number;
  /** Why, for people. */
  readonly sentence: string;
}

/** A document that was withheld, and what became of it; its bytes are read by themselves. */
export interface WithheldDocument {
  readonly id: number;
  readonly source: string;
  readonly origin: WithheldOrigin;
  readonly url: string;
  readonly rule: string;
  readonly figures: number;
  readonly sentence: string;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly state: QuarantineState;
}

/** What a poll or a load changes among the withheld documents of its source. */
export interface WithheldChanges {
  readonly source: string;
  readonly atMs: number;
  readonly withheld: readonly NewWithheldDocument[];
  /** Addresses whose newer document was stored; null for all of live polls, which a sound poll settles. */
  readonly settled: readonly string[] | null;
}

/** The bytes of a document that was decided: its hash is enough to know it again. */
const NOTHING = new Uint8Array();

/** Withheld documents that are listed at most; there is one per source and address. */
const LISTED_MAX = 500;

const COLUMNS = [
  'id',
  'source',
  'origin',
  'url',
  'rule',
  'figures',
  'sentence',
  'first_seen_at as firstSeenAtMs',
  'last_seen_at as lastSeenAtMs',
  'state',
] as const;

/**
 * Keeps withheld documents within the transaction that brings them: one per source and address, the newest. A document that
 * an operator rejected is not held again, and those that its publisher went back on are settled.
 */
export async function keepWithheld(
  transaction: Transaction<Schema>,
  { source, atMs, withheld, settled }: WithheldChanges,
): Promise<void> {
  let changes = 0;
  for (const one of withheld) changes += await keepOne(transaction, { source, atMs, one });
  if (withheld.length === 0) changes += await settle(transaction, { source, atMs, settled });
  if (changes > 0) await raiseRevision(transaction, 'states');
}

async function keepOne(
  transaction: Transaction<Schema>,
  {
    source,
    atMs,
    one,
  }: { readonly source: string; readonly atMs: number; readonly one: NewWithheldDocument },
): Promise<number> {
  const { document, origin, rule, figures, sentence } = one;
  const sha256 = createHash('sha256').update(document.body).digest('hex');
  // withheld_by_state.
  const rejected = await transaction
    .selectFrom('withheld_document')
    .select('id')
    .where('state', '=', 'rejected')
    .where('source', '=', source)
    .where('sha256', '=', sha256)
    .where('decided_by', '=', 'operator')
    .executeTakeFirst();
  if (rejected) return 0;
  const newest = {
    origin,
    fetched_at: document.fetchedAtMs,
    sha256,
    content: gzipSync(document.body),
    rule,
    figures,
    sentence,
    last_seen_at: atMs,
  };
  const known = await transaction
    .selectFrom('withheld_document')
    .select(['id', 'sha256'])
    .where('state', '=', 'held')
    .where('source', '=', source)
    .where('url', '=', document.url)
    .executeTakeFirst();
  if (known) {
    const changed = known.sha256 === sha256 ? { last_seen_at: atMs } : newest;
    await transaction.updateTable('withheld_document').set(changed).where('id', '=', known.id).execute();
    return known.sha256 === sha256 ? 0 : 1;
  }
  const row = { ...newest, source, url: document.url, first_seen_at: atMs, state: 'held' as const };
  await transaction.insertInto('withheld_document').values(row).execute();
  return 1;
}

async function settle(
  transaction: Transaction<Schema>,
  { source, atMs, settled }: Pick<WithheldChanges, 'source' | 'atMs' | 'settled'>,
): Promise<number> {
  if (settled !== null && settled.length === 0) return 0;
  const { numUpdatedRows } = await transaction
    .updateTable('withheld_document')
    .set({ state: 'rejected', decided_at: atMs, decided_by: 'rule', content: NOTHING })
    .where('state', '=', 'held')
    .where('source', '=', source)
    .$if(settled === null, (rows) => rows.where('origin', '=', 'poll'))
    .$if(settled !== null, (rows) => rows.where('url', 'in', settled ?? []))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Marks a withheld document as decided within the transaction that carries the decision out; false when it is not held. */
export async function decideWithheld(
  transaction: Transaction<Schema>,
  {
    id,
    state,
    atMs,
  }: { readonly id: number; readonly state: 'released' | 'rejected'; readonly atMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('withheld_document')
    .set({ state, decided_at: atMs, decided_by: 'operator', content: NOTHING })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await raiseRevision(transaction, 'states');
  return true;
}

/** Rejects a withheld document for good; false when none of the number is held. */
export async function rejectWithheld(
  { db }: WriteDatabase,
  { id, atMs }: { readonly id: number; readonly atMs: number },
): Promise<boolean> {
  return db
    .transaction()
    .execute((transaction) => decideWithheld(transaction, { id, state: 'rejected', atMs }));
}

/** The documents that are withheld now, newest first. */
export async function readWithheld(db: Kysely<Schema>): Promise<readonly WithheldDocument[]> {
  // withheld_by_state.
  return db
    .selectFrom('withheld_document')
    .select(COLUMNS)
    .where('state', '=', 'held')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
}

/** The addresses of a source of which an operator rejected a document. */
export async function readRejectedUrls(db: Kysely<Schema>, source: string): Promise<readonly string[]> {
  // withheld_by_state.
  const rows = await db
    .selectFrom('withheld_document')
    .select('url')
    .distinct()
    .where('state', '=', 'rejected')
    .where('source', '=', source)
    .where('decided_by', '=', 'operator')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(({ url }) => url);
}

/** The newest documents of a source that an operator released, each by the SHA-256 of its bytes in hex. */
export async function readReleasedDocuments(db: Kysely<Schema>, source: string): Promise<readonly string[]> {
  // withheld_by_state.
  const rows = await db
    .selectFrom('withheld_document')
    .select('sha256')
    .where('state', '=', 'released')
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** A withheld document as its publisher gave it; null when none of the number is held. */
export async function readWithheldBody(db: Kysely<Schema>, id: number): Promise<FixingDocument | null> {
  const row = await db
    .selectFrom('withheld_document')
    .select(['source', 'url', 'fetched_at as fetchedAtMs', 'content'])
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst();
  if (!row) return null;
  const { content, ...document } = row;
  return { ...document, body: new Uint8Array(gunzipSync(content)) };
}
