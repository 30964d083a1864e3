import { type Kysely, sql } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { type EarlierFigureRow, readEarlierFigures } from './earlier-figures.ts';
import { readBodies } from './publications.ts';
import { listSeries, pairText } from './series.ts';
import type { NewestTicks } from './tick-history.ts';
import { BUCKET_MS } from './tick-tables.ts';

/** How long before a day's end the last quote of a market may be: a weekend with a holiday on either side. */
const CLOSING_LOOK_BACK_MS = 6 * BUCKET_MS.day;

/** Reads the last quote that each series of a market had by the end of a UTC day that is over, and every pair that it ever carried. */
export async function readClosingTicks(
  db: Kysely<Schema>,
  source: string,
  endMs: number,
): Promise<NewestTicks> {
  const series = await listSeries(db, source);
  // In the order from which figures move on to the next table, so that none is missed in between.
  // tick_recent_pkey: what a roll-up has not yet put into the day, which soon after its end is the last hour or two.
  const { rows: recent } = await sql<ClosingRow>`
    select s.base, s.quote, r.ts, r.at, r.rate, r.body_id
    from tick_recent r join series s on s.id = r.series_id
    where s.source = ${source} and r.ts > ${endMs - BUCKET_MS.day} and r.ts <= ${endMs}`.execute(db);
  // series_of_source, then one step back from the end of the day in tick_day's key.
  const { rows: closed } = await sql<ClosingRow>`
    select s.base, s.quote, d.ts, d.at, d.rate, d.body_id
    from series s join tick_day d on d.series_id = s.id and d.ts = (
      select max(x.ts) from tick_day x
      where x.series_id = s.id and x.ts > ${endMs - CLOSING_LOOK_BACK_MS} and x.ts <= ${endMs} and x.at <= ${endMs}
    )
    where s.source = ${source}`.execute(db);
  const last = new Map<string, ClosingRow>();
  for (const row of [...closed, ...recent]) {
    const known = last.get(pairText(row));
    if (!known || Number(known.at) <= Number(row.at)) last.set(pairText(row), row);
  }
  const figures = [...last.values()].map(({ base, quote, at, rate, body_id }) => {
    return { base, quote, rate, observedAtMs: Number(at), polledAtMs: Number(at), bodyId: body_id };
  });
  const earlier = await readEarlierClosings(db, source, last);
  const bodyIds = new Set([...figures, ...earlier].map(({ bodyId }) => bodyId));
  return { pairs: series.map(pairText), figures, earlier, bodies: await readBodies(db, [...bodyIds]) };
}

/** What closing prices were before a publisher's history replaced them: those of the days that these are of. */
async function readEarlierClosings(
  db: Kysely<Schema>,
  source: string,
  last: ReadonlyMap<string, ClosingRow>,
): Promise<readonly EarlierFigureRow[]> {
  const daysMs = [...last.values()].map(({ ts }) => Number(ts));
  const earlier = await readEarlierFigures(db, [source], daysMs);
  return earlier.filter((row) => Number(last.get(pairText(row))?.ts) === row.atMs);
}

interface ClosingRow {
  readonly base: string;
  readonly quote: string;
  readonly ts: number;
  readonly at: number;
  readonly rate: number;
  readonly body_id: number;
}
