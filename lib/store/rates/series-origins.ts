import { type Kysely, sql } from 'kysely';
import { isPossibleRate } from '#lib/domain/validation/figure-rules';
import type { FigureOrigin } from '#lib/domain/series/historical-series';
import type { Schema } from '#lib/store/engine/schema';
import { knownFigures } from './known-figures.ts';
import type { SeriesSpan, StoredSeries } from './series-history.ts';

/** The figures of a span, ascending, and where each came from. */
export interface SeriesWithOrigins extends StoredSeries {
  readonly origins: readonly FigureOrigin[];
}

/**
 * Reads the newest figures of a span of fixings as they are now, or as they were known at an instant, without damaged ones, with the
 * document and the number of the revision of each.
 */
export async function readSeriesWithOrigins(
  db: Kysely<Schema>,
  span: SeriesSpan,
  knownAtMs: number | null,
): Promise<SeriesWithOrigins> {
  const { source, base, quote, fromMs, toMs, limit } = span;
  const ofSpan = sql`s.source = ${source} and s.base = ${base} and s.quote = ${quote} and d.ts >= ${fromMs} and d.ts <= ${toMs}`;
  const current = sql`select d.ts, d.rate, d.body_id from series s join obs_day d on d.series_id = s.id where ${ofSpan}`;
  // The key of the series, then obs_day_pkey within the span, with the revisions of each figure by their key where an instant is asked for.
  const { rows } = await sql<{ ts: number; rate: number; body_id: number }>`
    select f.ts, f.rate, f.body_id
    from (${knownAtMs === null ? current : knownFigures(ofSpan, knownAtMs)}) as f
    order by f.ts desc limit ${limit}`.execute(db);
  const sound = rows.filter(({ rate }) => isPossibleRate(rate)).toReversed();
  const instantsMs = sound.map(({ ts }) => Number(ts));
  const revisionOf = await readRevisionNumbers(db, span, instantsMs, knownAtMs);
  return {
    instantsMs,
    rates: sound.map(({ rate }) => rate),
    origins: sound.map(({ ts, body_id: bodyId }) => ({ bodyId, revision: revisionOf(Number(ts)) })),
  };
}

/**
 * How many figures of a series there were at each of its instants, which are ascending: 1 where none was replaced by `knownAtMs`, or
 * by now.
 */
export async function readRevisionNumbers(
  db: Kysely<Schema>,
  { source, base, quote }: Pick<SeriesSpan, 'source' | 'base' | 'quote'>,
  instantsMs: readonly number[],
  knownAtMs: number | null = null,
): Promise<(instantMs: number) => number> {
  const [firstMs, lastMs] = [instantsMs[0], instantsMs.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return () => 1;
  // The key of the series, then obs_revision_pkey within the span; next to no figure is ever replaced.
  const { rows } = await sql<{ ts: number; n: number }>`
    select v.ts, count(*) as n
    from series s join obs_revision v on v.series_id = s.id
    where s.source = ${source} and s.base = ${base} and s.quote = ${quote} and v.ts >= ${firstMs} and v.ts <= ${lastMs}
      and v.replaced_at <= ${knownAtMs ?? Number.MAX_SAFE_INTEGER}
    group by v.ts`.execute(db);
  const replaced = new Map(rows.map(({ ts, n }) => [Number(ts), Number(n)]));
  return (instantMs) => 1 + (replaced.get(instantMs) ?? 0);
}
