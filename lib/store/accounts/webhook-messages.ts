import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { MessageState } from '#lib/store/engine/account-tables';
import type { WriteDatabase } from '#lib/store/engine/write-database';
import type { KnownWebhook } from './webhooks.ts';

/** What is to be sent, as it is sent. */
export interface NewMessage {
  /** By which a receiver knows one that comes again. */
  readonly messageId: string;
  readonly type: string;
  /** JSON. */
  readonly payload: string;
  readonly madeAtMs: number;
}

/** A message of a webhook, and what became of it so far; later ones have larger ids. */
export interface QueuedMessage extends NewMessage {
  readonly id: number;
  readonly webhookId: string;
  readonly state: MessageState;
  readonly tries: number;
  readonly lastTryAtMs: number | null;
  /** Of the last answer; null where none came. */
  readonly status: number | null;
  readonly sentence: string | null;
}

/** How a try went. */
export interface TriedMessage {
  readonly id: number;
  readonly webhookId: string;
  readonly atMs: number;
  readonly isTaken: boolean;
  readonly status: number | null;
  readonly sentence: string | null;
  /** When the webhook may be tried again after a failure. */
  readonly nextTryAtMs: number | null;
  /** After a failure, what waits since before this instant is given up. */
  readonly giveUpBeforeMs: number;
}

/** A change of a source's state, which only services that watch sources have. */
export interface QueuedChanges {
  readonly webhookId: string;
  /** The newest change that the messages tell; it is noted with them, so that each is queued once. */
  readonly changesSeen: number;
  readonly messages: readonly NewMessage[];
}

/** More that waits for one address is not kept. */
const WAITING_MAX = 1000;

/** Messages of a webhook that are kept once they are done with, the newest. */
const DONE_KEPT = 100;

/** Messages of a webhook that are listed. */
const LISTED = 20;

/** Queues a message for each webhook of an account that is told of crossings, within the transaction that notes one. */
export async function queueForWatches(
  transaction: Transaction<Schema>,
  accountId: string,
  message: NewMessage,
): Promise<void> {
  // webhook_of_account.
  const webhooks = await transaction
    .selectFrom('webhook')
    .select('id')
    .where('account_id', '=', accountId)
    .where('wants_watches', '=', 1)
    .execute();
  for (const { id } of webhooks) await queue(transaction, id, message);
}

/** Queues a message that its owner asked for behind those that wait. False where the account has no such webhook. */
export async function queueTest(
  store: WriteDatabase,
  asked: { readonly id: string; readonly accountId: string; readonly message: NewMessage },
): Promise<boolean> {
  return store.db.transaction().execute(async (transaction) => {
    const own = await transaction
      .selectFrom('webhook')
      .select('id')
      .where('id', '=', asked.id)
      .where('account_id', '=', asked.accountId)
      .executeTakeFirst();
    if (!own) return false;
    await queue(transaction, asked.id, asked.message);
    return true;
  });
}

/** Queues what webhooks are told of the sources, all or nothing for each. */
export async function queueChanges(store: WriteDatabase, queues: readonly QueuedChanges[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { webhookId, changesSeen, messages } of queues) {
      const { numUpdatedRows } = await transaction
        .updateTable('webhook')
        .set({ changes_seen: changesSeen })
        .where('id', '=', webhookId)
        .where('changes_seen', '<', changesSeen)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      for (const message of messages) await queue(transaction, webhookId, message);
    }
  });
}

async function queue(
  transaction: Transaction<Schema>,
  webhookId: string,
  message: NewMessage,
): Promise<void> {
  // webhook_message_waiting.
  const waiting = await transaction
    .selectFrom('webhook_message')
    .select(({ fn }) => [fn.countAll().as('n')])
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const isFull = Number(waiting.n) >= WAITING_MAX;
  await transaction
    .insertInto('webhook_message')
    .values({
      webhook_id: webhookId,
      message_id: message.messageId,
      type: message.type,
      payload: message.payload,
      made_at: message.madeAtMs,
      state: isFull ? 'given-up' : 'waiting',
      last_try_at: null,
      status: null,
      sentence: isFull ? `${WAITING_MAX} messages were waiting already.` : null,
    })
    .execute();
}

