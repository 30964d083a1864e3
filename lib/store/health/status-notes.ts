import type { Kysely, Selectable } from 'kysely';
import { noteStateAt, type StatusNote } from '#lib/domain/health/status-note';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** A note on its way in. */
export type NewStatusNote = Omit<StatusNote, 'id' | 'endedAtMs'>;

/** Writes a note down; resolves with its number. */
export async function addStatusNote({ db }: WriteDatabase, note: NewStatusNote): Promise<number> {
  const { id } = await db
    .insertInto('status_note')
    .values({
      text: note.text,
      affects: note.affects.join(','),
      written_at: note.writtenAtMs,
      from_at: note.planned?.fromMs ?? null,
      until_at: note.planned?.untilMs ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends a note, or calls maintenance off: `over` where it no longer counted, `unknown` where there is none of this number. */
export async function endStatusNote(
  { db }: WriteDatabase,
  { id, atMs }: { readonly id: number; readonly atMs: number },
): Promise<'ended' | 'over' | 'unknown'> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('status_note')
      .select(COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return 'unknown';
    if (noteStateAt(noteOf(row), atMs) === 'over') return 'over';
    await transaction.updateTable('status_note').set({ ended_at: atMs }).where('id', '=', id).execute();
    return 'ended';
  });
}

/** Which notes: all, or those that count at some time from `sinceMs` on; the newest of them. */
export interface StatusNoteQuery {
  readonly sinceMs?: number;
  readonly limit: number;
}

/** Reads notes, the one that was written last first. */
export async function readStatusNotes(
  db: Kysely<Schema>,
  { sinceMs, limit }: StatusNoteQuery,
): Promise<readonly StatusNote[]> {
  // The primary key, backwards: an operator writes few.
  const rows = await db
    .selectFrom('status_note')
    .select(COLUMNS)
    .$if(sinceMs !== undefined, (found) =>
      found
        .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>=', sinceMs ?? 0)]))
        .where((where) => where.or([where('until_at', 'is', null), where('until_at', '>=', sinceMs ?? 0)])),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(noteOf);
}

const COLUMNS = ['id', 'text', 'affects', 'written_at', 'from_at', 'until_at', 'ended_at'] as const;

function noteOf(row: Selectable<Schema['status_note']>): StatusNote {
  const { from_at: fromMs, until_at: untilMs } = row;
  return {
    id: row.id,
    text: row.text,
    affects: row.affects.split(',').filter((one) => one !== ''),
    writtenAtMs: row.written_at,
    planned: fromMs === null || untilMs === null ? null : { fromMs, untilMs },
    endedAtMs: row.ended_at,
  };
}
