import type { Generated } from 'kysely';

/** Who owns keys. One with a row of the same id in `auth_user` can sign in. */
export interface AccountTable {
  id: string;
  email: string;
  created_at: number;
}

/** An API key; the key itself is never stored, only its SHA-256 in hex. */
export interface ApiKeyTable {
  id: string;
  account_id: string;
  hash: string;
  prefix: string;
  last4: string;
  name: string;
  created_at: number;
  /** When it stops working, whichever reason comes first. */
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  limit_per_minute: number | null;
  /** The sources it may ask as a comma list; null for all. */
  allowed_sources: Generated<string | null>;
  /** The key that took its place. */
  replaced_by: Generated<string | null>;
  /** The end that its rotation gave it; `expires_at` is never later. */
  ends_at: Generated<number | null>;
}

/** Which master secret the database belongs to: one row, `secret` is `master`. */
export interface SecretFingerprintTable {
  secret: string;
  fingerprint: string;
}

/** Requests of a key on a UTC day. */
export interface KeyUsageTable {
  key_id: string;
  day: string;
  n: number;
}

/** What happened to an account and its keys, append-only; goes with the account. */
export interface AuditLogTable {
  id: Generated<number>;
  account_id: string;
  at: number;
  kind: string;
  key_id: string | null;
  key_name: string | null;
  address: string | null;
  detail: string | null;
}

/** What a secret text that somebody holds is good for. */
export type TokenPurpose = 'set-up' | 'reset' | 'used-code';

/** A text that works once, by its SHA-256; `used-code` rows are second-factor codes that worked already. */
export interface AuthTokenTable {
  hash: string;
  purpose: TokenPurpose;
  account_id: string | null;
  expires_at: number;
  /** Whether using it turns the second factor off: 0 or 1. */
  drops_second_factor: number;
}

/** The authentication library's user; the id is its account's. Truth values are 0 and 1 in all of its tables. */
export interface AuthUserTable {
  id: string;
  name: string;
  email: string;
  email_verified: number;
  image: string | null;
  created_at: number;
  updated_at: number;
  two_factor_enabled: number | null;
}

/** A browser that is signed in; `token` is the SHA-256 of what its cookie holds. */
export interface AuthSessionTable {
  id: string;
  expires_at: number;
  token: string;
  created_at: number;
  updated_at: number;
  ip_address: string | null;
  user_agent: string | null;
  user_id: string;
}

/** A way to prove who one is; here `credential` with a hashed password, and nothing else. */
export interface AuthAccountTable {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: number | null;
  refresh_token_expires_at: number | null;
  scope: string | null;
  password: string | null;
  created_at: number;
  updated_at: number;
}

/** What the library must remember between two requests of somebody who is not signed in yet. */
export interface AuthVerificationTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: number;
  created_at: number;
  updated_at: number;
}

/** A second factor; secret and recovery codes are encrypted by the library. */
export interface AuthTwoFactorTable {
  id: string;
  secret: string;
  backup_codes: string;
  user_id: string;
  verified: number | null;
  failed_verification_count: number | null;
  locked_until: number | null;
}

/** An address that answers one question, by the SHA-256 of its secret in hex. */
export interface FeedLinkTable {
  id: string;
  account_id: string;
  hash: string;
  /** Path and parameters. */
  question: string;
  created_at: number;
}

/** The tables of accounts and keys. */
export interface AccountSchema {
  account: AccountTable;
  api_key: ApiKeyTable;
  key_usage: KeyUsageTable;
  feed_link: FeedLinkTable;
  trail: AuditLogTable;
  auth_token: AuthTokenTable;
  auth_user: AuthUserTable;
  auth_session: AuthSessionTable;
  auth_account: AuthAccountTable;
  auth_verification: AuthVerificationTable;
  auth_two_factor: AuthTwoFactorTable;
  secret_fingerprint: SecretFingerprintTable;
}
