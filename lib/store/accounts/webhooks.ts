import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '#lib/domain/durations';
import { type Webhook, WEBHOOK_SUBJECTS, type WebhookDelivery } from '#lib/domain/webhook';
import type { AuditEntry } from './audit-log.ts';
import { addOwn, type AddOutcome } from './own-rows.ts';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** Webhooks of all accounts together. */
const WEBHOOKS_OF_ALL_MAX = 500;

/** More that waits for one address is not kept. */
const WAITING_MAX = 1000;

/** Messages of a webhook that are kept once they are done with, the newest. */
const DONE_KEPT = 100;

/** Messages of a webhook that are listed. */
const LISTED = 20;

/** Adds a webhook with its line in the audit log; says which bound stands against it. What happened before is not told. */
export function addWebhook(
  store: WriteDatabase,
  {
    webhook,
    secretHash,
    ...bounds
  }: {
    readonly webhook: Pick<Webhook, 'id' | 'url' | 'subjects' | 'createdAt'>;
    readonly secretHash: string;
    readonly ofAccountMax: number;
    readonly event: AuditEntry;
  },
): Promise<AddOutcome> {
  return addOwn(store, 'webhook', { ...bounds, ofAllMax: WEBHOOKS_OF_ALL_MAX }, async (transaction) => {
    // The key, backwards.
    const newestChange = await transaction
      .selectFrom('health_change')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    await transaction
      .insertInto('webhook')
      .values({
        id: webhook.id,
        account_id: bounds.event.accountId,
        url: webhook.url,
        secret_hash: secretHash,
        wants_watches: Number(webhook.subjects.includes('watches')),
        wants_status: Number(webhook.subjects.includes('status')),
        created_at: Date.parse(webhook.createdAt),
        next_try_at: null,
        changes_seen: newestChange?.id ?? 0,
      })
      .execute();
  });
}

/** Reads the webhooks of an account with what was sent to each, the oldest first. */
export async function readWebhooks(db: Kysely<Schema>, accountId: string): Promise<readonly Webhook[]> {
  // webhook_of_account.
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'url', 'wants_watches', 'wants_status', 'created_at', 'failures', 'next_try_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(WEBHOOKS_OF_ALL_MAX)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      url: row.url,
      subjects: WEBHOOK_SUBJECTS.filter((subject) => row[`wants_${subject}`] === 1),
      createdAt: isoText(row.created_at),
      failures: row.failures,
      nextTryAt: row.next_try_at === null ? null : isoText(row.next_try_at),
      waiting: await countWaiting(db, row.id),
      deliveries: await readDeliveries(db, row.id),
    })),
  );
}

async function readDeliveries(db: Kysely<Schema>, webhookId: string): Promise<readonly WebhookDelivery[]> {
  // webhook_message_of_webhook, backwards.
  const rows = await db
    .selectFrom('webhook_message')
    .select(['message_id as messageId', 'type', 'made_at', 'state', 'tries', 'status', 'sentence'])
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(({ made_at: madeAt, ...row }) => ({ ...row, madeAt: isoText(madeAt) }));
}

async function countWaiting(db: Kysely<Schema>, webhookId: string): Promise<number> {
  // webhook_message_waiting.
  const { n } = await db
    .selectFrom('webhook_message')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** What is to be sent, as it is sent. */
export interface NewMessage {
  /** By which a receiver knows one that comes again. */
  readonly messageId: string;
  readonly type: string;
  /** JSON. */
  readonly payload: string;
  readonly madeAtMs: number;
}

/** Queues a message for each webhook of an account that is told of crossings, within the transaction that notes one. */
export async function queueCrossing(
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
  await queue(transaction, webhooks, message);
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
      .execute();
    await queue(transaction, own, asked.message);
    return own.length > 0;
  });
}

/** A change of a source's state, and what is told of it, if anything. */
export interface ToldChange {
  readonly id: number;
  readonly message: NewMessage | null;
}

/** Queues changes, the oldest first, for the webhooks that are told of sources; each notes the change, so that it is queued once. */
export async function queueChanges(store: WriteDatabase, changes: readonly ToldChange[]): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    for (const { id, message } of changes) {
      // The whole table, which is small.
      const webhooks = await transaction
        .updateTable('webhook')
        .set({ changes_seen: id })
        .where('wants_status', '=', 1)
        .where('changes_seen', '<', id)
        .returning('id')
        .execute();
      if (message) await queue(transaction, webhooks, message);
    }
  });
}

async function queue(
  transaction: Transaction<Schema>,
  webhooks: readonly { readonly id: string }[],
  message: NewMessage,
): Promise<void> {
  for (const { id } of webhooks) {
    const isFull = (await countWaiting(transaction, id)) >= WAITING_MAX;
    await transaction
      .insertInto('webhook_message')
      .values({
        webhook_id: id,
        message_id: message.messageId,
        type: message.type,
        payload: message.payload,
        made_at: message.madeAtMs,
        state: isFull ? 'given up' : 'waiting',
        status: null,
        sentence: isFull ? `${WAITING_MAX} messages were waiting already.` : null,
      })
      .execute();
  }
}

/** The first message that waits for a webhook, and what sends it. */
export interface DueMessage extends Pick<NewMessage, 'messageId' | 'payload'> {
  readonly id: number;
  readonly webhookId: string;
  readonly url: string;
  readonly secretHash: string;
  readonly failures: number;
}

/**
 * Reads the first message that waits for each webhook that may be tried now. One whose next try is more than a day away may be
 * too: a clock was ahead.
 */
export async function readDueMessages(db: Kysely<Schema>, nowMs: number): Promise<readonly DueMessage[]> {
  // webhook_message_waiting, then the keys; one for each webhook.
  return db
    .selectFrom('webhook_message as message')
    .innerJoin('webhook', 'webhook.id', 'message.webhook_id')
    .select(['message.id', 'message_id as messageId', 'payload'])
    .select(['webhook_id as webhookId', 'url', 'secret_hash as secretHash', 'failures'])
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
        next('next_try_at', '>', nowMs + DAY_MS),
      ]),
    )
    .execute();
}

/** How a try went. */
export interface TriedMessage extends Pick<DueMessage, 'id' | 'webhookId'> {
  readonly isTaken: boolean;
  readonly status: number | null;
  readonly sentence: string | null;
  /** After a failure, when the webhook may be tried again. */
  readonly nextTryAtMs: number | null;
  /** After a failure, what waits since before this instant is given up. */
  readonly giveUpBeforeMs: number;
}

/** Notes how a try went, and what the webhook is to do next. */
export async function noteTry(store: WriteDatabase, tried: TriedMessage): Promise<void> {
  const { id, webhookId, isTaken, status, sentence } = tried;
  await store.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('webhook_message')
      .set((row) => ({ tries: row('tries', '+', 1), status, sentence }))
      .where('id', '=', id)
      .execute();
    await transaction
      .updateTable('webhook')
      .set((row) => ({ failures: isTaken ? 0 : row('failures', '+', 1), next_try_at: tried.nextTryAtMs }))
      .where('id', '=', webhookId)
      .execute();
    // webhook_message_waiting.
    await transaction
      .updateTable('webhook_message')
      .set({ state: isTaken ? 'delivered' : 'given up' })
      .where('webhook_id', '=', webhookId)
      .where('state', '=', sql.lit('waiting'))
      .where((is) => (isTaken ? is('id', '=', id) : is('made_at', '<', tried.giveUpBeforeMs)))
      .execute();
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

function isoText(at: number): string {
  return new Date(Number(at)).toISOString();
}
