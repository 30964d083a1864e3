import type { Kysely } from 'kysely';
import type { Health } from '#lib/domain/health/source-health';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/**
 * What the newest check of a source said, and what the health machine made of it, which is null where the source was never
 * checked through it; instants in epoch milliseconds of the service's clock.
 */
export interface StoredSourceState {
  readonly source: string;
  readonly latency_ms: number;
  readonly last_checked_at: number;
  readonly last_passed_at: number | null;
  /** What went wrong with the newest check, for the operator; null when it passed. */
  readonly reason: string | null;
  readonly status: Health | null;
  /** The machine's whole state as JSON. */
  readonly state: string | null;
  readonly changed_at: number | null;
  readonly interval_ms: number | null;
}

/** The newest state of every source that was ever checked. */
export async function readSourceStates(db: Kysely<Schema>): Promise<readonly StoredSourceState[]> {
  return db
    .selectFrom('source_state')
    .select(['source', 'latency_ms', 'last_checked_at', 'last_passed_at', 'reason'])
    .select(['status', 'state', 'changed_at', 'interval_ms'])
    .limit(100)
    .execute();
}

/** Which sources were enabled at an instant, as far as that is noted. */
export interface NotedSources {
  /** In priority order; null where the first note is of later. */
  readonly sources: readonly string[] | null;
  /** The instant of the first note in epoch milliseconds; null where there is none. */
  readonly firstAtMs: number | null;
}

/** The newest note of the enabled sources that is not after an instant. */
export async function readNotedSources(db: Kysely<Schema>, atMs: number): Promise<NotedSources> {
  // The key, one step back from the instant.
  const note = await db
    .selectFrom('config_history')
    .select('sources')
    .where('at', '<=', atMs)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const first = await db.selectFrom('config_history').select('at').orderBy('at').limit(1).executeTakeFirst();
  return {
    sources: note ? note.sources.split(',').filter((id) => id !== '') : null,
    firstAtMs: first ? Number(first.at) : null,
  };
}

/** Writes down the enabled sources in priority order when they differ from what is noted of the instant; what was answered when depends on them. */
export async function noteSources(
  store: WriteDatabase,
  note: { readonly sources: readonly string[]; readonly atMs: number },
): Promise<void> {
  const sources = note.sources.join(',');
  await store.db.transaction().execute(async (transaction) => {
    const newest = await transaction
      .selectFrom('config_history')
      .select('sources')
      // A clock that was ahead has noted what is still to come.
      .where('at', '<=', note.atMs)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (newest?.sources === sources) return;
    await transaction
      .insertInto('config_history')
      .values({ at: note.atMs, sources })
      .onConflict((conflict) => conflict.column('at').doUpdateSet({ sources }))
      .execute();
  });
}
