import type { Generated } from 'kysely';

/** An address of an account that messages are sent to; truth values are 0 and 1. */
export interface WebhookTable {
  id: string;
  account_id: string;
  url: string;
  /** What signs its messages, encrypted. */
  secret: string;
  wants_watches: number;
  wants_status: number;
  created_at: number;
  /** Tries that failed since the last one that did not. */
  failures: Generated<number>;
  /** When it may be tried again; null where nothing stands against it. */
  next_try_at: number | null;
  /** The last change of a source's state that was queued for it, or was there before it. */
  changes_seen: number;
}

/** What became of a message. */
export type MessageState = 'waiting' | 'delivered' | 'given-up';

/** A message for one address; those of an address are sent in the order of their ids. */
export interface WebhookMessageTable {
  id: Generated<number>;
  webhook_id: string;
  /** By which a receiver knows one that comes again. */
  message_id: string;
  type: string;
  payload: string;
  made_at: number;
  state: MessageState;
  tries: Generated<number>;
  last_try_at: number | null;
  /** Of the last answer; null where none came. */
  status: number | null;
  sentence: string | null;
}

/** The tables of webhooks. */
export interface WebhookSchema {
  webhook: WebhookTable;
  webhook_message: WebhookMessageTable;
}
