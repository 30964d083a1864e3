import { type Kysely, sql } from 'kysely';
import { isPossibleRate } from '#lib/domain/validation/figure-rules';
import type { EarlierFigureRow } from './earlier-figures.ts';
import { readBodies, type StoredBody } from './publications.ts';
import type { Schema } from '#lib/store/engine/schema';
import { readRevisionNumbers, type SeriesWithOrigins } from './series-origins.ts';
import { findSeries, pairText, SERIES_LIMIT, type SeriesPair } from './series.ts';
import type { PublicationSpan, StoredSeries, SeriesSpan } from './series-history.ts';
import { BUCKET_MS, bucketStart, TIER_TABLE, type TickTier } from './tick-tables.ts';

/** The newest quote of a series: one unit of base in quote, as published. */
export interface NewestTick extends SeriesPair {
  readonly rate: number;
  readonly observedAtMs: number;
  /** When a poll last showed it, whether it had changed or not. */
  readonly polledAtMs: number;
  readonly bodyId: number;
}

/** The newest quotes of a source, and every pair it ever carried as `BASE/QUOTE`. */
export interface NewestTicks {
  readonly pairs: readonly string[];
  readonly figures: readonly NewestTick[];
  /** What some of them were before, oldest first; of live quotes nothing. */
  readonly earlier: readonly EarlierFigureRow[];
  /** The documents that brought these figures. */
  readonly bodies: readonly StoredBody[];
}

/** Every series of a source with its newest quote as it is stored; null where it has none. */
export function readNewestRows(db: Kysely<Schema>, source: string) {
  // series_of_source, then tick_newest by its key.
  return db
    .selectFrom('series')
    .leftJoin('tick_newest', 'tick_newest.series_id', 'series.id')
    .select(['id', 'base', 'quote', 'rate', 'observed_at', 'polled_at', 'body_id'])
    .where('source', '=', source)
    .limit(SERIES_LIMIT)
    .execute();
}

/** Reads the newest quote of every series of a source. */
export async function readNewestTicks(db: Kysely<Schema>, source: string): Promise<NewestTicks> {
  const rows = await readNewestRows(db, source);
  const figures = rows.flatMap(({ base, quote, rate, observed_at, polled_at, body_id }) =>
    rate === null || body_id === null
      ? []
      : [
          {
            base,
            quote,
            rate,
            observedAtMs: Number(observed_at),
            polledAtMs: Number(polled_at),
            bodyId: body_id,
          },
        ],
  );
  const bodyIds = new Set(figures.map(({ bodyId }) => bodyId));
  return { pairs: rows.map(pairText), figures, earlier: [], bodies: await readBodies(db, [...bodyIds]) };
}

/** A span of one market series in one tier. */
export interface TickSpanQuery extends SeriesSpan {
  readonly tier: TickTier;
  /** Leaves out what came of live quotes: of the tier of days, what the publisher's own history said. */
  readonly isOfHistory?: true;
}

/** A publisher's bar ends with its day or some hours later; its instant lies in the day after its own at most. */
const BAR_ENDS_WITHIN_MS = 2 * BUCKET_MS.day;

/**
 * Reads the newest figures of a span, each the last real one of its bucket at its own instant. The newest quote of the series
 * is the last of them, whether it was rolled up yet or not.
 */
export async function readTickSeries(db: Kysely<Schema>, span: TickSpanQuery): Promise<StoredSeries> {
  const shown = await readFigures(db, span);
  return { instantsMs: shown.map(({ atMs }) => atMs), rates: shown.map(({ rate }) => rate) };
}

/** Reads the same with where each figure came from; a closing price may have been replaced, a live quote never was. */
export async function readTickSeriesWithOrigins(
  db: Kysely<Schema>,
  span: TickSpanQuery,
): Promise<SeriesWithOrigins> {
  const shown = await readFigures(db, span);
  const daysMs = span.tier === 'day' ? shown.map(({ ts }) => ts) : [];
  const revisionOf = await readRevisionNumbers(db, span, daysMs);
  return {
    instantsMs: shown.map(({ atMs }) => atMs),
    rates: shown.map(({ rate }) => rate),
    origins: shown.map(({ ts, bodyId }) => ({ bodyId, revision: revisionOf(ts) })),
  };
}

async function readFigures(db: Kysely<Schema>, span: TickSpanQuery): Promise<readonly Figure[]> {
  const seriesId = await findSeries(db, span);
  if (seriesId === null) return [];
  // In the order from which figures move on to the next table, so that none is missed in between.
  const newest = span.isOfHistory ? [] : await readNewest(db, seriesId, span);
  const recent = span.tier === 'minute' ? await readRecent(db, seriesId, span) : [];
  const kept = await readTier(db, seriesId, span);
  const byBucket = new Map<number, Figure>();
  for (const { ts, at, rate, bodyId } of [...kept, ...recent]) {
    const known = byBucket.get(ts);
    if (!known || known.atMs <= at) byBucket.set(ts, { ts, atMs: at, rate, bodyId });
  }
  const figures = [...byBucket.values()].toSorted((one, other) => one.atMs - other.atMs);
  for (const { at, rate, bodyId } of newest) {
    const atMs = Number(at);
    appendNewest(figures, { ts: bucketStart(span.tier, atMs), atMs, rate, bodyId }, span.tier);
  }
  return figures.filter(({ rate }) => isPossibleRate(rate)).slice(-span.limit);
}

function readNewest(db: Kysely<Schema>, seriesId: number, { fromMs, toMs }: TickSpanQuery) {
  return db
    .selectFrom('tick_newest')
    .select(['observed_at as at', 'rate', 'body_id as bodyId'])
    .where('series_id', '=', seriesId)
    .where('observed_at', '>=', fromMs)
    .where('observed_at', '<=', toMs)
    .execute();
}

