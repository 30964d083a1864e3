import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** What changes in the database that every process must notice: the rates, the API keys, the sources' states. */
export type RevisionSubject = 'rates' | 'keys' | 'states';

/** How many commits each subject has seen. */
export type Revisions = Readonly<Record<RevisionSubject, number>>;

/** Reads the counters; one row each, by primary key. */
export async function readRevisions(db: Kysely<Schema>): Promise<Revisions> {
  const rows = await db.selectFrom('revision').select(['subject', 'n']).limit(10).execute();
  const countOf = (subject: RevisionSubject) => Number(rows.find((row) => row.subject === subject)?.n ?? 0);
  return { rates: countOf('rates'), keys: countOf('keys'), states: countOf('states') };
}

/** Raises a counter within the transaction whose commit it announces. */
export async function raiseRevision(
  transaction: Transaction<Schema>,
  subject: RevisionSubject,
): Promise<void> {
  await transaction
    .updateTable('revision')
    .set({ n: sql<number>`n + 1` })
    .where('subject', '=', subject)
    .execute();
}
