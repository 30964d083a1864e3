import type { Kysely, Selectable } from 'kysely';
import type { Crossing, PairWatch } from '#lib/domain/series/pair-watch';
import type { AuditEntry } from './audit-log.ts';
import { addOwn, type AddOutcome } from './own-rows.ts';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { type NewMessage, queueCrossing } from './webhooks.ts';

/** Watches of all accounts together: each is read after every commit of rates. */
const WATCHES_OF_ALL_MAX = 5000;

/** Adds a watch that has not crossed yet, with its line in the audit log; says which bound stands against it. */
export function addPairWatch(
  store: WriteDatabase,
  {
    watch,
    ...bounds
  }: {
    readonly watch: Omit<PairWatch, 'crossed'>;
    readonly ofAccountMax: number;
    readonly event: AuditEntry;
  },
): Promise<AddOutcome> {
  return addOwn(store, 'pair_watch', { ...bounds, ofAllMax: WATCHES_OF_ALL_MAX }, (transaction) =>
    transaction
      .insertInto('pair_watch')
      .values({
        id: watch.id,
        account_id: bounds.event.accountId,
        base: watch.base,
        quote: watch.quote,
        kind: watch.rule.kind,
        threshold: watch.rule.threshold,
        created_at: Date.parse(watch.createdAt),
        is_beyond: Number(watch.isBeyond),
        crossed: null,
      })
      .execute(),
  );
}

/** What a look found of a watch that was otherwise before. */
export interface WatchLook {
  readonly watch: PairWatch;
  /** The message for the webhooks of the account where it crossed just now. */
  readonly message: NewMessage | null;
}

/**
 * Notes how watches are now. Each is noted only if it still is as it was when it was looked at, so that of two looks at the
 * same crossing one notes it, also where a process that no longer leads is late.
 */
export async function noteWatchLooks(store: WriteDatabase, looks: readonly WatchLook[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { watch, message } of looks) {
      const changed = await transaction
        .updateTable('pair_watch')
        .set({ is_beyond: Number(watch.isBeyond), crossed: watch.crossed && JSON.stringify(watch.crossed) })
        .where('id', '=', watch.id)
        .where('is_beyond', '=', Number(!watch.isBeyond))
        .returning('account_id')
        .executeTakeFirst();
      if (changed && message) await queueCrossing(transaction, changed.account_id, message);
    }
  });
}

/** Reads what an account watches, the newest first; every account's where none is named. */
export async function readPairWatches(
  db: Kysely<Schema>,
  accountId: string | null,
): Promise<readonly PairWatch[]> {
  // pair_watch_of_account for one account, else the whole small table.
  const rows = await db
    .selectFrom('pair_watch')
    .select(['id', 'base', 'quote', 'kind', 'threshold', 'created_at', 'is_beyond', 'crossed'])
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(WATCHES_OF_ALL_MAX)
    .execute();
  return rows.map(watchOf);
}

function watchOf(row: Omit<Selectable<Schema['pair_watch']>, 'account_id'>): PairWatch {
  const { id, base, quote, kind, threshold } = row;
  return {
    id,
    base,
    quote,
    rule: { kind, threshold },
    createdAt: new Date(Number(row.created_at)).toISOString(),
    isBeyond: row.is_beyond === 1,
    crossed: row.crossed === null ? null : asCrossing(JSON.parse(row.crossed)),
  };
}

/** Holds because only `noteWatchLooks` writes one. */
function asCrossing(json: unknown): Crossing {
  return json as Crossing;
}
