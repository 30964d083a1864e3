import type { WatchRule } from '#lib/domain/series/pair-watch';
import type { WebhookDelivery } from '#lib/domain/webhook';
import {
  bigint,
  double,
  integer,
  numbered,
  orNull,
  orZero,
  type TableDescription,
  text,
} from './table-description.ts';

/** What a secret text that somebody holds is good for; `used-code` rows are second-factor codes that worked already. */
export type TokenPurpose = 'set-up' | 'reset' | 'used-code';

/** The tables of accounts and what is theirs. */
export const ACCOUNT_TABLES = {
  /** Who owns keys. One with a row of the same id in `auth_user` can sign in. */
  account: { columns: { id: text(), email: text('unique'), created_at: bigint() }, key: ['id'] },
  /** An API key; the key itself is never stored, only its SHA-256 in hex. */
  api_key: {
    columns: {
      id: text(),
      account_id: text('references account (id)'),
      hash: text('unique'),
      prefix: text(),
      last4: text(),
      name: text(),
      created_at: bigint(),
      /** When it stops working, whichever reason comes first. */
      expires_at: orNull(bigint()),
      revoked_at: orNull(bigint()),
      last_used_at: orNull(bigint()),
      limit_per_minute: orNull(integer()),
      /** The sources it may ask as a comma list; null for all. */
      allowed_sources: orNull(text()),
      /** The key that took its place. */
      replaced_by: orNull(text()),
      /** The end that its rotation gave it; `expires_at` is never later. */
      ends_at: orNull(bigint()),
    },
    key: ['id'],
    indexes: { api_key_of_account: '(account_id)' },
  },
  /** Requests of a key on a UTC day. */
  key_usage: {
    columns: { key_id: text(), day: text(), n: bigint() },
    key: ['key_id', 'day'],
    isClustered: true,
  },
  /** What happened to an account and its keys, append-only; goes with the account. */
  trail: {
    columns: {
      id: numbered(),
      account_id: text('references account (id)'),
      at: bigint(),
      kind: text(),
      key_id: orNull(text()),
      key_name: orNull(text()),
      address: orNull(text()),
      detail: orNull(text()),
    },
    key: ['id'],
    indexes: {
      trail_of_account: '(account_id, id)',
      trail_of_notices: "(account_id, at) where kind in ('limited', 'seen-in-clear')",
    },
  },
  /** An address that answers one question, path and parameters, by the SHA-256 of its secret in hex. */
  feed_link: {
    columns: {
      id: text(),
      account_id: text('references account (id)'),
      hash: text('unique'),
      question: text(),
      created_at: bigint(),
    },
    key: ['id'],
    indexes: { feed_link_of_account: '(account_id, created_at)' },
    isOfOneRun: true,
  },
  /** What an account waits for; a row is never changed but for what was last found. */
  pair_watch: {
    columns: {
      id: text(),
      account_id: text('references account (id) on delete cascade'),
      base: text(),
      quote: text(),
      kind: text<WatchRule['kind']>(),
      /** A rate, one unit of base in quote. */
      threshold: double(),
      created_at: bigint(),
      /** Whether it was so at the last look. */
      is_beyond: integer(),
      /** The last crossing as JSON. */
      crossed: orNull(text()),
    },
    key: ['id'],
    indexes: { pair_watch_of_account: '(account_id, created_at)' },
  },
  /** An address of an account that messages are sent to. */
  webhook: {
    columns: {
      id: text(),
      account_id: text('references account (id) on delete cascade'),
      url: text(),
      /** SHA-256 of what signs its messages, in hex; that itself follows from the id and the master secret. */
      secret_hash: text(),
      wants_watches: integer(),
      wants_status: integer(),
      created_at: bigint(),
      /** Tries that failed since the last one that did not. */
      failures: orZero(integer()),
      /** When it may be tried again; null where nothing stands against it. */
      next_try_at: orNull(bigint()),
      /** The last change of a source's state that was queued for it, or was there before it. */
      changes_seen: integer(),
    },
    key: ['id'],
    indexes: { webhook_of_account: '(account_id)' },
  },
  /** A message for one address; those of an address are sent in the order of their ids. */
  webhook_message: {
    columns: {
      id: numbered(),
      webhook_id: text('references webhook (id) on delete cascade'),
      /** By which a receiver knows one that comes again. */
      message_id: text(),
      type: text(),
      payload: text(),
      made_at: bigint(),
      state: text<WebhookDelivery['state']>(),
      tries: orZero(integer()),
      /** Of the last answer; null where none came. */
      status: orNull(integer()),
      sentence: orNull(text()),
    },
    key: ['id'],
    indexes: {
      webhook_message_of_webhook: '(webhook_id, id)',
      webhook_message_waiting: "(webhook_id, id) where state = 'waiting'",
    },
  },
  /** A text that works once, by its SHA-256. */
  auth_token: {
    columns: {
      hash: text(),
      purpose: text<TokenPurpose>(),
      account_id: orNull(text('references account (id)')),
      expires_at: bigint(),
      /** Whether using it turns the second factor off. */
      drops_second_factor: orZero(integer()),
    },
    key: ['hash'],
    isOfOneRun: true,
  },
  /** The authentication library's user; the id is its account's. */
  auth_user: {
    columns: {
      id: text('references account (id)'),
      name: text(),
      email: text('unique'),
      email_verified: integer(),
      image: orNull(text()),
      created_at: bigint(),
      updated_at: bigint(),
      two_factor_enabled: orNull(integer()),
    },
    key: ['id'],
  },
  /** A browser that is signed in; `token` is the SHA-256 of what its cookie holds. */
  auth_session: {
    columns: {
      id: text(),
      expires_at: bigint(),
      token: text('unique'),
      created_at: bigint(),
      updated_at: bigint(),
      ip_address: orNull(text()),
      user_agent: orNull(text()),
      user_id: text('references auth_user (id)'),
    },
    key: ['id'],
    indexes: { auth_session_of_user: '(user_id)' },
    isOfOneRun: true,
  },
  /** A way to prove who one is; here `credential` with a hashed password, and nothing else. */
  auth_account: {
    columns: {
      id: text(),
      account_id: text(),
      provider_id: text(),
      user_id: text('references auth_user (id)'),
      access_token: orNull(text()),
      refresh_token: orNull(text()),
      id_token: orNull(text()),
      access_token_expires_at: orNull(bigint()),
      refresh_token_expires_at: orNull(bigint()),
      scope: orNull(text()),
      password: orNull(text()),
      created_at: bigint(),
      updated_at: bigint(),
    },
    key: ['id'],
    unique: ['user_id', 'provider_id'],
  },
  /** What the library must remember between two requests of somebody who is not signed in yet. */
  auth_verification: {
    columns: {
      id: text(),
      identifier: text(),
      value: text(),
      expires_at: bigint(),
      created_at: bigint(),
      updated_at: bigint(),
    },
    key: ['id'],
    indexes: { auth_verification_identifier: '(identifier)' },
    isOfOneRun: true,
  },
  /** A second factor; secret and recovery codes are encrypted by the library. */
  auth_two_factor: {
    columns: {
      id: text(),
      secret: text(),
      backup_codes: text(),
      user_id: text('unique references auth_user (id)'),
      verified: orNull(integer()),
      failed_verification_count: orNull(integer()),
      locked_until: orNull(bigint()),
    },
    key: ['id'],
  },
  /** Which master secret the database belongs to: one row, `secret` is `master`. */
  secret_fingerprint: { columns: { secret: text(), fingerprint: text() }, key: ['secret'] },
} as const satisfies Readonly<Record<string, TableDescription>>;
