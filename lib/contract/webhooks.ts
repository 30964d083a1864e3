/** Webhooks an account may have. */
export const WEBHOOKS_MAX = 5;

/** What a webhook can be told of: crossings of the account's watches, and changes of the sources' states. */
export const WEBHOOK_SUBJECTS = ['watches', 'status'] as const;

export type WebhookSubject = (typeof WEBHOOK_SUBJECTS)[number];

/** A message, and what became of it; instants are ISO texts in UTC. */
export interface WebhookDeliveryRow {
  /** What the receiver gets as `webhook-id`. */
  readonly messageId: string;
  readonly type: string;
  readonly madeAt: string;
  readonly state: 'waiting' | 'delivered' | 'given-up';
  readonly tries: number;
  readonly lastTryAt: string | null;
  /** The HTTP status of the last answer; null where none came. */
  readonly status: number | null;
  /** Why the last try failed. */
  readonly sentence: string | null;
}

/** An address that messages are sent to. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly subjects: readonly WebhookSubject[];
  readonly createdAt: string;
  /** Tries that failed since the last one that did not. */
  readonly failures: number;
  /** When it is tried again after a failure. */
  readonly nextTryAt: string | null;
  readonly waiting: number;
  /** The newest 20, newest first. */
  readonly deliveries: readonly WebhookDeliveryRow[];
}

/** GET webhooks, the oldest first. */
export interface Webhooks {
  readonly webhooks: readonly WebhookRow[];
}

/** A webhook that was added; `secret` verifies its messages and is told here only. */
export interface AddedWebhook {
  readonly id: string;
  readonly secret: string;
}
