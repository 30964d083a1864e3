import type { PairWatch } from '#lib/domain/series/pair-watch';
import type { Webhook } from '#lib/domain/webhook';
/*
 * What travels between the account pages and /account/api. Every instant is an ISO text in UTC with milliseconds. Plain
 * types, so that pages carry no schema library; what they post is told by the schemas in account-schemas.ts.
 */

import type { FeedLinkRow } from './feed-links.ts';

/** Active keys an account may have; one that ends after its rotation does not count. */
export const ACTIVE_KEYS_MAX = 20;

/** Shorter passwords are refused, and so are common ones. */
export const PASSWORD_LENGTH_MIN = 12;

/** Longer ones would be work for the hash and nothing else. */
export const PASSWORD_LENGTH_MAX = 200;

/** The longest name of a key. */
export const KEY_NAME_LENGTH_MAX = 100;

/** The highest limit of a key, in requests a minute; 0 is none. */
export const KEY_LIMIT_MAX = 1_000_000;

/** Lifetimes to choose from for a new key. */
export const KEY_LIFETIMES = ['none', '30d', '90d', '365d'] as const;

export type KeyLifetime = (typeof KEY_LIFETIMES)[number];

/** How long a rotated key may go on beside its successor. */
export const KEY_OVERLAPS = ['now', '1h', '24h', '7d'] as const;

export type KeyOverlap = (typeof KEY_OVERLAPS)[number];

/** Days of which {@link KeyRow.requests} tells the requests. */
export const USAGE_DAYS = 30;

/** Where a visitor stands: `set-up` while no account has a password, `second-factor` between the password and the code. */
export type AccountState = 'set-up' | 'signed-out' | 'second-factor' | 'signed-in';

/** Something about an account or one of its keys that its owner should act on. */
export type Notice =
  /** A program sent the key over plain HTTP from `address`. */
  | {
      readonly kind: 'seen-in-clear';
      readonly keyId: string;
      readonly keyName: string;
      readonly at: string;
      readonly address: string | null;
    }
  /** The key's requests were refused for a while within the last day. */
  | { readonly kind: 'limited'; readonly keyId: string; readonly keyName: string; readonly at: string }
  /** The key ends within 14 days and has no successor. */
  | {
      readonly kind: 'expiring';
      readonly keyId: string;
      readonly keyName: string;
      readonly expiresAt: string;
    }
  /** Somebody knew the password and not the code, and the password is the same since. */
  | { readonly kind: 'second-factor-failed'; readonly at: string; readonly address: string | null };

/** The account that is signed in. */
export interface SignedInAccount {
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  readonly hasSecondFactor: boolean;
  /** 0 without a second factor. */
  readonly recoveryCodesLeft: number;
  readonly notices: readonly Notice[];
}

/** GET me. `account` is there when, and only when, `state` is `signed-in`. */
export interface Me {
  readonly state: AccountState;
  readonly signUp: 'open' | 'closed';
  readonly account?: SignedInAccount;
}

/** What set-up, sign-in, second-factor and reset answer. */
export interface NextStep {
  readonly next: 'signed-in' | 'second-factor';
}

/** What an authenticator needs; nothing is switched on before its first code was confirmed. */
export interface SecondFactorStart {
  /** `otpauth://...`, also for a link on a phone. */
  readonly uri: string;
  /** For typing: base32. */
  readonly secret: string;
  /** The address as an SVG text: our own drawing, no outside content. */
  readonly qr: string;
}

/** Shown once; each works once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** A browser that is signed in. */
export interface SessionRow {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly address: string | null;
  /** Such as `Firefox on Linux`; null when the browser does not say. */
  readonly browser: string | null;
  readonly isCurrent: boolean;
}

/** `ending`: rotated and still good until `endsAt`. */
export type KeyState = 'active' | 'ending' | 'expired' | 'revoked';

/** An API key as its owner sees it; the key itself is shown once, when it is made. */
export interface KeyRow {
  readonly id: string;
  readonly name: string;
  /** The visible start, such as `xr_live_8Jq2Ab`. */
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: string;
  /** The last request that was let pass; up to a minute late where another process of the service has answered it. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly replacedById: string | null;
  /** The end of a rotated key. */
  readonly endsAt: string | null;
  /** Requests a minute; 0 for none, null for the deployment's own limit. */
  readonly limitPerMinute: number | null;
  /** The sources it may ask; null for all. */
  readonly allowedSources: readonly string[] | null;
  /** Requests of the last {@link USAGE_DAYS} days in UTC, oldest first, today last; those of other processes up to a minute late. */
  readonly requests: readonly number[];
  readonly state: KeyState;
}

/** GET keys, newest first. `active` counts what stands against `activeMax`. */
export interface Keys {
  readonly keys: readonly KeyRow[];
  readonly active: number;
  readonly activeMax: number;
}

/** A key that was made; `secret` is the key itself and is told here only. */
export interface MadeKey {
  readonly key: KeyRow;
  readonly secret: string;
}

/** What rename and revoke answer. */
export interface ChangedKey {
  readonly key: KeyRow;
}

/** Everything that is written down about an account. */
export const AUDIT_KINDS = [
  'created',
  'renamed',
  'rotated',
  'revoked',
  'limited',
  'seen-in-clear',
  'account-made',
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'sessions-ended',
  'password-changed',
  'password-reset',
  'second-factor-on',
  'second-factor-off',
  'second-factor-failed',
  'recovery-code-used',
  'recovery-codes-made',
  'exported',
  'watch-added',
  'watch-removed',
  'webhook-added',
  'webhook-removed',
  'feed-link-made',
  'feed-link-revoked',
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

/** One line of the audit log, which is never changed. */
export interface AuditEvent {
  readonly id: string;
  readonly at: string;
  readonly kind: AuditKind;
  readonly keyId: string | null;
  readonly keyName: string | null;
  /** Where it came from; null for a command of the operator. */
  readonly address: string | null;
  /** More about it as one sentence without a secret; null where the kind says all. */
  readonly detail: string | null;
}

/** GET trail, newest first; `next` goes into `?before=` for the older ones, null at the end. */
export interface AuditLog {
  readonly events: readonly AuditEvent[];
  readonly next: string | null;
}

/** GET export: everything that is kept about the account, as an attachment. */
export interface AccountExport {
  readonly exportedAt: string;
  readonly account: {
    readonly id: string;
    readonly email: string;
    readonly createdAt: string;
    readonly hasSecondFactor: boolean;
  };
  readonly keys: readonly (Omit<KeyRow, 'requests'> & {
    /** Requests by UTC day. */
    readonly usage: Readonly<Record<string, number>>;
  })[];
  readonly sessions: readonly Omit<SessionRow, 'isCurrent'>[];
  readonly trail: readonly AuditEvent[];
  readonly watches: readonly PairWatch[];
  readonly webhooks: readonly Webhook[];
  readonly feedLinks: readonly FeedLinkRow[];
}

/** What a change answers that has nothing to tell. */
export interface Done {
  readonly done: true;
}

/** A webhook that was added; `secret` verifies its messages and is told here only. */
export interface AddedWebhook {
  readonly id: string;
  readonly secret: string;
}
