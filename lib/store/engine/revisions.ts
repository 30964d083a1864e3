import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** What changes in the database that every process must notice: the rates, the API keys, the sources' states. */
export type RevisionSubject = 'rates' | 'keys' | 'states';

/** How many commits each subject has seen, and how many of those of rates each source; a source without any is not there. */
export type Revisions = Readonly<Record<RevisionSubject, number>> & {
  readonly rateSources: ReadonlyMap<string, number>;
};

/** What stands before a source's name in its subject. */
const RATES_OF = 'rates:';

/** Subjects there can be: three, and one a source. */
const SUBJECTS_LIMIT = 1000;

/** Reads the counters; one row each, all of them. */
export async function readRevisions(db: Kysely<Schema>): Promise<Revisions> {
  const rows = await db
    .selectFrom('revision')
    .select(['subject', 'n'])
    .limit(sql.lit(SUBJECTS_LIMIT))
    .execute();
  const countOf = (subject: RevisionSubject) => Number(rows.find((row) => row.subject === subject)?.n ?? 0);
  const ofSources = rows.filter(({ subject }) => subject.startsWith(RATES_OF));
  return {
    rates: countOf('rates'),
    keys: countOf('keys'),
    states: countOf('states'),
    rateSources: new Map(ofSources.map(({ subject, n }) => [subject.slice(RATES_OF.length), Number(n)])),
  };
}

/** How many commits of rates a source has seen, within the transaction that asks. */
export async function readRatesRevision(transaction: Transaction<Schema>, source: string): Promise<number> {
  const row = await transaction
    .selectFrom('revision')
    .select('n')
    .where('subject', '=', `${RATES_OF}${source}`)
    .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/** Raises a counter within the transaction whose commit it announces. */
export async function raiseRevision(
  transaction: Transaction<Schema>,
  subject: Exclude<RevisionSubject, 'rates'>,
): Promise<void> {
  await raise(transaction, subject);
}

/** Raises the counter of all rates and that of one source within the transaction whose commit they announce. */
export async function raiseRates(transaction: Transaction<Schema>, source: string): Promise<void> {
  await raise(transaction, 'rates');
  await raise(transaction, `${RATES_OF}${source}`);
}

async function raise(transaction: Transaction<Schema>, subject: string): Promise<void> {
  await sql`
    insert into revision (subject, n) values (${subject}, 1)
    on conflict (subject) do update set n = revision.n + 1`.execute(transaction);
}
