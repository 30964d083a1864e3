import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Moves the European Central Bank's figures of July 2016 to December 2021 from 14:10 to 14:15 Frankfurt time, which is when
 * they were fixed. Only rows at that very minute move, so a second run would find none.
 */
export function ecbFixingInstants(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      let moved = 0n;
      for (const table of ['obs_day', 'obs_revision', 'obs_flag']) moved += await moveSeries(db, table);
      moved += await moveQuarantined(db);
      if (moved === 0n) return;
      // Answers of that time change, so the version that caches know them by does too.
      await sql`update revision set n = n + 1 where subject = 'rates'`.execute(db);
    },
  };
}

const FIRST_MS = Date.UTC(2016, 6, 1);
const END_MS = Date.UTC(2022, 0, 1);
const DAY_MS = 86_400_000;
const MOVE_MS = 5 * 60_000;
/** 14:10 in Frankfurt is 12:10 UTC in summer and 13:10 in winter. */
const SUMMER_MS = (12 * 60 + 10) * 60_000;
const WINTER_MS = (13 * 60 + 10) * 60_000;

/** The key begins with the series, so each statement reads one span a series. */
async function moveSeries(db: Kysely<unknown>, table: string): Promise<bigint> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ts = ts + ${sql.lit(MOVE_MS)}
    where series_id in (select id from series where source = 'ecb')
      and ${isAtWrongMinute('ts')}`.execute(db);
  return numAffectedRows ?? 0n;
}

/** By the index of a source's held figures. */
async function moveQuarantined(db: Kysely<unknown>): Promise<bigint> {
  const { numAffectedRows } = await sql`
    update quarantine set observed_at = observed_at + ${sql.lit(MOVE_MS)}
    where source = 'ecb' and kind = 'fixing' and ${isAtWrongMinute('observed_at')}`.execute(db);
  return numAffectedRows ?? 0n;
}

function isAtWrongMinute(column: 'ts' | 'observed_at') {
  const at = sql.ref(column);
  return sql<boolean>`${at} >= ${sql.lit(FIRST_MS)} and ${at} < ${sql.lit(END_MS)}
    and ${at} % ${sql.lit(DAY_MS)} in (${sql.lit(SUMMER_MS)}, ${sql.lit(WINTER_MS)})`;
}
