import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { LeafKind } from '#lib/domain/log/log-leaf';
import type { PendingLogTable } from '#lib/store/engine/log-schema';
import type { Schema } from '#lib/store/engine/schema';

/** Figures that the log is to have, a column each; `rates` are one unit of base in quote, as stored. */
export interface EnteredFigures {
  readonly seriesIds: ArrayLike<number>;
  readonly instantsMs: ArrayLike<number>;
  readonly rates: ArrayLike<number>;
}

/** What they have in common. */
export interface EntryOrigin {
  readonly kind: LeafKind;
  /** The number of the document that brought them. */
  readonly bodyId: number;
  readonly seenAtMs: number;
}

/** One figure that waits to be hashed. */
export interface PendingEntry extends EntryOrigin {
  readonly seriesId: number;
  readonly observedAtMs: number;
  readonly rate: number;
}

/** Figures of a row at most: of what a step of hashing leaves, little is written anew, and an import writes few rows. */
const ENTRIES_A_ROW = 256;

/** Figures that are read at once, in whole rows; one row is read whatever it holds. */
const ENTRIES_A_READ = 1024;

/** Series, instant and rate. */
const ENTRY_BYTES = 4 + 8 + 8;

/**
 * Enters figures into the log within the transaction that changes them, so that neither is ever without the other. They are only
 * packed here, which costs an import next to nothing; `extendLog` hashes them in small steps beside other work.
 */
export async function enterFigures(
  transaction: Transaction<Schema> | Kysely<Schema>,
  { kind, bodyId, seenAtMs }: EntryOrigin,
  figures: EnteredFigures,
): Promise<void> {
  for (let start = 0; start < figures.rates.length; start += ENTRIES_A_ROW) {
    const end = Math.min(start + ENTRIES_A_ROW, figures.rates.length);
    const packed = packedFigures(figures, start, end);
    await sql`
      insert into log_pending (kind, body_id, seen_at, figures)
      values (${kind}, ${bodyId}, ${seenAtMs}, ${packed})`.execute(transaction);
  }
}

/** Entries that wait to be hashed, and the number of the last row that they lie in. */
export interface PendingEntries {
  readonly entries: readonly PendingEntry[];
  /** Null where nothing waits. */
  readonly lastId: number | null;
}

/** Reads what waits to be hashed in its order, after a row's number (0 from the first on), whole rows of up to {@link ENTRIES_A_READ} entries together. */
export async function readPendingEntries(db: Kysely<Schema>, afterId: number): Promise<PendingEntries> {
  const rows = await pendingRows(db, afterId, ROWS_A_STEP);
  const entries: PendingEntry[] = [];
  let lastId: number | null = null;
  for (const row of rows) {
    if (lastId !== null && entries.length + row.figures.length / ENTRY_BYTES > ENTRIES_A_READ) break;
    entries.push(...unpacked(row.figures, originOf(row)));
    lastId = row.id;
  }
  return { entries, lastId };
}

/** Takes the first entries that wait, up to so many, out of what waits; of a row that has more, the rest stays. */
export async function takePendingEntries(
  transaction: Transaction<Schema>,
  count: number,
): Promise<readonly PendingEntry[]> {
  const rows = await pendingRows(transaction, 0, ROWS_TAKEN);
  const taken: PendingEntry[] = [];
  for (const row of rows) {
    const bytes = Math.min(row.figures.length, (count - taken.length) * ENTRY_BYTES);
    if (bytes === 0) break;
    taken.push(...unpacked(row.figures.subarray(0, bytes), originOf(row)));
    const rest = row.figures.subarray(bytes);
    // log_pending's key.
    await (
      rest.length === 0
        ? transaction.deleteFrom('log_pending').where('id', '=', row.id)
        : transaction.updateTable('log_pending').set({ figures: rest }).where('id', '=', row.id)
    ).execute();
  }
  return taken;
}

/** Whether entries wait to be hashed. */
export async function hasPendingEntries(db: Kysely<Schema>): Promise<boolean> {
  const first = await db.selectFrom('log_pending').select('id').limit(1).executeTakeFirst();
  return first !== undefined;
}

/** Polls of a day, most of them of a few figures. */
const ROWS_A_STEP = 32;

/** So few that a step does not read far more than it takes. */
const ROWS_TAKEN = 4;

async function pendingRows(
  db: Kysely<Schema>,
  afterId: number,
  limit: number,
): Promise<readonly Selectable<PendingLogTable>[]> {
  // log_pending's key.
  return db
    .selectFrom('log_pending')
    .select(['id', 'kind', 'body_id', 'seen_at', 'figures'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

function originOf({ kind, body_id: bodyId, seen_at: seenAt }: Selectable<PendingLogTable>): EntryOrigin {
  return { kind, bodyId, seenAtMs: Number(seenAt) };
}

function packedFigures({ seriesIds, instantsMs, rates }: EnteredFigures, start: number, end: number): Buffer {
  const packed = Buffer.allocUnsafe((end - start) * ENTRY_BYTES);
  let offset = 0;
  for (let index = start; index < end; index += 1) {
    offset = packed.writeUInt32LE(seriesIds[index] ?? 0, offset);
    offset = packed.writeDoubleLE(instantsMs[index] ?? Number.NaN, offset);
    offset = packed.writeDoubleLE(rates[index] ?? Number.NaN, offset);
  }
  return packed;
}

function unpacked(figures: Uint8Array, origin: EntryOrigin): readonly PendingEntry[] {
  const bytes = Buffer.from(figures.buffer, figures.byteOffset, figures.byteLength);
  return Array.from({ length: bytes.length / ENTRY_BYTES }, (_, index) => {
    const offset = index * ENTRY_BYTES;
    return {
      ...origin,
      seriesId: bytes.readUInt32LE(offset),
      observedAtMs: bytes.readDoubleLE(offset + 4),
      rate: bytes.readDoubleLE(offset + 12),
    };
  });
}
