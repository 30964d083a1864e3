import type { Transaction } from 'kysely';
import { type FixingDocument, keepDocument } from '#lib/store/rates/documents';
import {
  type NewHeldFigure,
  type QuarantineChanges,
  type QuarantinedFigure,
  readHeld,
  type RepeatedFigure,
  type RuleDecision,
} from './quarantine.ts';
import { storeReleased } from './quarantine-decisions.ts';
import { raiseRates } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import { pairText } from '#lib/store/rates/series';
import type { RowColumn, WriteDatabase } from '#lib/store/engine/write-database';

/** What a poll at `atMs` changes in the quarantine of its source. */
export interface PolledQuarantine {
  readonly source: string;
  readonly atMs: number;
  readonly changes: QuarantineChanges;
}

/**
 * Keeps what a poll changes in the quarantine within its transaction. What an operator decided meanwhile stays decided:
 * changes of a figure that is no longer held are left out, and a fixing or a closing price that was rejected is not held again.
 * Which pairs are held is part of what is read of a source, so a change of it is announced with its rates.
 */
export async function keepQuarantine(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { source, atMs, changes }: PolledQuarantine,
): Promise<void> {
  const { held, repeated, decided } = changes;
  if (held.length + repeated.length + decided.length === 0) return;
  const before = new Map((await readHeld(transaction, source)).map((row) => [row.id, row]));
  await renew(store, transaction, { before, repeated, atMs });
  const added = await hold(store, transaction, { source, held, atMs });
  for (const state of ['released', 'rejected'] as const) {
    await decide(transaction, { state, decided: decided.filter(({ id }) => before.has(id)), atMs });
  }
  for (const { id, storesFigure } of decided) {
    const figure = before.get(id);
    if (storesFigure && figure) await storeReleased(store, transaction, { figure, atMs });
  }
  if (added + decided.length > 0) await raiseRates(transaction, source);
}

interface Decisions {
  readonly state: RuleDecision['state'];
  readonly decided: readonly RuleDecision[];
  readonly atMs: number;
}

async function decide(transaction: Transaction<Schema>, { state, decided, atMs }: Decisions): Promise<void> {
  const ids = decided.filter((decision) => decision.state === state).map(({ id }) => id);
  if (ids.length === 0) return;
  await transaction
    .updateTable('quarantine')
    .set({ state, decided_at: atMs, decided_by: 'rule' })
    .where('id', 'in', ids)
    .execute();
}

interface Renewal {
  readonly before: ReadonlyMap<number, QuarantinedFigure>;
  readonly repeated: readonly RepeatedFigure[];
  readonly atMs: number;
}

async function renew(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { before, repeated, atMs }: Renewal,
): Promise<void> {
  const rows = repeated.flatMap((figure): readonly QuarantinedFigure[] => {
    const row = before.get(figure.id);
    return row ? [{ ...row, ...figure, lastSeenAtMs: atMs }] : [];
  });
  if (rows.length === 0) return;
  await store.writeRows(transaction, {
    table: 'quarantine',
    columns: [{ name: 'id', type: 'integer', values: rows.map(({ id }) => id) }, ...columnsOf(rows)],
    onConflict: `on conflict (id) do update set rate = excluded.rate, observed_at = excluded.observed_at,
      last_seen_at = excluded.last_seen_at, polls = excluded.polls, repetitions = excluded.repetitions`,
  });
}

interface Addition {
  readonly source: string;
  readonly held: readonly NewHeldFigure[];
  readonly atMs: number;
}

/** @returns how many figures are newly held */
async function hold(
  store: WriteDatabase,
  transaction: Transaction<Schema>,
  { source, held, atMs }: Addition,
): Promise<number> {
  const rejected = await rejectedFigures(transaction, source, held);
  const added = held.filter((figure) => !rejected.has(figureText(figure)));
  if (added.length === 0) return 0;
  const bodyIds = await keepDocuments(transaction, added);
  const rows = added.map((figure): NewRow => {
    const bodyId = bodyIds.get(figure.document.body) ?? null;
    return { ...figure, source, firstSeenAtMs: atMs, lastSeenAtMs: atMs, bodyId };
  });
  await store.writeRows(transaction, { table: 'quarantine', columns: columnsOf(rows), onConflict: '' });
  return rows.length;
}

/** Figures of one source that operators reject by hand. */
const REJECTED_LIMIT = 20_000;

/** Fixings and closing prices among these that an operator rejected, figure for figure. */
async function rejectedFigures(
  transaction: Transaction<Schema>,
  source: string,
  held: readonly NewHeldFigure[],
): Promise<ReadonlySet<string>> {
  if (held.every(({ kind }) => kind === 'tick')) return new Set();
  // quarantine_by_state.
  const rows = await transaction
    .selectFrom('quarantine')
    .select(['base', 'quote', 'observed_at as observedAtMs', 'rate'])
    .where('state', '=', 'rejected')
    .where('source', '=', source)
    .where('kind', '!=', 'tick')
    .where('decided_by', '=', 'operator')
    .limit(REJECTED_LIMIT)
    .execute();
  return new Set(rows.map(figureText));
}

function figureText(figure: Pick<NewHeldFigure, 'base' | 'quote' | 'observedAtMs' | 'rate'>): string {
  return `${pairText(figure)} ${figure.observedAtMs} ${figure.rate}`;
}

type NewRow = Omit<QuarantinedFigure, 'id' | 'state' | 'decidedAtMs' | 'decidedBy'>;

function columnsOf(rows: readonly NewRow[]): readonly RowColumn[] {
  return [
    { name: 'source', type: 'text', values: rows.map(({ source }) => source) },
    { name: 'kind', type: 'text', values: rows.map(({ kind }) => kind) },
    { name: 'base', type: 'text', values: rows.map(({ base }) => base) },
    { name: 'quote', type: 'text', values: rows.map(({ quote }) => quote) },
    { name: 'rate', type: 'double precision', values: rows.map(({ rate }) => rate) },
    { name: 'observed_at', type: 'bigint', values: rows.map(({ observedAtMs }) => observedAtMs) },
    { name: 'rule', type: 'text', values: rows.map(({ rule }) => rule) },
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
  held: readonly NewHeldFigure[],
): Promise<ReadonlyMap<Uint8Array, number>> {
  const ids = new Map<Uint8Array, number>();
  for (const [body, own] of Map.groupBy(held, ({ document }) => document.body)) {
    const [first] = own;
    if (first) ids.set(body, await keepOne(transaction, first.document, own));
  }
  return ids;
}

function keepOne(
  transaction: Transaction<Schema>,
  document: FixingDocument,
  own: readonly NewHeldFigure[],
): Promise<number> {
  if (own.some(({ kind }) => kind !== 'tick')) return keepDocument(transaction, document);
  const instants = own.map(({ observedAtMs }) => observedAtMs);
  return keepDocument(transaction, document, {
    oldestAtMs: instants.reduce((oldest, at) => Math.min(oldest, at)),
    newestAtMs: instants.reduce((newest, at) => Math.max(newest, at)),
  });
}
