import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Engine } from '#lib/store/engine/engine';
import { numberedTable } from './table-shapes.ts';

/** The log of figures. What is stored already is entered in the order in which it was first seen. */
export function figureLog(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await createLogTables(db, engine);
      await enterStored(db);
    },
  };
}

async function createLogTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea';
  await numberedTable(db, engine, 'log_pending')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('body_id', 'integer', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('figures', bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('log_bundle')
    .addColumn('bundle', 'integer', (column) => column.primaryKey())
    .addColumn('leaves', 'integer', (column) => column.notNull())
    .addColumn('series_first', 'integer', (column) => column.notNull())
    .addColumn('series_last', 'integer', (column) => column.notNull())
    .addColumn('ts_first', 'bigint', (column) => column.notNull())
    .addColumn('ts_last', 'bigint', (column) => column.notNull())
    .addColumn('content', bytes, (column) => column.notNull())
    .execute();
  // So that a figure's bundles are found without reading what they hold.
  await db.schema
    .createIndex('log_bundle_span')
    .on('log_bundle')
    .columns(['ts_first', 'ts_last', 'series_first', 'series_last', 'bundle'])
    .execute();
  await db.schema
    .createTable('log_tile')
    .addColumn('level', 'integer', (column) => column.notNull())
    .addColumn('tile', 'integer', (column) => column.notNull())
    .addColumn('hashes', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_tile_key', ['level', 'tile'])
    .execute();
  await db.schema
    .createTable('log_head')
    .addColumn('size', 'bigint', (column) => column.primaryKey())
    .addColumn('root', 'text', (column) => column.notNull())
    .addColumn('signed_at', 'bigint', (column) => column.notNull())
    .addColumn('verifier_key', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .execute();
}

/** Sorts after every instant: the figure that is served was not replaced. */
const NOT_REPLACED = 9_000_000_000_000_000;

/** Figures of one row of `log_pending`, and so many are read at once. */
const FIGURES_A_ROW = 1024;
const FIGURE_BYTES = 20;

/** Numbers all that is to be entered, and then enters it in steps, so that no more is in memory than one of them. */
async function enterStored(db: Kysely<unknown>): Promise<void> {
  await numberEntries(db);
  for (let first = 1; ; first += FIGURES_A_ROW) {
    // log_entering's key.
    const { rows } = await sql<EnteringRow>`
      select series_id, ts, rate, body_id, kind, seen_at from log_entering
      where n >= ${first} and n < ${first + FIGURES_A_ROW} order by n`.execute(db);
    if (rows.length === 0) break;
    await enterRows(db, rows);
  }
  await sql`drop table log_entering`.execute(db);
}

/**
 * Each figure was seen when its document came or, where it took the place of another one, when that one went. Revisions of markets'
 * days lie beside those of banks, and are left out: a market has no fixing in `obs_day`.
 */
async function numberEntries(db: Kysely<unknown>): Promise<void> {
  const ofBanks = sql`series_id in (
    select s.id from series s where s.source in (
      select b.source from series b where exists (select 1 from obs_day d where d.series_id = b.id)
    )
  )`;
  const isFirst = sql`k.replaced_before is null or k.replaced_before < b.fetched_at`;
  await sql`
    create temporary table log_entering (
      n integer primary key, series_id integer, ts bigint, rate double precision, body_id integer, kind text, seen_at bigint
    )`.execute(db);
  await sql`
    insert into log_entering (n, series_id, ts, rate, body_id, kind, seen_at)
    select row_number() over (order by seen_at, body_id, kind, series_id, ts), series_id, ts, rate, body_id, kind, seen_at
    from (
      select k.series_id, k.ts, k.rate, k.body_id,
        case when ${isFirst} then 'accepted' else 'revised' end as kind,
        case when ${isFirst} then b.fetched_at else k.replaced_before end as seen_at
      from (
        select series_id, ts, rate, body_id,
          lag(replaced_at) over (partition by series_id, ts order by replaced_at) as replaced_before
        from (
          select series_id, ts, rate, body_id, replaced_at from obs_revision where ${ofBanks}
          union all
          select series_id, ts, rate, body_id, ${sql.lit(NOT_REPLACED)} from obs_day
        ) as known
      ) as k join body b on b.id = k.body_id
      union all
      select r.series_id, r.ts, r.rate, r.body_id, 'withdrawn', r.replaced_at
      from obs_revision r
      where ${ofBanks}
        and not exists (select 1 from obs_day d where d.series_id = r.series_id and d.ts = r.ts)
        and not exists (
          select 1 from obs_revision n where n.series_id = r.series_id and n.ts = r.ts and n.replaced_at > r.replaced_at
        )
    ) as entries`.execute(db);
}

interface EnteringRow {
  readonly series_id: number;
  readonly ts: number;
  readonly rate: number;
  readonly body_id: number;
  readonly kind: string;
  readonly seen_at: number;
}

/** Rows of one document, kind and instant that stand together are entered together. */
async function enterRows(db: Kysely<unknown>, rows: readonly EnteringRow[]): Promise<void> {
  let start = 0;
  for (let first = rows[start]; first; first = rows[start]) {
    const { kind, body_id: bodyId, seen_at: seenAt } = first;
    const isSame = (row: EnteringRow | undefined) =>
      row?.kind === kind && row.body_id === bodyId && row.seen_at === seenAt;
    let end = start + 1;
    while (isSame(rows[end])) end += 1;
    const figures = Buffer.allocUnsafe((end - start) * FIGURE_BYTES);
    for (const [index, row] of rows.slice(start, end).entries()) {
      const offset = index * FIGURE_BYTES;
      figures.writeUInt32LE(row.series_id, offset);
      figures.writeDoubleLE(Number(row.ts), offset + 4);
      figures.writeDoubleLE(row.rate, offset + 12);
    }
    await sql`
      insert into log_pending (kind, body_id, seen_at, figures)
      values (${kind}, ${bodyId}, ${seenAt}, ${figures})`.execute(db);
    start = end;
  }
}
