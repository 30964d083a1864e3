import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { VerifiedKey } from './key-table.ts';

/** What a browser key begins with; an account's key begins with `xr_live_`. */
export const BROWSER_KEY_START = 'xr_page_';

/** Ten minutes: long enough not to be asked for at every refresh, short enough to be worthless when it leaks. */
const LIFETIME_MS = 600_000;

const NONCE_BYTES = 16;

const KEY_FORM = /^xr_page_([0-9a-z]{1,11})\.([0-9A-Za-z_-]{43})$/;

/** A key for a page that nobody signed in to. */
export interface BrowserKey {
  readonly key: string;
  readonly expiresAt: Date;
}

/** Makes and checks browser keys. Nothing is stored: the key is its own proof, together with the cookie it is bound to. */
export interface BrowserKeys {
  /** A value for the cookie that keys are bound to. */
  readonly newNonce: () => string;
  readonly mint: (nonce: string, now: Date) => BrowserKey;
  /** Null without its own cookie, expired, or altered in any bit. */
  readonly verify: (key: string, nonce: string | null, nowMs: number) => VerifiedKey | null;
}

const BROWSER: VerifiedKey = { id: 'browser', accountId: 'browser' };

/** Browser keys signed with a secret of their own purpose. */
export function createBrowserKeys(secret: Buffer): BrowserKeys {
  const signatureOf = (expires: string, nonce: string) =>
    createHmac('sha256', secret).update(`${expires}.${nonce}`).digest();
  return {
    newNonce: () => randomBytes(NONCE_BYTES).toString('base64url'),
    mint: (nonce, now) => {
      const expiresAt = new Date(now.getTime() + LIFETIME_MS);
      const expires = expiresAt.getTime().toString(36);
      const signature = signatureOf(expires, nonce).toString('base64url');
      return { key: `${BROWSER_KEY_START}${expires}.${signature}`, expiresAt };
    },
    verify: (key, nonce, nowMs) => {
      const [, expires = '', signature = ''] = KEY_FORM.exec(key) ?? [];
      if (nonce === null || signature === '' || Number.parseInt(expires, 36) <= nowMs) return null;
      const given = Buffer.from(signature, 'base64url');
      const isCanonical = given.toString('base64url') === signature;
      return isCanonical && timingSafeEqual(given, signatureOf(expires, nonce)) ? BROWSER : null;
    },
  };
}
