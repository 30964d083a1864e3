import type { Schema } from '#lib/store/engine/schema';
import type { HeldFigureKind, HeldState } from '#lib/store/engine/source-tables';
import type { FixingDocument } from '#lib/store/rates/documents';
import { pairText, type SeriesPair } from '#lib/store/rates/series';
import { type Kysely, type NotNull, sql } from 'kysely';
import { gunzipSync } from 'node:zlib';

/** A figure that the validation holds, as its source published it. */
export interface HeldFigureFacts extends SeriesPair {
  readonly kind: HeldFigureKind;
  /** One unit of base in quote, as published. */
  readonly rate: number;
  readonly observedAtMs: number;
  readonly rule: string;
  /** Polls that left it held. */
  readonly polls: number;
  /** Polls without a break that stated it again. */
  readonly repetitions: number;
}

/** A figure that was held back, and what became of it. */
export interface HeldFigureRow extends HeldFigureFacts {
  readonly id: number;
  readonly source: string;
  /** What is held: see {@link subjectOf}. */
  readonly subject: string;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly state: HeldState;
  readonly decidedAtMs: number | null;
  readonly decidedBy: 'rule' | 'operator' | null;
  /** The document that first brought it. */
  readonly bodyId: number | null;
}

/** A document that is held as a whole; its bytes are read by themselves. */
export interface HeldDocumentRow {
  readonly id: number;
  readonly source: string;
  /** The part of its source's history that it is, or its address. */
  readonly subject: string;
  readonly url: string;
  readonly rule: string;
  /** How many figures the doubt is about. */
  readonly figures: number;
  /** Why, for people. */
  readonly sentence: string;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

/** All that one rule holds of a source: one row for people, however many figures or documents it is. */
export interface Hold {
  readonly source: string;
  readonly of: 'figures' | 'documents';
  readonly rule: string;
  readonly count: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** The most polls that left one of them held. */
  readonly polls: number;
  /** The newest of them: `EUR/CHF 1.028`, or the sentence of a document. */
  readonly example: string;
}

/** What a held figure stands for: a live quote for its pair, a fixing or a closing price for its pair and instant. */
export function subjectOf({
  kind,
  observedAtMs,
  ...pair
}: Pick<HeldFigureFacts, 'kind' | 'base' | 'quote' | 'observedAtMs'>): string {
  return kind === 'tick' ? pairText(pair) : `${pairText(pair)} ${observedAtMs}`;
}

/** Held things of one source, or of all, that are read at one time; more than all sources publish. */
export const HELD_MAX = 20_000;

const FIGURE_COLUMNS = [
  'id',
  'source',
  'subject',
  'base',
  'quote',
  'rate',
  'observed_at as observedAtMs',
  'rule',
  'first_seen_at as firstSeenAtMs',
  'last_seen_at as lastSeenAtMs',
  'polls',
  'repetitions',
  'state',
  'decided_at as decidedAtMs',
  'decided_by as decidedBy',
  'body_id as bodyId',
] as const;

/** Which figures to read: of one state or all, of one source or all. */
export interface HeldQuery {
  readonly state?: HeldState;
  readonly source?: string;
  readonly limit: number;
}

/** Reads figures that were held back, the newest first. */
export function readHeldFigures(
  db: Kysely<Schema>,
  { state, source, limit }: HeldQuery,
): Promise<readonly HeldFigureRow[]> {
  // held_by_state, held_of_source or the key, backwards.
  return figuresIn(db)
    .$if(state !== undefined, (figures) => figures.where('state', '=', state ?? 'held'))
    .$if(source !== undefined, (figures) => figures.where('source', '=', source ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** One figure that was held back; null when none has the number. */
export async function findHeldFigure(db: Kysely<Schema>, id: number): Promise<HeldFigureRow | null> {
  return (await figuresIn(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

function figuresIn(db: Kysely<Schema>) {
  return db
    .selectFrom('held')
    .select(FIGURE_COLUMNS)
    .select((row) => row.ref('kind').$castTo<HeldFigureKind>().as('kind'))
    .where('kind', '!=', 'document')
    .$narrowType<{ base: NotNull; quote: NotNull; rate: NotNull; observedAtMs: NotNull }>();
}

/** The documents that are held now, the newest first. */
export function readHeldDocuments(db: Kysely<Schema>): Promise<readonly HeldDocumentRow[]> {
  // held_by_state.
  return db
    .selectFrom('held')
    .select(['id', 'source', 'subject', 'url', 'rule', 'figures', 'sentence'])
    .select(['first_seen_at as firstSeenAtMs', 'last_seen_at as lastSeenAtMs'])
    .where('state', '=', 'held')
    .where('kind', '=', 'document')
    .$narrowType<{ url: NotNull; sentence: NotNull }>()
    .orderBy('id', 'desc')
    .limit(HELD_MAX)
    .execute();
}

/** What is held now by source and rule, the newest first. */
export async function readHolds(db: Kysely<Schema>): Promise<readonly Hold[]> {
  // held_by_state, then the newest of each by the key.
  const { rows } = await sql<Hold>`
    select h.source, h."of", h.rule, h.count, h."firstSeenAtMs", h."lastSeenAtMs", h.polls,
      coalesce(newest.sentence, newest.base || '/' || newest.quote || ' ' || newest.rate) as example
    from (
      select source, rule, case when kind = 'document' then 'documents' else 'figures' end as "of", max(id) as id,
        count(*) as count, min(first_seen_at) as "firstSeenAtMs", max(last_seen_at) as "lastSeenAtMs", max(polls) as polls
      from held where state = 'held' group by 1, 2, 3
    ) h join held newest on newest.id = h.id
    order by h.id desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    firstSeenAtMs: Number(row.firstSeenAtMs),
    lastSeenAtMs: Number(row.lastSeenAtMs),
  }));
}

/** What an operator decided about the documents of a source: where those that were rejected came from, and the SHA-256 in hex of those released. */
export async function readDecidedDocuments(
  db: Kysely<Schema>,
  source: string,
): Promise<{ readonly rejectedUrls: readonly string[]; readonly released: readonly string[] }> {
  // held_of_source.
  const rows = await db
    .selectFrom('held')
    .select(['url', 'sha256', 'state'])
    .where('source', '=', source)
    .where('kind', '=', 'document')
    .where('decided_by', '=', 'operator')
    .$narrowType<{ url: NotNull; sha256: NotNull }>()
    .orderBy('id', 'desc')
    .limit(HELD_MAX)
    .execute();
  return {
    rejectedUrls: rows.filter(({ state }) => state === 'rejected').map(({ url }) => url),
    released: rows.filter(({ state }) => state === 'released').map(({ sha256 }) => sha256),
  };
}

/** A held document as its publisher gave it; null when none of the number is held. */
export async function readHeldBody(db: Kysely<Schema>, id: number): Promise<FixingDocument | null> {
  const row = await db
    .selectFrom('held')
    .select(['source', 'url', 'fetched_at as fetchedAtMs', 'content'])
    .where('id', '=', id)
    .where('state', '=', 'held')
    .where('kind', '=', 'document')
    .$narrowType<{ url: NotNull; fetchedAtMs: NotNull; content: NotNull }>()
    .executeTakeFirst();
  if (!row) return null;
  const { content, ...document } = row;
  return { ...document, body: new Uint8Array(gunzipSync(content)) };
}

/** A published pair of which figures are held for review, and when the newest of them was observed. */
export interface HeldPair extends SeriesPair {
  readonly newestAtMs: number;
}

/** Which held figures are meant. */
export interface HeldPairsQuery {
  readonly source: string;
  /** The instant at which they were held; now where null. */
  readonly heldAtMs: number | null;
  /** Figures observed later are left out; absent where all count. */
  readonly notAfterMs?: number;
}

/** The pairs of which a figure other than a past day of a market is held, each once. */
export async function readHeldPairs(
  db: Kysely<Schema>,
  { source, heldAtMs, notAfterMs = Number.MAX_SAFE_INTEGER }: HeldPairsQuery,
): Promise<readonly HeldPair[]> {
  // held_of_source.
  const rows = await db
    .selectFrom('held')
    .select(({ fn }) => ['base', 'quote', fn.max('observed_at').as('newestAtMs')])
    .where('source', '=', source)
    .where('kind', 'in', ['fixing', 'tick'])
    .where('observed_at', '<=', notAfterMs)
    .where((row) =>
      heldAtMs === null
        ? row('state', '=', 'held')
        : row.and([
            row('first_seen_at', '<=', heldAtMs),
            row.or([row('state', '=', 'held'), row('decided_at', '>', heldAtMs)]),
          ]),
    )
    .groupBy(['base', 'quote'])
    .$narrowType<{ base: NotNull; quote: NotNull }>()
    .limit(HELD_MAX)
    .execute();
  return rows.map((row) => ({ ...row, newestAtMs: Number(row.newestAtMs) }));
}
