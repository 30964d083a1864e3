import type { Kysely, Selectable, Transaction } from 'kysely';
import { DAY_MS } from '#lib/domain/durations';
import { parseIsoDay } from '#lib/domain/iso-day';
import type { WatchReading, WatchRule } from '#lib/domain/series/pair-watch';
import { type AuditEntry, writeAuditEntry } from '#lib/store/accounts/audit-log';
import type { Schema } from '#lib/store/engine/schema';
import type { PairWatchTable, WatchEventTable } from '#lib/store/engine/watch-schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import { type NewMessage, queueForWatches } from '#lib/store/webhooks/webhook-messages';

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
  readonly against: WatchReading['against'];
}

/** A crossing that was noted; later ones have larger ids. */
export interface NotedCrossing extends Crossing {
  readonly id: number;
  readonly watchId: string;
}

/** What a look found of a watch that was otherwise before. */
export interface WatchLook {
  readonly watchId: string;
  readonly wasBeyond: boolean | null;
  readonly isBeyond: boolean;
  /** Where that is to be told, with the message for the webhooks of the account. */
  readonly told: {
    readonly accountId: string;
    readonly crossing: Crossing;
    readonly message: NewMessage;
  } | null;
}

/** Watches of all accounts together: each is read after every commit of rates. */
const WATCHES_OF_ALL_MAX = 5000;

/** Crossings of a watch that are kept, the newest; and how long. */
const CROSSINGS_KEPT = 20;
const CROSSINGS_KEPT_MS = 90 * DAY_MS;

const CROSSINGS_READ_MAX = 100;

const WATCH_COLUMNS = [
  'id',
  'account_id',
  'base',
  'quote',
  'kind',
  'threshold',
  'days',
  'created_at',
  'is_beyond',
] as const;

/** A watch to add, and how many its account may have. */
export interface NewPairWatch {
  readonly watch: PairWatch;
  readonly ofAccountMax: number;
  readonly event: AuditEntry;
}

/** Adds a watch with its line in the audit log; says which bound stands against it. */
export async function addPairWatch(
  store: WriteDatabase,
  { watch, ofAccountMax, event }: NewPairWatch,
): Promise<'added' | 'account-full' | 'service-full'> {
  return store.db.transaction().execute(async (transaction) => {
    const all = await transaction
      .selectFrom('pair_watch')
      .select(({ fn }) => [fn.countAll().as('n')])
      .executeTakeFirstOrThrow();
    if (Number(all.n) >= WATCHES_OF_ALL_MAX) return 'service-full';
    // pair_watch_of_account.
    const own = await transaction
      .selectFrom('pair_watch')
      .select(({ fn }) => [fn.countAll().as('n')])
      .where('account_id', '=', watch.accountId)
      .executeTakeFirstOrThrow();
    if (Number(own.n) >= ofAccountMax) return 'account-full';
    const { rule } = watch;
    await transaction
      .insertInto('pair_watch')
      .values({
        id: watch.id,
        account_id: watch.accountId,
        base: watch.base,
        quote: watch.quote,
        kind: rule.kind,
        threshold: rule.kind === 'moved' ? rule.percent : rule.threshold,
        days: rule.kind === 'moved' ? rule.days : null,
        created_at: watch.createdAtMs,
        is_beyond: asBit(watch.isBeyond),
      })
      .execute();
    await writeAuditEntry(transaction, event);
    return 'added';
  });
}

/** Removes a watch of an account with its crossings; false where the account has none of this id. */
export async function removePairWatch(
  store: WriteDatabase,
  { id, event }: { readonly id: string; readonly event: AuditEntry },
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const own = await transaction
      .selectFrom('pair_watch')
      .select('id')
      .where('id', '=', id)
      .where('account_id', '=', event.accountId)
      .executeTakeFirst();
    if (!own) return false;
    await transaction.deleteFrom('watch_event').where('watch_id', '=', id).execute();
    await transaction.deleteFrom('pair_watch').where('id', '=', id).execute();
    await writeAuditEntry(transaction, event);
    return true;
  });
}