/** Notes how a try went, and what the webhook is to do next. */
export async function noteTry(store: WriteDatabase, tried: TriedMessage): Promise<void> {
  const { id, webhookId, atMs, isTaken, status, sentence } = tried;
  await store.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('webhook_message')
      .set((row) => ({
        state: isTaken ? 'delivered' : 'waiting',
        tries: row('tries', '+', 1),
        last_try_at: atMs,
        status,
        sentence,
      }))
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .execute();
    await transaction
      .updateTable('webhook')
      .set((row) => ({
        failures: isTaken ? 0 : row('failures', '+', 1),
        next_try_at: isTaken ? null : tried.nextTryAtMs,
      }))
      .where('id', '=', webhookId)
      .execute();
    if (!isTaken) {
      // webhook_message_waiting.
      await transaction
        .updateTable('webhook_message')
        .set({ state: 'given-up' })
        .where('webhook_id', '=', webhookId)
        .where('state', '=', 'waiting')
        .where('made_at', '<', tried.giveUpBeforeMs)
        .execute();
    }
    await transaction
      .deleteFrom('webhook_message')
      .where('webhook_id', '=', webhookId)
      .where('state', '!=', 'waiting')
      .where('id', '<=', (newestNotKept) =>
        // webhook_message_of_webhook, backwards; null where all are kept.
        newestNotKept
          .selectFrom('webhook_message')
          .select('id')
          .where('webhook_id', '=', webhookId)
          .where('state', '!=', 'waiting')
          .orderBy('id', 'desc')
          .offset(DONE_KEPT)
          .limit(1),
      )
      .execute();
  });
}

/** The first message that waits for a webhook, and what sends it. */
export interface DueMessage extends Pick<QueuedMessage, 'id' | 'messageId' | 'payload'> {
  readonly webhook: Pick<KnownWebhook, 'id' | 'url' | 'sealedSecret' | 'failures'>;
}

/**
 * Reads the first message that waits for each webhook that may be tried now. One whose next try is later than `latestMs` may be
 * too: a clock was ahead.
 */
export async function readDueMessages(
  db: Kysely<Schema>,
  { nowMs, latestMs }: { readonly nowMs: number; readonly latestMs: number },
): Promise<readonly DueMessage[]> {
  // webhook_message_waiting, then the keys; one for each webhook.
  const rows = await db
    .selectFrom('webhook_message as message')
    .innerJoin('webhook', 'webhook.id', 'message.webhook_id')
    .select(['message.id', 'message_id', 'payload', 'webhook_id', 'url', 'secret', 'failures'])
    .where('message.id', 'in', (first) =>
      first
        .selectFrom('webhook_message')
        .select(({ fn }) => fn.min<number>('id').as('id'))
        .where('state', '=', sql.lit('waiting'))
        .groupBy('webhook_id'),
    )
    .where((next) =>
      next.or([
        next('next_try_at', 'is', null),
        next('next_try_at', '<=', nowMs),
        next('next_try_at', '>', latestMs),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    id: row.id,
    messageId: row.message_id,
    payload: row.payload,
    webhook: { id: row.webhook_id, url: row.url, sealedSecret: row.secret, failures: row.failures },
  }));
}

/** Reads the newest messages of a webhook, and how many wait. */
export async function readMessages(
  db: Kysely<Schema>,
  webhookId: string,
): Promise<{ readonly waiting: number; readonly newest: readonly QueuedMessage[] }> {
  // webhook_message_of_webhook, backwards.
  const rows = await db
    .selectFrom('webhook_message')
    .select(['id', 'webhook_id', 'message_id', 'type', 'payload', 'made_at'])
    .select(['state', 'tries', 'last_try_at', 'status', 'sentence'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  // webhook_message_waiting.
  const waiting = await db
    .selectFrom('webhook_message')
    .select(({ fn }) => [fn.countAll().as('n')])
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting.n), newest: rows.map(messageOf) };
}

function messageOf(row: Selectable<Schema['webhook_message']>): QueuedMessage {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    messageId: row.message_id,
    type: row.type,
    payload: row.payload,
    madeAtMs: Number(row.made_at),
    state: row.state,
    tries: row.tries,
    lastTryAtMs: row.last_try_at === null ? null : Number(row.last_try_at),
    status: row.status,
    sentence: row.sentence,
  };
}
