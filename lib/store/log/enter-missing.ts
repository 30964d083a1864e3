import { type Kysely, sql } from 'kysely';
import { parseLeafText } from '#lib/domain/log/log-leaf';
import { TILE_WIDTH } from '#lib/domain/log/tree-tiles';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { type ChangedRow, enterRows } from './enter-changes.ts';
import { leavesOf } from './leaves-of.ts';
import { entriesOf, readLogSize } from './log-reads.ts';
import { readPendingEntries } from './pending-entries.ts';

/**
 * Enters the figures of documents that the log does not name, in the order in which they were seen: a process of an earlier
 * version, which enters none, may have stored them beside this one. How many there were. A figure that something else put
 * beside those of a known document is not entered, so that a comparison still tells of it.
 */
export async function enterMissing(store: WriteDatabase): Promise<number> {
  return store.db.transaction().execute(async (transaction) => {
    const documents = await documentsWithoutEntry(transaction);
    if (documents.length === 0) return 0;
    const figures = await figuresOf(transaction, documents);
    const entered = await countEntriesOf(transaction, figures);
    const missing = figures.filter((figure) => figure.place > (entered.get(nameOf(figure)) ?? 0));
    for (let start = 0; start < missing.length;) {
      const seenAt = missing[start]?.seen_at;
      let end = start + 1;
      while (end < missing.length && missing[end]?.seen_at === seenAt) end += 1;
      await enterRows(transaction, missing.slice(start, end), Number(seenAt));
      start = end;
    }
    return missing.length;
  });
}

/** Revisions of markets' days lie beside those of banks; a market has no fixing in `obs_day`. */
const OF_BANKS = sql`series_id in (
  select s.id from series s where s.source in (
    select b.source from series b where exists (select 1 from obs_day d where d.series_id = b.id)
  )
)`;

/** The numbers of documents that brought figures and that no entry names. */
async function documentsWithoutEntry(db: Kysely<Schema>): Promise<readonly number[]> {
  const named = new Set<string>();
  for await (const entry of hashedEntries(db)) {
    const [, sha256 = ''] = SHA256_IN_ENTRY.exec(entry) ?? [];
    named.add(sha256);
  }
  // All of both tables, once; the documents by their key.
  const { rows } = await sql<{ id: number; sha256: string }>`
    select b.id, b.sha256 from body b
    where b.id in (select body_id from obs_day union select body_id from obs_revision where ${OF_BANKS})
      and b.id not in (select body_id from log_pending)`.execute(db);
  return rows.filter(({ sha256 }) => !named.has(sha256)).map(({ id }) => id);
}

const SHA256_IN_ENTRY = /"([0-9a-f]{64})"/;

/** The texts of all entries that are hashed, in their order. */
async function* hashedEntries(db: Kysely<Schema>): AsyncGenerator<string> {
  const size = await readLogSize(db);
  for (let bundle = 0; bundle * TILE_WIDTH < size; bundle += 1) {
    // log_bundle's key.
    const row = await db
      .selectFrom('log_bundle')
      .select(['bundle', 'content'])
      .where('bundle', '=', bundle)
      .executeTakeFirstOrThrow();
    for (const entry of entriesOf(row)) yield Buffer.from(entry).toString('utf8');
  }
}

/** What happened to a figure, whose it is, and its place among all that were known of its instant, from 1. */
interface SeenFigure extends ChangedRow {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  readonly seen_at: number;
  readonly place: number;
}

/** Sorts after every instant and every place: the figure that is served was not replaced. */
const NOT_REPLACED = sql.lit(9_000_000_000_000_000);

/**
 * What became of the figures of some documents. Each was seen when its document came or, where it took the place of another
 * one, when that one went.
 */
async function figuresOf(db: Kysely<Schema>, documents: readonly number[]): Promise<readonly SeenFigure[]> {
  const isFirst = sql`k.replaced_before is null or k.replaced_before < b.fetched_at`;
  // All of both tables, once.
  const { rows } = await sql<SeenFigure>`
    select e.series_id, e.ts, e.rate, e.body_id, e.kind, e.seen_at, e.place, s.source, s.base, s.quote
    from (
      select k.series_id, k.ts, k.rate, k.body_id, k.place,
        case when ${isFirst} then 'accepted' else 'revised' end as kind,
        case when ${isFirst} then b.fetched_at else k.replaced_before end as seen_at
      from (
        select series_id, ts, rate, body_id,
          lag(replaced_at) over (partition by series_id, ts order by replaced_at) as replaced_before,
          row_number() over (partition by series_id, ts order by replaced_at) as place
        from (
          select series_id, ts, rate, body_id, replaced_at from obs_revision where ${OF_BANKS}
          union all
          select series_id, ts, rate, body_id, ${NOT_REPLACED} from obs_day
        ) as known
      ) as k join body b on b.id = k.body_id
      union all
      select r.series_id, r.ts, r.rate, r.body_id, ${NOT_REPLACED}, 'withdrawn', r.replaced_at
      from obs_revision r
      where ${OF_BANKS}
        and not exists (select 1 from obs_day d where d.series_id = r.series_id and d.ts = r.ts)
        and not exists (
          select 1 from obs_revision n where n.series_id = r.series_id and n.ts = r.ts and n.replaced_at > r.replaced_at
        )
    ) as e join series s on s.id = e.series_id
    where e.body_id in (${sql.join(documents)})
    order by e.seen_at, e.body_id, e.kind, e.series_id, e.ts`.execute(db);
  return rows.map((row) => ({
    ...row,
    ts: Number(row.ts),
    seen_at: Number(row.seen_at),
    place: Number(row.place),
  }));
}

type NamedFigure = Pick<SeenFigure, 'source' | 'base' | 'quote' | 'ts'>;

function nameOf({ source, base, quote, ts }: NamedFigure): string {
  return `${source} ${base}/${quote} ${ts}`;
}

/** How many entries the log has of each of some figures, without those that it was withdrawn by. */
async function countEntriesOf(
  db: Kysely<Schema>,
  figures: readonly NamedFigure[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map(figures.map((figure) => [nameOf(figure), 0]));
  const count = (leaf: ReturnType<typeof parseLeafText>) => {
    if (leaf === null || leaf.kind === 'withdrawn') return;
    const name = nameOf({ ...leaf, ts: leaf.observedAtMs });
    const known = counts.get(name);
    if (known !== undefined) counts.set(name, known + 1);
  };
  for await (const entry of hashedEntries(db)) count(parseLeafText(entry));
  let afterId = 0;
  for (;;) {
    const { entries, lastId } = await readPendingEntries(db, afterId);
    if (lastId === null) return counts;
    for (const { leaf } of await leavesOf(db, entries)) count(leaf);
    afterId = lastId;
  }
}
