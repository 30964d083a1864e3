import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Transaction } from 'kysely';
import { type FixingDocument, keepDocument } from '#lib/store/rates/documents';
import { raiseRates, raiseRevision } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import type { RowColumn, WriteDatabase } from '#lib/store/engine/write-database';
import { HELD_MAX, type HeldFigureFacts, type HeldFigureRow, readHeldFigures, subjectOf } from './held.ts';
import { storeReleased } from './held-decisions.ts';

/** A figure that is held for the first time, and the document that brought it. */
export interface NewHeldFigure extends HeldFigureFacts {
  readonly document: FixingDocument;
}

/** How the subject of a document of a poll begins; its place in the poll follows. */
export const POLL_SUBJECT = 'poll ';

/** A document that is doubted as a whole, on its way in. */
export interface NewHeldDocument {
  /** The part of its source's history that it is, or its address: one of a subject is held, the newest. */
  readonly subject: string;
  readonly document: FixingDocument;
  readonly rule: string;
  /** How many figures the doubt is about. */
  readonly figures: number;
  /** Why, for people. */
  readonly sentence: string;
}

/** What a rule decided about a held figure. */
export interface RuleDecision {
  readonly subject: string;
  readonly state: 'released' | 'rejected';
  /** Stores a released figure as it is held, because the accepted figures of the same poll are without it. */
  readonly storesFigure?: boolean;
}

/** What one poll or one document of history changes in what is held of its source. */
export interface HeldChanges {
  readonly added: readonly NewHeldFigure[];
  /** Figures that were held before and stay. */
  readonly repeated: readonly HeldFigureFacts[];
  readonly decided: readonly RuleDecision[];
  readonly documents: readonly NewHeldDocument[];
  /** Subjects whose sound document was stored, or all documents of polls: what is held of them is over. */
  readonly settled: readonly string[] | 'polls';
}

/** Nothing changes. */
export const NO_HELD_CHANGES: HeldChanges = {
  added: [],
  repeated: [],
  decided: [],
  documents: [],
  settled: [],
};

interface Keeping {
  readonly source: string;
  readonly atMs: number;
  readonly changes: HeldChanges;
}

/**
 * Keeps what changes in what is held within the transaction that brings it. What an operator decided meanwhile stays decided:
 * changes of a figure that is no longer held are left out, and a fixing, a closing price or a document that was rejected is not
 * held again. Which pairs are held is part of what is read of a source, so a change of it is announced with its rates.
 */
export async function keepHeld(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  keeping: Keeping,
): Promise<void> {
  await keepFigures(store, transaction, keeping);
  const { source, atMs, changes } = keeping;
  let documents = 0;
  for (const one of changes.documents) documents += await holdDocument(transaction, { source, atMs, one });
  documents += await settle(transaction, keeping);
  if (documents > 0) await raiseRevision(transaction, 'states');
}

async function keepFigures(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { source, atMs, changes: { added, repeated, decided } }: Keeping,
): Promise<void> {
  if (added.length + repeated.length + decided.length === 0) return;
  const query = { state: 'held' as const, source, limit: HELD_MAX };
  const before = new Map((await readHeldFigures(transaction, query)).map((row) => [row.subject, row]));
  const renewed = repeated.flatMap((figure): readonly HeldFigureRow[] => {
    const row = before.get(subjectOf(figure));
    const { rate, observedAtMs, polls, repetitions } = figure;
    return row ? [{ ...row, rate, observedAtMs, polls, repetitions, lastSeenAtMs: atMs }] : [];
  });
  if (renewed.length > 0) {
    await store.writeRows(transaction, {
      table: 'held',
      columns: [{ name: 'id', type: 'integer', values: renewed.map(({ id }) => id) }, ...columnsOf(renewed)],
      onConflict: `on conflict (id) do update set rate = excluded.rate, observed_at = excluded.observed_at,
        last_seen_at = excluded.last_seen_at, polls = excluded.polls, repetitions = excluded.repetitions`,
    });
  }
  const count = await holdFigures(store, transaction, { source, atMs, added });
  for (const { subject, state, storesFigure } of decided) {
    const figure = before.get(subject);
    if (!figure) continue;
    await transaction
      .updateTable('held')
      .set({ state, decided_at: atMs, decided_by: 'rule' })
      .where('id', '=', figure.id)
      .execute();
    if (storesFigure) await storeReleased(store, transaction, { figure, atMs });
  }
  if (count + decided.length > 0) await raiseRates(transaction, source);
}

/** @returns how many figures are newly held */
async function holdFigures(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  {
    source,
    atMs,
    added,
  }: { readonly source: string; readonly atMs: number; readonly added: readonly NewHeldFigure[] },
): Promise<number> {
  const rejected = await rejectedFigures(transaction, source, added);
  const figures = added.filter((figure) => !rejected.has(`${subjectOf(figure)} ${figure.rate}`));
  if (figures.length === 0) return 0;
  const bodyIds = await keepDocuments(transaction, figures);
  const rows = figures.map((figure): NewRow => ({
    ...figure,
    source,
    subject: subjectOf(figure),
    firstSeenAtMs: atMs,
    lastSeenAtMs: atMs,
    bodyId: bodyIds.get(figure.document.body) ?? null,
  }));
  await store.writeRows(transaction, { table: 'held', columns: columnsOf(rows), onConflict: '' });
  return rows.length;
}