interface Figure {
  readonly ts: number;
  readonly atMs: number;
  readonly rate: number;
  readonly bodyId: number;
}

interface BucketFigure {
  readonly ts: number;
  readonly at: number;
  readonly rate: number;
  readonly bodyId: number;
}

async function readTier(
  db: Kysely<Schema>,
  seriesId: number,
  { tier, fromMs, toMs, limit, isOfHistory }: TickSpanQuery,
): Promise<readonly BucketFigure[]> {
  // The tier's key, backwards from the end of the span.
  const rows = await db
    .selectFrom(TIER_TABLE[tier])
    .select(['ts', 'at', 'rate', 'body_id as bodyId'])
    .where('series_id', '=', seriesId)
    .where('ts', '>=', fromMs - BUCKET_MS[tier] - (tier === 'day' ? BAR_ENDS_WITHIN_MS : 0))
    .where('ts', '<=', toMs)
    .where('at', '>=', fromMs)
    .where('at', '<=', toMs)
    // A bar of a publisher's history counts no quotes.
    .$if(isOfHistory === true, (rows) => rows.where('n', '=', 0))
    .orderBy('ts', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ ts, at, ...row }) => ({ ...row, ts: Number(ts), at: Number(at) }));
}

/** Minutes that a roll-up has not yet put where they stay: those of the last hour or two. */
async function readRecent(
  db: Kysely<Schema>,
  seriesId: number,
  { fromMs, toMs }: Pick<TickSpanQuery, 'fromMs' | 'toMs'>,
): Promise<readonly BucketFigure[]> {
  const startMs = bucketStart('minute', fromMs);
  // tick_recent_pkey: from minute to minute, and in each of them to the series.
  const { rows } = await sql<BucketFigure>`
    with recursive minute (ts) as (
      select min(ts) from tick_recent where ts >= ${startMs}
      union all
      select (select min(r.ts) from tick_recent r where r.ts > minute.ts) from minute where minute.ts <= ${toMs}
    )
    select r.ts, r.at, r.rate, r.body_id as "bodyId"
    from minute join tick_recent r on r.ts = minute.ts and r.series_id = ${seriesId}
    where r.at >= ${fromMs} and r.at <= ${toMs}`.execute(db);
  return rows.map(({ ts, at, ...row }) => ({ ...row, ts: Number(ts), at: Number(at) }));
}

function appendNewest(figures: Figure[], newest: Figure, tier: TickTier): void {
  const last = figures.at(-1);
  if (last && last.atMs >= newest.atMs) return;
  if (last && bucketStart(tier, last.atMs) === bucketStart(tier, newest.atMs)) figures.pop();
  figures.push(newest);
}

/** The first and the last instant of a series in one tier. */
export interface TierSpan {
  readonly firstAtMs: number;
  readonly lastAtMs: number;
}

/** What each tier holds of a market series, the newest quote aside; null where it holds nothing. */
export async function readTickSpan(
  db: Kysely<Schema>,
  series: Pick<SeriesSpan, 'source' | 'base' | 'quote'>,
): Promise<Readonly<Record<TickTier, TierSpan | null>>> {
  const seriesId = await findSeries(db, series);
  const spanOf = async (tier: TickTier): Promise<TierSpan | null> => {
    if (seriesId === null) return null;
    // The tier's key, one step from either end of the series.
    const end = (direction: 'asc' | 'desc') =>
      db
        .selectFrom(TIER_TABLE[tier])
        .select('at')
        .where('series_id', '=', seriesId)
        .orderBy('ts', direction)
        .limit(1)
        .executeTakeFirst();
    const [first, last] = await Promise.all([end('asc'), end('desc')]);
    return first && last ? { firstAtMs: Number(first.at), lastAtMs: Number(last.at) } : null;
  };
  const [minute, hour, day] = await Promise.all([spanOf('minute'), spanOf('hour'), spanOf('day')]);
  if (seriesId === null) return { minute, hour, day };
  const always = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const recent = await readRecent(db, seriesId, always);
  const instants = recent.map(({ at }) => at);
  if (minute) instants.push(minute.firstAtMs, minute.lastAtMs);
  return { minute: instants.length === 0 ? null : spanOfInstants(instants), hour, day };
}

function spanOfInstants(instants: readonly number[]): TierSpan {
  return {
    firstAtMs: instants.reduce((first, at) => Math.min(first, at)),
    lastAtMs: instants.reduce((last, at) => Math.max(last, at)),
  };
}

/** The beginnings (00:00 UTC) of the newest days of a span on which a market quoted the currency, ascending. */
export async function readTickDays(db: Kysely<Schema>, span: PublicationSpan): Promise<readonly number[]> {
  const dayMs = sql.lit(BUCKET_MS.day);
  // series_of_source, then tick_day's key within the span for each series of the currency.
  const { rows } = await sql<{ ts: number }>`
    select d.ts as ts
    from series s join tick_day d on d.series_id = s.id
    where s.source = ${span.source} and (s.base = ${span.code} or s.quote = ${span.code})
      and d.ts >= ${span.fromMs} and d.ts <= ${span.toMs}
    union
    select n.observed_at - n.observed_at % ${dayMs} as ts
    from series s join tick_newest n on n.series_id = s.id
    where s.source = ${span.source} and (s.base = ${span.code} or s.quote = ${span.code})
      and n.observed_at - n.observed_at % ${dayMs} >= ${span.fromMs}
      and n.observed_at - n.observed_at % ${dayMs} <= ${span.toMs}
    order by ts desc limit ${span.limit}`.execute(db);
  return rows.map(({ ts }) => Number(ts)).toReversed();
}
