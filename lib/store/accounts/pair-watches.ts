import type { Kysely, Selectable } from 'kysely';
import { DAY_MS } from '#lib/domain/durations';
import type { WatchRule } from '#lib/domain/series/pair-watch';
import { type AuditEntry, writeAuditEntry } from './audit-log.ts';
import { removeOwnFrom } from './remove-own.ts';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { type NewMessage, queueForWatches } from './webhook-messages.ts';

/** What an account waits for: one unit of base in quote. */
export interface PairWatch {
  readonly id: string;
  readonly accountId: string;
  readonly base: string;
  readonly quote: string;
  readonly rule: WatchRule;
  readonly createdAtMs: number;
  /** Whether it was so at the last look; null where that is not known. */
  readonly isBeyond: boolean | null;
}

/** A crossing as it is noted: when, at which figure, whose and of which snapshot. */
export interface Crossing {
  readonly atMs: number;
  readonly rate: number;
  readonly source: string;
  readonly observedAtMs: number;
  readonly version: string;
}

/** A crossing that was noted, and what it is of; later ones have larger ids. */
export interface NotedCrossing extends Crossing {
  readonly id: number;
  readonly watch: Pick<PairWatch, 'id' | 'base' | 'quote' | 'rule'>;
}

/** What a look found of a watch that was otherwise before. */
export interface WatchLook {
  readonly watch: Pick<PairWatch, 'id' | 'accountId' | 'isBeyond'>;
  readonly isBeyond: boolean;
  /** Where that is to be noted, with the message for the webhooks of the account. */
  readonly crossed: { readonly crossing: Crossing; readonly message: NewMessage } | null;
}

/** Watches of all accounts together: each is read after every commit of rates. */
const WATCHES_OF_ALL_MAX = 5000;

/** Crossings of a watch that are kept, the newest; and how long. */
const CROSSINGS_KEPT = 20;
const CROSSINGS_KEPT_MS = 90 * DAY_MS;

const CROSSINGS_READ_MAX = 100;

/** Adds a watch with its line in the audit log; says which bound stands against it. */
export async function addPairWatch(
  store: WriteDatabase,
  {
    watch,
    ofAccountMax,
    event,
  }: { readonly watch: PairWatch; readonly ofAccountMax: number; readonly event: AuditEntry },
): Promise<'added' | 'account-full' | 'service-full'> {
  return store.db.transaction().execute(async (transaction) => {
    const others = await transaction
      .selectFrom('pair_watch')
      .select('account_id')
      .limit(WATCHES_OF_ALL_MAX)
      .execute();
    if (others.length >= WATCHES_OF_ALL_MAX) return 'service-full';
    const own = others.filter(({ account_id: accountId }) => accountId === watch.accountId);
    if (own.length >= ofAccountMax) return 'account-full';
    await transaction
      .insertInto('pair_watch')
      .values({
        id: watch.id,
        account_id: watch.accountId,
        base: watch.base,
        quote: watch.quote,
        kind: watch.rule.kind,
        threshold: watch.rule.threshold,
        created_at: watch.createdAtMs,
        is_beyond: asBit(watch.isBeyond),
      })
      .execute();
    await writeAuditEntry(transaction, event);
    return 'added';
  });
}

/** Removes a watch of an account with its crossings. */
export const removePairWatch = removeOwnFrom('pair_watch');

/**
 * Notes what was found. A crossing is noted only if the watch still is as it was when it was looked at, so that of two looks at
 * the same one notes it, also where a process that no longer leads is late.
 */
export async function noteWatchLooks(store: WriteDatabase, looks: readonly WatchLook[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { watch, isBeyond, crossed } of looks) {
      const { numUpdatedRows } = await transaction
        .updateTable('pair_watch')
        .set({ is_beyond: asBit(isBeyond) })
        .where('id', '=', watch.id)
        .where('is_beyond', watch.isBeyond === null ? 'is' : '=', asBit(watch.isBeyond))
        .executeTakeFirst();
      if (numUpdatedRows === 0n || !crossed) continue;
      await noteCrossing(transaction, watch.id, crossed.crossing);
      await queueForWatches(transaction, watch.accountId, crossed.message);
    }
  });
}

async function noteCrossing(
  transaction: Kysely<Schema>,
  watchId: string,
  { atMs, rate, source, observedAtMs, version }: Crossing,
): Promise<void> {
  await transaction
    .insertInto('watch_event')
    .values({ watch_id: watchId, at: atMs, rate, source, observed_at: observedAtMs, version })
    .execute();
  await transaction
    .deleteFrom('watch_event')
    .where('watch_id', '=', watchId)
    .where('id', 'not in', (kept) =>
      // watch_event_of_watch, backwards.
      kept
        .selectFrom('watch_event')
        .select('id')
        .where('watch_id', '=', watchId)
        .where('at', '>', atMs - CROSSINGS_KEPT_MS)
        .orderBy('id', 'desc')
        .limit(CROSSINGS_KEPT),
    )
    .execute();
}

/** Reads what an account watches, the newest first; every account's where none is named. */
export async function readPairWatches(
  db: Kysely<Schema>,
  accountId: string | null,
): Promise<readonly PairWatch[]> {
  // pair_watch_of_account for one account, else the whole small table.
  const rows = await db
    .selectFrom('pair_watch')
    .select(['id', 'account_id', 'base', 'quote', 'kind', 'threshold', 'created_at', 'is_beyond'])
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(WATCHES_OF_ALL_MAX)
    .execute();
  return rows.map(watchOf);
}

function watchOf(row: Selectable<Schema['pair_watch']>): PairWatch {
  return {
    id: row.id,
    accountId: row.account_id,
    base: row.base,
    quote: row.quote,
    rule: { kind: row.kind, threshold: row.threshold },
    createdAtMs: Number(row.created_at),
    isBeyond: row.is_beyond === null ? null : row.is_beyond === 1,
  };
}

/** Reads the newest crossings that an account's watches noted since an instant, the newest first. */
export async function readCrossings(
  db: Kysely<Schema>,
  { accountId, sinceMs }: { readonly accountId: string; readonly sinceMs: number },
): Promise<readonly NotedCrossing[]> {
  // pair_watch_of_account, then watch_event_of_watch.
  const rows = await db
    .selectFrom('watch_event as event')
    .innerJoin('pair_watch as watch', 'watch.id', 'event.watch_id')
    .select(['event.id', 'watch_id', 'base', 'quote', 'kind', 'threshold'])
    .select(['at', 'rate', 'source', 'observed_at', 'version'])
    .where('watch.account_id', '=', accountId)
    .where('at', '>=', sinceMs)
    .orderBy('event.id', 'desc')
    .limit(CROSSINGS_READ_MAX)
    .execute();
  return rows.map(({ id, watch_id: watchId, base, quote, kind, threshold, ...row }) => ({
    id,
    watch: { id: watchId, base, quote, rule: { kind, threshold } },
    atMs: Number(row.at),
    rate: row.rate,
    source: row.source,
    observedAtMs: Number(row.observed_at),
    version: row.version,
  }));
}

function asBit(isSo: boolean | null): number | null {
  return isSo === null ? null : Number(isSo);
}
