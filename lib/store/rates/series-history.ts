import { type Kysely, sql } from 'kysely';
import { isPossibleRate } from '#lib/domain/validation/figure-rules';
import type { Schema } from '#lib/store/engine/schema';

/** A span of one series: instants inclusive in epoch milliseconds, at most `limit` points, the newest of the span. */
export interface SeriesSpan {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** The figures of a span, ascending: one unit of base costs `rates[i]` units of quote at `instantsMs[i]`. */
export interface StoredSeries {
  readonly instantsMs: readonly number[];
  readonly rates: readonly number[];
}

/** Reads the newest figures of a span, without damaged ones; empty when the series does not exist. */
export async function readSeries(db: Kysely<Schema>, span: SeriesSpan): Promise<StoredSeries> {
  // obs_day_pkey, backwards from the end of the span.
  const rows = await db
    .selectFrom('obs_day')
    .select(['ts', 'rate'])
    .where('series_id', '=', (query) =>
      query
        .selectFrom('series')
        .select('id')
        .where('source', '=', span.source)
        .where('base', '=', span.base)
        .where('quote', '=', span.quote),
    )
    .where('ts', '>=', span.fromMs)
    .where('ts', '<=', span.toMs)
    .orderBy('ts', 'desc')
    .limit(span.limit)
    .execute();
  const sound = rows.filter(({ rate }) => isPossibleRate(rate)).reverse();
  return { instantsMs: sound.map(({ ts }) => Number(ts)), rates: sound.map(({ rate }) => rate) };
}

/** A span of the days on which a source published some figure of one currency. */
export interface PublicationSpan {
  readonly source: string;
  readonly code: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly limit: number;
}

/** The newest instants of a span at which the source published a figure that names the currency, ascending. */
export async function readPublicationInstants(
  db: Kysely<Schema>,
  span: PublicationSpan,
): Promise<readonly number[]> {
  // series_of_source, then obs_day_pkey within the span for each series of the currency.
  const { rows } = await sql<{ ts: number }>`
    select distinct o.ts as ts
    from series s join obs_day o on o.series_id = s.id
    where s.source = ${span.source} and (s.base = ${span.code} or s.quote = ${span.code})
      and o.ts >= ${span.fromMs} and o.ts <= ${span.toMs}
    order by ts desc limit ${span.limit}`.execute(db);
  return rows.map(({ ts }) => Number(ts)).toReversed();
}
