import type { Database } from 'better-sqlite3';
import type { StagedFixings } from './write-database.ts';

/**
 * Fills a temporary table of this connection, which no other process can see or be held up by. The primary key sorts the
 * rows as `obs_day` has them, so that the merge appends instead of jumping.
 */
export function stageInSqlite(plain: Database, fixings: StagedFixings): void {
  plain.exec(
    `create temp table staged_fixing (
       series_id integer not null, ts integer not null, rate real not null, primary key (series_id, ts)
     ) without rowid`,
  );
  const insert = plain.prepare('insert into staged_fixing (series_id, ts, rate) values (?, ?, ?)');
  for (const index of sortedOrder(fixings)) {
    insert.run(fixings.seriesIds[index], fixings.instantsMs[index], fixings.rates[index]);
  }
}

function sortedOrder({ seriesIds, instantsMs }: StagedFixings): Uint32Array {
  const order = Uint32Array.from(seriesIds, (_, index) => index);
  return order.sort(
    (a, b) => (seriesIds[a] ?? 0) - (seriesIds[b] ?? 0) || (instantsMs[a] ?? 0) - (instantsMs[b] ?? 0),
  );
}
