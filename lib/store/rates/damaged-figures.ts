import { type Kysely, sql } from 'kysely';
import { POSSIBLE_RATES } from '#lib/domain/validation/figure-rules';
import type { Schema } from '#lib/store/engine/schema';

/** A stored figure that no currency can be quoted at: it was damaged after it had been stored. Never served. */
export interface DamagedFigure {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  /** The fixing's instant, or the beginning of the bucket. */
  readonly atMs: number;
  /** Null where it is no number at all. */
  readonly rate: number | null;
}

/** Tables that hold figures, and the instant of each. */
const FIGURE_TABLES = [
  { table: 'obs_day', at: 'ts' },
  { table: 'tick_newest', at: 'observed_at' },
  { table: 'tick_recent', at: 'ts' },
  { table: 'tick_minute', at: 'ts' },
  { table: 'tick_hour', at: 'ts' },
  { table: 'tick_day', at: 'ts' },
] as const;

/** Damaged figures that are named at most for each table. */
const NAMED_MAX = 1000;

/** Reads every figure there is and gives the damaged ones; a second for every few million. */
export async function readDamagedFigures(db: Kysely<Schema>): Promise<readonly DamagedFigure[]> {
  const { smallest, largest } = POSSIBLE_RATES;
  const damaged: DamagedFigure[] = [];
  for (const { table, at } of FIGURE_TABLES) {
    const { rows } = await sql<Omit<DamagedFigure, 'atMs'> & { at: number }>`
      select s.source, s.base, s.quote, o.${sql.ref(at)} as at, o.rate
      from ${sql.table(table)} o join series s on s.id = o.series_id
      where o.rate is null or not (o.rate >= ${smallest} and o.rate <= ${largest})
      order by s.source, s.base, s.quote, o.${sql.ref(at)} limit ${NAMED_MAX}`.execute(db);
    damaged.push(...rows.map(({ at: atMs, ...row }) => ({ ...row, atMs: Number(atMs) })));
  }
  return damaged;
}