/** Fixings and closing prices that an operator rejected, figure for figure, where any of these may be among them. */
async function rejectedFigures(
  transaction: Transaction<Schema>,
  source: string,
  added: readonly NewHeldFigure[],
): Promise<ReadonlySet<string>> {
  if (added.every(({ kind }) => kind === 'tick')) return new Set();
  // held_by_state.
  const rows = await transaction
    .selectFrom('held')
    .select(['subject', 'rate'])
    .where('state', '=', 'rejected')
    .where('source', '=', source)
    .where('kind', 'in', ['fixing', 'bar'])
    .where('decided_by', '=', 'operator')
    .limit(HELD_MAX)
    .execute();
  return new Set(rows.map(({ subject, rate }) => `${subject} ${rate}`));
}

type NewRow = Omit<HeldFigureRow, 'id' | 'state' | 'decidedAtMs' | 'decidedBy'>;

function columnsOf(rows: readonly NewRow[]): readonly RowColumn[] {
  return [
    { name: 'source', type: 'text', values: rows.map(({ source }) => source) },
    { name: 'kind', type: 'text', values: rows.map(({ kind }) => kind) },
    { name: 'subject', type: 'text', values: rows.map(({ subject }) => subject) },
    { name: 'base', type: 'text', values: rows.map(({ base }) => base) },
    { name: 'quote', type: 'text', values: rows.map(({ quote }) => quote) },
    { name: 'rate', type: 'double precision', values: rows.map(({ rate }) => rate) },
    { name: 'observed_at', type: 'bigint', values: rows.map(({ observedAtMs }) => observedAtMs) },
    { name: 'rule', type: 'text', values: rows.map(({ rule }) => rule) },
    { name: 'figures', type: 'integer', values: rows.map(() => 1) },
    { name: 'first_seen_at', type: 'bigint', values: rows.map(({ firstSeenAtMs }) => firstSeenAtMs) },
    { name: 'last_seen_at', type: 'bigint', values: rows.map(({ lastSeenAtMs }) => lastSeenAtMs) },
    { name: 'polls', type: 'integer', values: rows.map(({ polls }) => polls) },
    { name: 'repetitions', type: 'integer', values: rows.map(({ repetitions }) => repetitions) },
    { name: 'state', type: 'text', values: rows.map(() => 'held') },
    { name: 'body_id', type: 'integer', values: rows.map(({ bodyId }) => bodyId) },
  ];
}

/**
 * The numbers of the documents by their content, which stays one and the same object from the poll to here. They have rows
 * of their own: the accepted figures of the same document may go when these stay.
 */
async function keepDocuments(
  transaction: Transaction<Schema>,
  figures: readonly NewHeldFigure[],
): Promise<ReadonlyMap<Uint8Array, number>> {
  const ids = new Map<Uint8Array, number>();
  for (const [body, own] of Map.groupBy(figures, ({ document }) => document.body)) {
    const [first] = own;
    if (first === undefined) continue;
    const instants = own.map(({ observedAtMs }) => observedAtMs);
    const span = {
      oldestAtMs: instants.reduce((oldest, at) => Math.min(oldest, at)),
      newestAtMs: instants.reduce((newest, at) => Math.max(newest, at)),
    };
    const isOfQuotes = own.every(({ kind }) => kind === 'tick');
    ids.set(body, await keepDocument(transaction, first.document, isOfQuotes ? span : undefined));
  }
  return ids;
}

/** @returns how many rows changed what people are told */
async function holdDocument(
  transaction: Transaction<Schema>,
  { source, atMs, one }: { readonly source: string; readonly atMs: number; readonly one: NewHeldDocument },
): Promise<number> {
  const { subject, document, rule, figures, sentence } = one;
  const sha256 = createHash('sha256').update(document.body).digest('hex');
  // held_of_source.
  const rejected = await transaction
    .selectFrom('held')
    .select('id')
    .where('source', '=', source)
    .where('sha256', '=', sha256)
    .where('state', '=', 'rejected')
    .where('decided_by', '=', 'operator')
    .executeTakeFirst();
  if (rejected) return 0;
  const known = await transaction
    .selectFrom('held')
    .select(['id', 'sha256'])
    .where('source', '=', source)
    .where('subject', '=', subject)
    .where('kind', '=', 'document')
    .where('state', '=', 'held')
    .executeTakeFirst();
  const newest = {
    url: document.url,
    fetched_at: document.fetchedAtMs,
    sha256,
    content: gzipSync(document.body),
    rule,
    figures,
    sentence,
    last_seen_at: atMs,
  };
  if (known) {
    const changed = known.sha256 === sha256 ? { last_seen_at: atMs } : newest;
    await transaction.updateTable('held').set(changed).where('id', '=', known.id).execute();
    return known.sha256 === sha256 ? 0 : 1;
  }
  await transaction
    .insertInto('held')
    .values({
      ...newest,
      source,
      kind: 'document',
      subject,
      first_seen_at: atMs,
      polls: 1,
      repetitions: 0,
      state: 'held',
    })
    .execute();
  return 1;
}

async function settle(
  transaction: Transaction<Schema>,
  { source, atMs, changes: { settled, documents } }: Keeping,
): Promise<number> {
  if (documents.length > 0 || settled.length === 0) return 0;
  const { numUpdatedRows } = await transaction
    .updateTable('held')
    .set({ state: 'rejected', decided_at: atMs, decided_by: 'rule', content: null })
    .where('state', '=', 'held')
    .where('kind', '=', 'document')
    .where('source', '=', source)
    .$if(settled === 'polls', (rows) => rows.where('subject', 'like', `${POLL_SUBJECT}%`))
    .$if(settled !== 'polls', (rows) => rows.where('subject', 'in', [...settled]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
