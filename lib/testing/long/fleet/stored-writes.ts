import { type Kysely, sql } from 'kysely';
import { connectForReading, type PostgresConnections } from '#lib/store/engine/postgres/postgres-database';
import type { Schema } from '#lib/store/engine/schema';
import { lostSince, type SeenRows, seenRows } from '#lib/testing/long/kept-rows';

/** What the leader of a fleet holds, seen from outside. */
export interface StoredWrites {
  readonly see: () => Promise<SeenRows>;
  /** Every row that was seen and is not there, and every acknowledged receipt that is not, as a line each. */
  readonly lost: (before: SeenRows, receipts: ReadonlyMap<string, string>) => Promise<readonly string[]>;
  /** What is stored twice, as a line each. */
  readonly doubled: () => Promise<readonly string[]>;
  /** Who polls: the process id in the lease; null where nobody does, or no database answers. */
  readonly pollerPid: () => Promise<number | null>;
  /** When a publisher was checked last, in epoch milliseconds; 0 where no database answers. */
  readonly newestCheckMs: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Opens the leader through HAProxy. */
export function openStoredWrites(leaderUrl: string): StoredWrites {
  const { db, close }: PostgresConnections = connectForReading(leaderUrl);
  return {
    see: () => seenRows(db),
    lost: async (before, receipts) => [
      ...(await lostSince(db, before)),
      ...(await lostReceipts(db, [...receipts.keys()])),
    ],
    doubled: () => doubledRows(db),
    pollerPid: async () => {
      const row = await db
        .selectFrom('lease')
        .select('holder')
        .where('name', '=', 'ingest')
        .executeTakeFirst()
        .catch(() => undefined);
      const pid = Number(row?.holder.split(':').at(-2));
      return Number.isInteger(pid) ? pid : null;
    },
    newestCheckMs: async () => {
      const row = await db
        .selectFrom('health_check')
        .select(({ fn }) => fn.max('at').as('at'))
        .executeTakeFirst()
        .catch(() => undefined);
      return Number(row?.at ?? 0);
    },
    close,
  };
}

async function lostReceipts(db: Kysely<Schema>, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::text[]) as told(id)
    where not exists (select from receipt where receipt.id = told.id) limit 20`.execute(db);
  return rows.map(({ id }) => `the receipt ${id}`);
}

/** Figures have keys that forbid it; what could be written a second time after a lost confirmation are checks and receipts. */
async function doubledRows(db: Kysely<Schema>): Promise<readonly string[]> {
  const checks = await sql<{ what: string; n: number }>`
    select source || ' checked at ' || at as what, count(*)::integer as n from health_check
    group by source, at having count(*) > 1 limit 20`.execute(db);
  const receipts = await sql<{ what: string; n: number }>`
    select 'receipt of ' || (convert_from(decode(rpad(translate(split_part(jws, '.', 2), '-_', '+/'),
        (length(split_part(jws, '.', 2)) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb -> 'question')::text as what,
      count(*)::integer as n
    from receipt group by 1 having count(*) > 1 limit 20`.execute(db);
  return [...checks.rows, ...receipts.rows].map(({ what, n }) => `${what}: ${n} times`);
}
