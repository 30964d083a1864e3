/** Webhooks an account may have. */
export const WEBHOOKS_MAX = 5;

/** What a webhook can be told of: crossings of the account's watches, and changes of the sources' states. */
export const WEBHOOK_SUBJECTS = ['watches', 'status'] as const;

type WebhookSubject = (typeof WEBHOOK_SUBJECTS)[number];

/** When a message of a subject is sent. */
export const SUBJECT_WORDS: Readonly<Record<WebhookSubject, string>> = {
  watches: 'a watch of yours crosses',
  status: 'a source changes its state',
};

/** An address that messages are sent to, as its owner sees it; instants are ISO texts in UTC. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly subjects: readonly WebhookSubject[];
  readonly createdAt: string;
  /** Tries that failed since the last one that did not. */
  readonly failures: number;
  /** When it is tried again after a failure. */
  readonly nextTryAt: string | null;
  /** Messages that wait. */
  readonly waiting: number;
  /** The newest 20, newest first. */
  readonly deliveries: readonly WebhookDelivery[];
}

/** A message, and what became of it. */
export interface WebhookDelivery {
  /** What the receiver gets as `webhook-id`. */
  readonly messageId: string;
  readonly type: string;
  readonly madeAt: string;
  readonly state: 'waiting' | 'delivered' | 'given up';
  readonly tries: number;
  /** The HTTP status of the last answer; null where none came. */
  readonly status: number | null;
  /** Why the last try failed. */
  readonly sentence: string | null;
}