/** Removes all that an account watches, within the transaction that removes the account. */
export async function removeWatchesOf(transaction: Transaction<Schema>, accountId: string): Promise<void> {
  const own = transaction.selectFrom('pair_watch').select('id').where('account_id', '=', accountId);
  await transaction.deleteFrom('watch_event').where('watch_id', 'in', own).execute();
  await transaction.deleteFrom('pair_watch').where('account_id', '=', accountId).execute();
}

/**
 * Notes what was found. A crossing is noted only if the watch still is as it was when it was looked at, so that of two looks at
 * the same one notes it, also where a process that no longer leads is late.
 */
export async function noteWatchLooks(store: WriteDatabase, looks: readonly WatchLook[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { watchId, wasBeyond, isBeyond, told } of looks) {
      const { numUpdatedRows } = await transaction
        .updateTable('pair_watch')
        .set({ is_beyond: asBit(isBeyond) })
        .where('id', '=', watchId)
        .where('is_beyond', wasBeyond === null ? 'is' : '=', asBit(wasBeyond))
        .executeTakeFirst();
      if (numUpdatedRows === 0n || !told) continue;
      await noteCrossing(transaction, watchId, told.crossing);
      await queueForWatches(transaction, told.accountId, told.message);
    }
  });
}

async function noteCrossing(
  transaction: Transaction<Schema>,
  watchId: string,
  { atMs, rate, source, observedAtMs, version, against }: Crossing,
): Promise<void> {
  await transaction
    .insertInto('watch_event')
    .values({
      watch_id: watchId,
      at: atMs,
      rate,
      source,
      observed_at: observedAtMs,
      version,
      against_day: against?.day ?? null,
      against_rate: against?.rate ?? null,
    })
    .execute();
  // watch_event_of_watch, backwards.
  const kept = await transaction
    .selectFrom('watch_event')
    .select('id')
    .where('watch_id', '=', watchId)
    .where('at', '>', atMs - CROSSINGS_KEPT_MS)
    .orderBy('id', 'desc')
    .limit(CROSSINGS_KEPT)
    .execute();
  await transaction
    .deleteFrom('watch_event')
    .where('watch_id', '=', watchId)
    .where(
      'id',
      'not in',
      kept.map(({ id }) => id),
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
    .select(WATCH_COLUMNS)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(WATCHES_OF_ALL_MAX)
    .execute();
  return rows.map(watchOf);
}

/** Reads the newest crossings that an account's watches noted since an instant, the newest first. */
export async function readCrossings(
  db: Kysely<Schema>,
  { accountId, sinceMs }: { readonly accountId: string; readonly sinceMs: number },
): Promise<readonly NotedCrossing[]> {
  // pair_watch_of_account, then watch_event_of_watch.
  const rows = await db
    .selectFrom('watch_event')
    .innerJoin('pair_watch', 'pair_watch.id', 'watch_event.watch_id')
    .select([
      'watch_event.id',
      'watch_id',
      'at',
      'rate',
      'source',
      'observed_at',
      'version',
      'against_day',
      'against_rate',
    ])
    .where('pair_watch.account_id', '=', accountId)
    .where('at', '>=', sinceMs)
    .orderBy('watch_event.id', 'desc')
    .limit(CROSSINGS_READ_MAX)
    .execute();
  return rows.map(crossingOf);
}

function watchOf(row: Selectable<PairWatchTable>): PairWatch {
  return {
    id: row.id,
    accountId: row.account_id,
    base: row.base,
    quote: row.quote,
    rule: ruleOf(row),
    createdAtMs: Number(row.created_at),
    isBeyond: row.is_beyond === null ? null : row.is_beyond === 1,
  };
}

function ruleOf({ kind, threshold, days }: Selectable<PairWatchTable>): WatchRule {
  return kind === 'moved' ? { kind, percent: threshold, days: days ?? 1 } : { kind, threshold };
}

function crossingOf(row: Selectable<WatchEventTable>): NotedCrossing {
  const day = row.against_day === null ? null : parseIsoDay(row.against_day);
  const { against_rate: rate } = row;
  return {
    id: row.id,
    watchId: row.watch_id,
    atMs: Number(row.at),
    rate: row.rate,
    source: row.source,
    observedAtMs: Number(row.observed_at),
    version: row.version,
    against: day === null || rate === null ? null : { day, rate },
  };
}

function asBit(isSo: boolean | null): number | null {
  return isSo === null ? null : Number(isSo);
}
